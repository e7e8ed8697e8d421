// Reciprocals, one of them infinite.
// Expected values: mlir-runner of LLVM 22.
// INPUT: dense<[-1.5, -0.75, 0.0, 0.75, 1.5, 2.25, 3.0]> : tensor<7xf32>
// EXPECT: dense<[-0.6666667, -1.3333334, 0x7F800000, 1.3333334, 0.6666667, 0.44444445, 0.33333334]> : tensor<7xf32>
func.func @main(%x: tensor<7xf32>) -> tensor<7xf32> {
  %0 = tosa.reciprocal %x : (tensor<7xf32>) -> tensor<7xf32>
  return %0 : tensor<7xf32>
}
