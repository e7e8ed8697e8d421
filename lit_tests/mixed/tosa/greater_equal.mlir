// A comparison of f16.
// Expected values: mlir-runner of LLVM 22.
// INPUT: dense<[-2.25, -0.5, 1.25, -1.75, 0.0, -2.25, -0.5, 1.25, -1.75, 0.0, -2.25, -0.5, 1.25]> : tensor<13xf16>
// INPUT: dense<[-1.25, 0.5, 2.25, -0.75, 1.0, -1.25, 0.5, 2.25, -0.75, 1.0, -1.25, 0.5, 2.25]> : tensor<13xf16>
// EXPECT: dense<false> : tensor<13xi1>
func.func @main(%x: tensor<13xf16>, %y: tensor<13xf16>) -> tensor<13xi1> {
  %0 = tosa.greater_equal %x, %y : (tensor<13xf16>, tensor<13xf16>) -> tensor<13xi1>
  return %0 : tensor<13xi1>
}
