// Functions of bf16.
// Expected values: mlir-runner of LLVM 22.
// INPUT: dense<[-1.203125, -0.8984375, -0.6015625, -0.30078125, 0.0, 0.30078125, 0.6015625, 0.8984375, 1.203125]> : tensor<9xbf16>
// EXPECT: dense<[0.30078125, 0.40625, 0.546875, 0.7421875, 1.0, 1.3515625, 1.828125, 2.453125, 3.328125]> : tensor<9xbf16>
// EXPECT: dense<[-0.8359375, -0.71484375, -0.5390625, -0.29296875, 0.0, 0.29296875, 0.5390625, 0.71484375, 0.8359375]> : tensor<9xbf16>
// EXPECT: dense<[1.203125, 0.8984375, 0.6015625, 0.30078125, 0.0, 0.30078125, 0.6015625, 0.8984375, 1.203125]> : tensor<9xbf16>
// EXPECT: dense<[1.09375, 0.94921875, 0.77734375, 0.546875, 0.0, 0.546875, 0.77734375, 0.94921875, 1.09375]> : tensor<9xbf16>
func.func @main(%x: tensor<9xbf16>) -> (tensor<9xbf16>, tensor<9xbf16>, tensor<9xbf16>, tensor<9xbf16>) {
  %0 = math.exp %x : tensor<9xbf16>
  %1 = math.tanh %x : tensor<9xbf16>
  %2 = math.absf %x : tensor<9xbf16>
  %3 = math.sqrt %2 : tensor<9xbf16>
  return %0, %1, %2, %3 : tensor<9xbf16>, tensor<9xbf16>, tensor<9xbf16>, tensor<9xbf16>
}
