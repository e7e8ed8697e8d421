// Bytes: StableHLO divides ui8, converts them, and arith scales the i32.
// Expected values: NumPy.
// INPUT: dense<[0, 8, 16, 24, 3, 11, 19, 27, 6, 14, 22, 1, 9]> : tensor<13xui8>
// EXPECT: dense<[-7, 3, 18, 33, -2, 8, 23, 38, 3, 13, 28, -7, 8]> : tensor<13xi32>
// EXPECT: dense<[0.0, 8.0, 16.0, 24.0, 3.0, 11.0, 19.0, 27.0, 6.0, 14.0, 22.0, 1.0, 9.0]> : tensor<13xf32>
func.func @main(%x: tensor<13xui8>) -> (tensor<13xi32>, tensor<13xf32>) {
  %three = stablehlo.constant dense<3> : tensor<13xui8>
  %q = stablehlo.divide %x, %three : tensor<13xui8>
  %i = stablehlo.convert %q : (tensor<13xui8>) -> tensor<13xi32>
  %five = arith.constant dense<5> : tensor<13xi32>
  %seven = arith.constant dense<7> : tensor<13xi32>
  %0 = arith.muli %i, %five : tensor<13xi32>
  %1 = arith.subi %0, %seven : tensor<13xi32>
  %f = stablehlo.convert %x : (tensor<13xui8>) -> tensor<13xf32>
  return %1, %f : tensor<13xi32>, tensor<13xf32>
}
