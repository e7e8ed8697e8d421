// A product of f16 with sums in f16.
// Expected values: mlir-runner of LLVM 22.
// INPUT: dense<[[-2.25, -0.5, 1.25, -1.75, 0.0], [-2.25, -0.5, 1.25, -1.75, 0.0], [-2.25, -0.5, 1.25, -1.75, 0.0]]> : tensor<3x5xf16>
// INPUT: dense<[[-1.25, 0.5], [2.25, -0.75], [1.0, -1.25], [0.5, 2.25], [-0.75, 1.0]]> : tensor<5x2xf16>
// EXPECT: dense<[[2.0625, -6.25], [2.0625, -6.25], [2.0625, -6.25]]> : tensor<3x2xf16>
func.func @main(%a: tensor<3x5xf16>, %b: tensor<5x2xf16>) -> tensor<3x2xf16> {
  %z = arith.constant dense<0.0> : tensor<3x2xf16>
  %0 = linalg.matmul ins(%a, %b : tensor<3x5xf16>, tensor<5x2xf16>) outs(%z : tensor<3x2xf16>) -> tensor<3x2xf16>
  return %0 : tensor<3x2xf16>
}
