// An argument into which a slice is inserted, and the argument itself as a result.
// Expected values: mlir-runner of LLVM 22.
// INPUT: dense<[[-2.25, -0.5, 1.25, -1.75], [0.0, -2.25, -0.5, 1.25], [-1.75, 0.0, -2.25, -0.5], [1.25, -1.75, 0.0, -2.25]]> : tensor<4x4xf32>
// INPUT: dense<[[-1.25, 0.5], [2.25, -0.75]]> : tensor<2x2xf32>
// EXPECT: dense<[[-2.25, -0.5, 1.25, -1.75], [0.0, -1.25, -0.5, 0.5], [-1.75, 2.25, -2.25, -0.75], [1.25, -1.75, 0.0, -2.25]]> : tensor<4x4xf32>
// EXPECT: dense<[[-2.25, -0.5, 1.25, -1.75], [0.0, -2.25, -0.5, 1.25], [-1.75, 0.0, -2.25, -0.5], [1.25, -1.75, 0.0, -2.25]]> : tensor<4x4xf32>
func.func @main(%x: tensor<4x4xf32>, %y: tensor<2x2xf32>) -> (tensor<4x4xf32>, tensor<4x4xf32>) {
  %0 = tensor.insert_slice %y into %x[1, 1] [2, 2] [1, 2] : tensor<2x2xf32> into tensor<4x4xf32>
  return %0, %x : tensor<4x4xf32>, tensor<4x4xf32>
}
