// linalg.matmul whose output is one of its inputs.
// Expected values: mlir-runner of LLVM 22.
// INPUT: dense<[[-2.25, -0.5, 1.25, -1.75], [0.0, -2.25, -0.5, 1.25], [-1.75, 0.0, -2.25, -0.5], [1.25, -1.75, 0.0, -2.25]]> : tensor<4x4xf64>
// EXPECT: dense<[[-1.5625, 4.8125, -4.125, 4.875], [2.4375, 0.625, 1.75, -4.125], [5.5, 1.75, 0.625, 4.8125], [-4.375, 5.5, 2.4375, -1.5625]]> : tensor<4x4xf64>
func.func @main(%a: tensor<4x4xf64>) -> tensor<4x4xf64> {
  %0 = linalg.matmul ins(%a, %a : tensor<4x4xf64>, tensor<4x4xf64>) outs(%a : tensor<4x4xf64>) -> tensor<4x4xf64>
  return %0 : tensor<4x4xf64>
}
