// f16 that overflows to infinity in arith and comes back from StableHLO as f32.
// Expected values: NumPy.
// INPUT: dense<[0.0, 20000.0, 40000.0, 60000.0]> : tensor<4xf16>
// EXPECT: dense<[0.0, 40000.0, 0x7F800000, 0x7F800000]> : tensor<4xf32>
func.func @main(%x: tensor<4xf16>) -> tensor<4xf32> {
  %0 = arith.addf %x, %x : tensor<4xf16>
  %1 = stablehlo.convert %0 : (tensor<4xf16>) -> tensor<4xf32>
  return %1 : tensor<4xf32>
}
