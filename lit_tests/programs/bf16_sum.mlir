// Sums of bf16 are rounded once.
func.func @main(%x: tensor<64x64xbf16>) -> tensor<64xbf16> {
  %zero = stablehlo.constant dense<0.0> : tensor<bf16>
  %0 = stablehlo.reduce(%x init: %zero) applies stablehlo.add across dimensions = [1] : (tensor<64x64xbf16>, tensor<bf16>) -> tensor<64xbf16>
  return %0 : tensor<64xbf16>
}
