// Fused products and signs from another tensor.
// Expected values: mlir-runner of LLVM 22.
// INPUT: dense<[[-2.25, -0.5, 1.25], [-1.75, 0.0, -2.25], [-0.5, 1.25, -1.75], [0.0, -2.25, -0.5], [1.25, -1.75, 0.0]]> : tensor<5x3xf64>
// INPUT: dense<[[-1.25, 0.5, 2.25], [-0.75, 1.0, -1.25], [0.5, 2.25, -0.75], [1.0, -1.25, 0.5], [2.25, -0.75, 1.0]]> : tensor<5x3xf64>
// INPUT: dense<[[-0.25, 1.5, -1.5], [0.25, 2.0, -0.25], [1.5, -1.5, 0.25], [2.0, -0.25, 1.5], [-1.5, 0.25, 2.0]]> : tensor<5x3xf64>
// EXPECT: dense<[[2.5625, 1.25, 1.3125], [1.5625, 2.0, 2.5625], [1.25, 1.3125, 1.5625], [2.0, 2.5625, 1.25], [1.3125, 1.5625, 2.0]]> : tensor<5x3xf64>
// EXPECT: dense<[[-2.5625, -1.25, 1.3125], [-1.5625, 2.0, -2.5625], [-1.25, 1.3125, -1.5625], [2.0, -2.5625, -1.25], [1.3125, -1.5625, 2.0]]> : tensor<5x3xf64>
func.func @main(%x: tensor<5x3xf64>, %y: tensor<5x3xf64>, %z: tensor<5x3xf64>) -> (tensor<5x3xf64>, tensor<5x3xf64>) {
  %0 = math.fma %x, %y, %z : tensor<5x3xf64>
  %1 = math.copysign %0, %x : tensor<5x3xf64>
  return %0, %1 : tensor<5x3xf64>, tensor<5x3xf64>
}
