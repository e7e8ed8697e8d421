// Sums over an axis of one element, and over one of 31.
// Expected values: mlir-runner of LLVM 22.
// INPUT: dense<[[-2.25], [-0.5], [1.25]]> : tensor<3x1xf32>
// INPUT: dense<[[-1.25, 0.5], [2.25, -0.75], [1.0, -1.25], [0.5, 2.25], [-0.75, 1.0], [-1.25, 0.5], [2.25, -0.75], [1.0, -1.25], [0.5, 2.25], [-0.75, 1.0], [-1.25, 0.5], [2.25, -0.75], [1.0, -1.25], [0.5, 2.25], [-0.75, 1.0], [-1.25, 0.5], [2.25, -0.75], [1.0, -1.25], [0.5, 2.25], [-0.75, 1.0], [-1.25, 0.5], [2.25, -0.75], [1.0, -1.25], [0.5, 2.25], [-0.75, 1.0], [-1.25, 0.5], [2.25, -0.75], [1.0, -1.25], [0.5, 2.25], [-0.75, 1.0], [-1.25, 0.5]]> : tensor<31x2xf32>
// EXPECT: dense<[[-2.25], [-0.5], [1.25]]> : tensor<3x1xf32>
// EXPECT: dense<[[9.25, 11.0]]> : tensor<1x2xf32>
func.func @main(%x: tensor<3x1xf32>, %y: tensor<31x2xf32>) -> (tensor<3x1xf32>, tensor<1x2xf32>) {
  %0 = tosa.reduce_sum %x {axis = 1 : i32} : (tensor<3x1xf32>) -> tensor<3x1xf32>
  %1 = tosa.reduce_sum %y {axis = 0 : i32} : (tensor<31x2xf32>) -> tensor<1x2xf32>
  return %0, %1 : tensor<3x1xf32>, tensor<1x2xf32>
}
