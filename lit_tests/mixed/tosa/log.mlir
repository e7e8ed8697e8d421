// Logarithms, of zero and of a negative number, too.
// Expected values: mlir-runner of LLVM 22.
// INPUT: dense<[-0.5, 0.0, 0.5, 1.0, 1.5, 2.0, 2.5, 3.0, 3.5, 4.0, 4.5]> : tensor<11xf32>
// EXPECT: dense<[0x7FC00000, 0xFF800000, -0.6931472, 0.0, 0.4054651, 0.6931472, 0.91629076, 1.0986123, 1.2527629, 1.3862944, 1.5040774]> : tensor<11xf32>
func.func @main(%x: tensor<11xf32>) -> tensor<11xf32> {
  %0 = tosa.log %x : (tensor<11xf32>) -> tensor<11xf32>
  return %0 : tensor<11xf32>
}
