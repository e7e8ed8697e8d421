// The smallest i32 of the middle axis.
// Expected values: mlir-runner of LLVM 22.
// INPUT: dense<[[[-6, -1, 4], [-4, 3, -5], [0, 5, -1], [4, -4, 1], [-5, 0, 5], [-3, 4, -4], [1, 6, 0]], [[5, -3, 2], [-4, 1, 6], [-2, 5, -3], [2, -6, 1], [6, -2, 3], [-3, 2, -6], [-1, 6, -2]]]> : tensor<2x7x3xi32>
// EXPECT: dense<[[[-6, -4, -5]], [[-4, -6, -6]]]> : tensor<2x1x3xi32>
func.func @main(%x: tensor<2x7x3xi32>) -> tensor<2x1x3xi32> {
  %0 = tosa.reduce_min %x {axis = 1 : i32} : (tensor<2x7x3xi32>) -> tensor<2x1x3xi32>
  return %0 : tensor<2x1x3xi32>
}
