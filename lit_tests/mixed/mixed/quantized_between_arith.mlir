// StableHLO quantization between arith operations.
// Expected values: NumPy.
// INPUT: dense<[-1.0, -0.7, -0.4, -0.1, 0.2, 0.5, 0.8]> : tensor<7xf32>
// EXPECT: dense<[-1.0, -0.5, 0.0, 1.0, 1.5, 2.0, 2.5]> : tensor<7xf32>
func.func @main(%x: tensor<7xf32>) -> tensor<7xf32> {
  %two = arith.constant dense<2.0> : tensor<7xf32>
  %one = arith.constant dense<1.0> : tensor<7xf32>
  %0 = arith.mulf %x, %two : tensor<7xf32>
  %1 = stablehlo.uniform_quantize %0 : (tensor<7xf32>) -> tensor<7x!quant.uniform<i8:f32, 0.5>>
  %2 = stablehlo.uniform_dequantize %1 : (tensor<7x!quant.uniform<i8:f32, 0.5>>) -> tensor<7xf32>
  %3 = arith.addf %2, %one : tensor<7xf32>
  return %3 : tensor<7xf32>
}
