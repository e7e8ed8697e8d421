// A choice between two tensors by named select.
// Expected values: mlir-runner of LLVM 22.
// INPUT: dense<[true, false, false, true, false, false, true, false, false, true, false, false, true]> : tensor<13xi1>
// INPUT: dense<[-1.25, 0.5, 2.25, -0.75, 1.0, -1.25, 0.5, 2.25, -0.75, 1.0, -1.25, 0.5, 2.25]> : tensor<13xf32>
// INPUT: dense<[-0.25, 1.5, -1.5, 0.25, 2.0, -0.25, 1.5, -1.5, 0.25, 2.0, -0.25, 1.5, -1.5]> : tensor<13xf32>
// EXPECT: dense<[-1.25, 1.5, -1.5, -0.75, 2.0, -0.25, 0.5, -1.5, 0.25, 1.0, -0.25, 1.5, 2.25]> : tensor<13xf32>
func.func @main(%p: tensor<13xi1>, %x: tensor<13xf32>, %y: tensor<13xf32>) -> tensor<13xf32> {
  %e = tensor.empty() : tensor<13xf32>
  %0 = linalg.select ins(%p, %x, %y : tensor<13xi1>, tensor<13xf32>, tensor<13xf32>) outs(%e : tensor<13xf32>) -> tensor<13xf32>
  return %0 : tensor<13xf32>
}
