// Casts between floats, integers and booleans; floats round to even and saturate.
// Expected values: mlir-runner of LLVM 22.
// INPUT: dense<[300.0, -1.5, -1.0, -0.5, 0.0, 0.5, 1.0, 1.5, 2.0, 2.5, 3.0, 3.5, 4.0]> : tensor<13xf32>
// INPUT: dense<[-3, 2, -6, -1, 6, -2, 3, -5, 2, -6, -1, 4, -2]> : tensor<13xi32>
// INPUT: dense<[false, true, true, false, true, true, false, true, true, false, true, true, false]> : tensor<13xi1>
// EXPECT: dense<[127, -2, -1, 0, 0, 0, 1, 2, 2, 2, 3, 4, 4]> : tensor<13xi8>
// EXPECT: dense<[-3.0, 2.0, -6.0, -1.0, 6.0, -2.0, 3.0, -5.0, 2.0, -6.0, -1.0, 4.0, -2.0]> : tensor<13xf16>
// EXPECT: dense<true> : tensor<13xi1>
// EXPECT: dense<[0, 1, 1, 0, 1, 1, 0, 1, 1, 0, 1, 1, 0]> : tensor<13xi32>
func.func @main(%x: tensor<13xf32>, %y: tensor<13xi32>, %p: tensor<13xi1>) -> (tensor<13xi8>, tensor<13xf16>, tensor<13xi1>, tensor<13xi32>) {
  %0 = tosa.cast %x : (tensor<13xf32>) -> tensor<13xi8>
  %1 = tosa.cast %y : (tensor<13xi32>) -> tensor<13xf16>
  %2 = tosa.cast %y : (tensor<13xi32>) -> tensor<13xi1>
  %3 = tosa.cast %p : (tensor<13xi1>) -> tensor<13xi32>
  return %0, %1, %2, %3 : tensor<13xi8>, tensor<13xf16>, tensor<13xi1>, tensor<13xi32>
}
