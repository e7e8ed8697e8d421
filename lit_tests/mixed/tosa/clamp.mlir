// Numbers in an interval; f16.
// Expected values: mlir-runner of LLVM 22.
// INPUT: dense<[-2.25, -0.5, 1.25, -1.75, 0.0, -2.25, -0.5, 1.25, -1.75, 0.0, -2.25, -0.5, 1.25]> : tensor<13xf16>
// EXPECT: dense<[-1.0, -0.5, 1.25, -1.0, 0.0, -1.0, -0.5, 1.25, -1.0, 0.0, -1.0, -0.5, 1.25]> : tensor<13xf16>
func.func @main(%x: tensor<13xf16>) -> tensor<13xf16> {
  %0 = tosa.clamp %x {min_val = -1.0 : f16, max_val = 1.5 : f16} : (tensor<13xf16>) -> tensor<13xf16>
  return %0 : tensor<13xf16>
}
