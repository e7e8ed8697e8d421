// Counts of bits, of i8, i32 and i64.
// Expected values: mlir-runner of LLVM 22.
// INPUT: dense<[-6, -1, 4, -4, 3, -5, 0, 5, -1, 4, -4, 1, -5]> : tensor<13xi32>
// INPUT: dense<[-3, 2, -6, -1, 6, -2, 3, -5, 2, -6, -1, 4, -2]> : tensor<13xi8>
// INPUT: dense<[0, 5, -3, 2, -4, 1, 6, -2, 5, -3, 2, -6, 1]> : tensor<13xi64>
// EXPECT: dense<[30, 32, 1, 30, 2, 31, 0, 2, 32, 1, 30, 1, 31]> : tensor<13xi32>
// EXPECT: dense<[0, 6, 0, 0, 5, 0, 6, 0, 6, 0, 0, 5, 0]> : tensor<13xi8>
// EXPECT: dense<[64, 0, 0, 1, 2, 0, 1, 1, 0, 0, 1, 1, 0]> : tensor<13xi64>
func.func @main(%x: tensor<13xi32>, %y: tensor<13xi8>, %z: tensor<13xi64>) -> (tensor<13xi32>, tensor<13xi8>, tensor<13xi64>) {
  %0 = math.ctpop %x : tensor<13xi32>
  %1 = math.ctlz %y : tensor<13xi8>
  %2 = math.cttz %z : tensor<13xi64>
  return %0, %1, %2 : tensor<13xi32>, tensor<13xi8>, tensor<13xi64>
}
