// A sum of the columns of a row-major matrix: the contiguous dimension is innermost.
func.func @main(%x: tensor<512x128xf32>) -> tensor<128xf32> {
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %0 = stablehlo.reduce(%x init: %zero) applies stablehlo.add across dimensions = [0] : (tensor<512x128xf32>, tensor<f32>) -> tensor<128xf32>
  return %0 : tensor<128xf32>
}
