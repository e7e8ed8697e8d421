// tensor.bitcast between signless and arith.bitcast between kinds.
// Expected values: mlir-runner of LLVM 22.
// INPUT: dense<[-2.25, -0.5, 1.25, -1.75, 0.0, -2.25, -0.5]> : tensor<7xf16>
// EXPECT: dense<[-16255, -18431, 15617, -16639, 1, -16255, -18431]> : tensor<7xi16>
func.func @main(%x: tensor<7xf16>) -> tensor<7xi16> {
  %0 = arith.bitcast %x : tensor<7xf16> to tensor<7xi16>
  %1 = arith.constant dense<1> : tensor<7xi16>
  %2 = arith.xori %0, %1 : tensor<7xi16>
  return %2 : tensor<7xi16>
}
