// Named operations of two operands, with a power.
// Expected values: mlir-runner of LLVM 22.
// INPUT: dense<[-2.25, -0.5, 1.25, -1.75, 0.0, -2.25, -0.5, 1.25, -1.75, 0.0, -2.25, -0.5, 1.25]> : tensor<13xf32>
// INPUT: dense<[1.0, 2.0, 3.0, 4.0, 5.0, 1.0, 2.0, 3.0, 4.0, 5.0, 1.0, 2.0, 3.0]> : tensor<13xf32>
// EXPECT: dense<1.0> : tensor<13xf32>
// EXPECT: dense<[-3.25, -2.5, -1.75, -7.0, -5.0, -3.25, -2.5, -1.75, -7.0, -5.0, -3.25, -2.5, -1.75]> : tensor<13xf32>
// EXPECT: dense<[1.0, 0.70710677, 3.948222, 0.088388346, 1.0, 1.0, 0.70710677, 3.948222, 0.088388346, 1.0, 1.0, 0.70710677, 3.948222]> : tensor<13xf32>
func.func @main(%x: tensor<13xf32>, %y: tensor<13xf32>) -> (tensor<13xf32>, tensor<13xf32>, tensor<13xf32>) {
  %e = tensor.empty() : tensor<13xf32>
  %0 = linalg.max ins(%x, %y : tensor<13xf32>, tensor<13xf32>) outs(%e : tensor<13xf32>) -> tensor<13xf32>
  %1 = linalg.div ins(%0, %y : tensor<13xf32>, tensor<13xf32>) outs(%e : tensor<13xf32>) -> tensor<13xf32>
  %2 = linalg.mul ins(%x, %y : tensor<13xf32>, tensor<13xf32>) outs(%e : tensor<13xf32>) -> tensor<13xf32>
  %3 = linalg.sub ins(%x, %y : tensor<13xf32>, tensor<13xf32>) outs(%e : tensor<13xf32>) -> tensor<13xf32>
  %4 = linalg.min ins(%2, %3 : tensor<13xf32>, tensor<13xf32>) outs(%e : tensor<13xf32>) -> tensor<13xf32>
  %5 = linalg.powf ins(%y, %x : tensor<13xf32>, tensor<13xf32>) outs(%e : tensor<13xf32>) -> tensor<13xf32>
  return %1, %4, %5 : tensor<13xf32>, tensor<13xf32>, tensor<13xf32>
}
