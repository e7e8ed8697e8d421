// Bias and ReLU are computed on each tile of the product.
func.func @main(%a: tensor<512x256xf32>, %b: tensor<256x128xf32>, %c: tensor<128xf32>) -> tensor<512x128xf32> {
  %zero = stablehlo.constant dense<0.0> : tensor<512x128xf32>
  %0 = stablehlo.dot_general %a, %b, contracting_dims = [1] x [0] : (tensor<512x256xf32>, tensor<256x128xf32>) -> tensor<512x128xf32>
  %1 = stablehlo.broadcast_in_dim %c, dims = [1] : (tensor<128xf32>) -> tensor<512x128xf32>
  %2 = stablehlo.add %0, %1 : tensor<512x128xf32>
  %3 = stablehlo.maximum %2, %zero : tensor<512x128xf32>
  return %3 : tensor<512x128xf32>
}
