// A chain of f16 operations of StableHLO, math and tosa.
// Expected values: NumPy.
// INPUT: dense<[[-2.25, -0.5, 1.25, -1.75, 0.0], [-2.25, -0.5, 1.25, -1.75, 0.0], [-2.25, -0.5, 1.25, -1.75, 0.0], [-2.25, -0.5, 1.25, -1.75, 0.0]]> : tensor<4x5xf16>
// EXPECT: dense<[[1.9052734, 1.6083984, 1.8066406, 1.8671875, 1.0], [1.9052734, 1.6083984, 1.8066406, 1.8671875, 1.0], [1.9052734, 1.6083984, 1.8066406, 1.8671875, 1.0], [1.9052734, 1.6083984, 1.8066406, 1.8671875, 1.0]]> : tensor<4x5xf16>
func.func @main(%x: tensor<4x5xf16>) -> tensor<4x5xf16> {
  %0 = stablehlo.abs %x : tensor<4x5xf16>
  %1 = math.sqrt %0 : tensor<4x5xf16>
  %2 = tosa.tanh %1 : (tensor<4x5xf16>) -> tensor<4x5xf16>
  %one = arith.constant dense<1.0> : tensor<4x5xf16>
  %3 = stablehlo.add %2, %one : tensor<4x5xf16>
  return %3 : tensor<4x5xf16>
}
