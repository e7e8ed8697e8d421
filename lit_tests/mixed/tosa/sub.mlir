// A difference of bf16, which wraps nowhere.
// Expected values: mlir-runner of LLVM 22.
// INPUT: dense<[[[-2.25, -0.5, 1.25, -1.75], [0.0, -2.25, -0.5, 1.25], [-1.75, 0.0, -2.25, -0.5]], [[1.25, -1.75, 0.0, -2.25], [-0.5, 1.25, -1.75, 0.0], [-2.25, -0.5, 1.25, -1.75]]]> : tensor<2x3x4xbf16>
// INPUT: dense<[[[-1.25], [0.5], [2.25]]]> : tensor<1x3x1xbf16>
// EXPECT: dense<[[[-1.0, 0.75, 2.5, -0.5], [-0.5, -2.75, -1.0, 0.75], [-4.0, -2.25, -4.5, -2.75]], [[2.5, -0.5, 1.25, -1.0], [-1.0, 0.75, -2.25, -0.5], [-4.5, -2.75, -1.0, -4.0]]]> : tensor<2x3x4xbf16>
func.func @main(%x: tensor<2x3x4xbf16>, %y: tensor<1x3x1xbf16>) -> tensor<2x3x4xbf16> {
  %0 = tosa.sub %x, %y : (tensor<2x3x4xbf16>, tensor<1x3x1xbf16>) -> tensor<2x3x4xbf16>
  return %0 : tensor<2x3x4xbf16>
}
