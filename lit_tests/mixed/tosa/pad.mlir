// Padding that is different on each side.
// Expected values: mlir-runner of LLVM 22.
// INPUT: dense<[[-2.25, -0.5, 1.25], [-1.75, 0.0, -2.25]]> : tensor<2x3xf32>
// EXPECT: dense<[[9.5, 9.5, 9.5, 9.5], [-2.25, -0.5, 1.25, 9.5], [-1.75, 0.0, -2.25, 9.5], [9.5, 9.5, 9.5, 9.5], [9.5, 9.5, 9.5, 9.5]]> : tensor<5x4xf32>
func.func @main(%x: tensor<2x3xf32>) -> tensor<5x4xf32> {
  %p = tosa.const_shape {values = dense<[1, 2, 0, 1]> : tensor<4xindex>} : () -> !tosa.shape<4>
  %v = "tosa.const"() {values = dense<9.5> : tensor<1xf32>} : () -> tensor<1xf32>
  %0 = tosa.pad %x, %p, %v : (tensor<2x3xf32>, !tosa.shape<4>, tensor<1xf32>) -> tensor<5x4xf32>
  return %0 : tensor<5x4xf32>
}
