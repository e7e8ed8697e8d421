// A product over no terms, and one with no rows.
// Expected values: mlir-runner of LLVM 22.
// INPUT: dense<> : tensor<3x0xf32>
// INPUT: dense<> : tensor<0x2xf32>
// INPUT: dense<> : tensor<0x3xf32>
// EXPECT: dense<1.0> : tensor<3x2xf32>
// EXPECT: dense<> : tensor<0x2xf32>
func.func @main(%a: tensor<3x0xf32>, %b: tensor<0x2xf32>, %c: tensor<0x3xf32>) -> (tensor<3x2xf32>, tensor<0x2xf32>) {
  %one = arith.constant dense<1.0> : tensor<3x2xf32>
  %e = tensor.empty() : tensor<0x2xf32>
  %0 = linalg.matmul ins(%a, %b : tensor<3x0xf32>, tensor<0x2xf32>) outs(%one : tensor<3x2xf32>) -> tensor<3x2xf32>
  %1 = linalg.matmul ins(%c, %0 : tensor<0x3xf32>, tensor<3x2xf32>) outs(%e : tensor<0x2xf32>) -> tensor<0x2xf32>
  return %0, %1 : tensor<3x2xf32>, tensor<0x2xf32>
}
