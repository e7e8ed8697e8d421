// A sum that broadcasts both operands.
// Expected values: mlir-runner of LLVM 22.
// INPUT: dense<[[-2.25], [-0.5], [1.25], [-1.75], [0.0]]> : tensor<5x1xf32>
// INPUT: dense<[[-1.25, 0.5, 2.25, -0.75, 1.0, -1.25, 0.5]]> : tensor<1x7xf32>
// EXPECT: dense<[[-3.5, -1.75, 0.0, -3.0, -1.25, -3.5, -1.75], [-1.75, 0.0, 1.75, -1.25, 0.5, -1.75, 0.0], [0.0, 1.75, 3.5, 0.5, 2.25, 0.0, 1.75], [-3.0, -1.25, 0.5, -2.5, -0.75, -3.0, -1.25], [-1.25, 0.5, 2.25, -0.75, 1.0, -1.25, 0.5]]> : tensor<5x7xf32>
func.func @main(%x: tensor<5x1xf32>, %y: tensor<1x7xf32>) -> tensor<5x7xf32> {
  %0 = tosa.add %x, %y : (tensor<5x1xf32>, tensor<1x7xf32>) -> tensor<5x7xf32>
  return %0 : tensor<5x7xf32>
}
