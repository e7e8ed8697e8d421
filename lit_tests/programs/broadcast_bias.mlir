// Broadcasts and constants are fused into the loop that uses them.
func.func @main(%x: tensor<64x32xf32>, %b: tensor<32xf32>) -> tensor<64x32xf32> {
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %zeros = stablehlo.broadcast_in_dim %zero, dims = [] : (tensor<f32>) -> tensor<64x32xf32>
  %bias = stablehlo.broadcast_in_dim %b, dims = [1] : (tensor<32xf32>) -> tensor<64x32xf32>
  %0 = stablehlo.add %x, %bias : tensor<64x32xf32>
  %1 = stablehlo.maximum %0, %zeros : tensor<64x32xf32>
  return %1 : tensor<64x32xf32>
}
