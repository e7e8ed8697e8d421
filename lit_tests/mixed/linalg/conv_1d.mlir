// The plain convolution of vectors.
// Expected values: mlir-runner of LLVM 22.
// INPUT: dense<[-2.25, -0.5, 1.25, -1.75, 0.0, -2.25, -0.5, 1.25, -1.75, 0.0, -2.25, -0.5, 1.25, -1.75, 0.0, -2.25, -0.5, 1.25, -1.75, 0.0, -2.25, -0.5, 1.25, -1.75, 0.0, -2.25, -0.5, 1.25, -1.75, 0.0, -2.25]> : tensor<31xf32>
// INPUT: dense<[-1.25, 0.5, 2.25, -0.75, 1.0]> : tensor<5xf32>
// EXPECT: dense<[6.6875, -4.9375, -1.25, -1.25, -4.9375, 6.6875, -4.9375, -1.25, -1.25, -4.9375, 6.6875, -4.9375, -1.25, -1.25, -4.9375, 6.6875, -4.9375, -1.25, -1.25, -4.9375, 6.6875, -4.9375, -1.25, -1.25, -4.9375, 6.6875, -4.9375]> : tensor<27xf32>
func.func @main(%x: tensor<31xf32>, %k: tensor<5xf32>) -> tensor<27xf32> {
  %z = arith.constant dense<0.0> : tensor<27xf32>
  %0 = linalg.conv_1d ins(%x, %k : tensor<31xf32>, tensor<5xf32>) outs(%z : tensor<27xf32>) -> tensor<27xf32>
  return %0 : tensor<27xf32>
}
