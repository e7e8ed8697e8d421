// The next integer below; f16.
// Expected values: mlir-runner of LLVM 22.
// INPUT: dense<[-2.25, -0.5, 1.25, -1.75, 0.0, -2.25, -0.5, 1.25, -1.75, 0.0, -2.25, -0.5, 1.25, -1.75, 0.0, -2.25, -0.5, 1.25, -1.75]> : tensor<19xf16>
// EXPECT: dense<[-3.0, -1.0, 1.0, -2.0, 0.0, -3.0, -1.0, 1.0, -2.0, 0.0, -3.0, -1.0, 1.0, -2.0, 0.0, -3.0, -1.0, 1.0, -2.0]> : tensor<19xf16>
func.func @main(%x: tensor<19xf16>) -> tensor<19xf16> {
  %0 = tosa.floor %x : (tensor<19xf16>) -> tensor<19xf16>
  return %0 : tensor<19xf16>
}
