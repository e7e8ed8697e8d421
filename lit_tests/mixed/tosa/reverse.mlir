// The middle axis in reverse.
// Expected values: mlir-runner of LLVM 22.
// INPUT: dense<[[[-6, -1, 4], [-4, 3, -5], [0, 5, -1], [4, -4, 1], [-5, 0, 5]], [[-3, 4, -4], [1, 6, 0], [5, -3, 2], [-4, 1, 6], [-2, 5, -3]]]> : tensor<2x5x3xi16>
// EXPECT: dense<[[[-5, 0, 5], [4, -4, 1], [0, 5, -1], [-4, 3, -5], [-6, -1, 4]], [[-2, 5, -3], [-4, 1, 6], [5, -3, 2], [1, 6, 0], [-3, 4, -4]]]> : tensor<2x5x3xi16>
func.func @main(%x: tensor<2x5x3xi16>) -> tensor<2x5x3xi16> {
  %0 = tosa.reverse %x {axis = 1 : i32} : (tensor<2x5x3xi16>) -> tensor<2x5x3xi16>
  return %0 : tensor<2x5x3xi16>
}
