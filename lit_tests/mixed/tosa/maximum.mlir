// The larger of two numbers; NaN spreads.
// Expected values: mlir-runner of LLVM 22.
// INPUT: dense<[-3.0, 2.0, 0x7FC00000, -2.0, 3.0, 1.0, -1.0]> : tensor<7xf32>
// INPUT: dense<[-1.25, 0.5, 2.25, -0.75, 1.0, -1.25, 0.5]> : tensor<7xf32>
// EXPECT: dense<[-1.25, 2.0, 0x7FC00000, -0.75, 3.0, 1.0, 0.5]> : tensor<7xf32>
func.func @main(%x: tensor<7xf32>, %y: tensor<7xf32>) -> tensor<7xf32> {
  %0 = tosa.maximum %x, %y {nan_mode = PROPAGATE} : (tensor<7xf32>, tensor<7xf32>) -> tensor<7xf32>
  return %0 : tensor<7xf32>
}
