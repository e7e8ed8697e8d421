// Shifts of i64 by another tensor.
// Expected values: mlir-runner of LLVM 22.
// INPUT: dense<[-500000000, -376543211, -253086422, -129629633, -6172844, 117283945, 240740734, 364197523, 487654312]> : tensor<9xi64>
// INPUT: dense<[0, 1, 2, 3, 4, 5, 6, 7, 8]> : tensor<9xi64>
// EXPECT: dense<[-500000000, -753086422, -1012345688, -1037037064, -98765504, 3753086240, 15407406976, 46617282944, 124839503872]> : tensor<9xi64>
// EXPECT: dense<[-500000000, -188271606, -63271606, -16203705, -385803, 3665123, 3761573, 2845293, 1904899]> : tensor<9xi64>
// EXPECT: dense<[-500000000, 9223372036666504202, 4611686018364116298, 2305843009197490247, 1152921504606461173, 3665123, 3761573, 2845293, 1904899]> : tensor<9xi64>
func.func @main(%x: tensor<9xi64>, %n: tensor<9xi64>) -> (tensor<9xi64>, tensor<9xi64>, tensor<9xi64>) {
  %0 = arith.shli %x, %n : tensor<9xi64>
  %1 = arith.shrsi %x, %n : tensor<9xi64>
  %2 = arith.shrui %x, %n : tensor<9xi64>
  return %0, %1, %2 : tensor<9xi64>, tensor<9xi64>, tensor<9xi64>
}
