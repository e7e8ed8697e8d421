func.func @main(%a: tensor<256x64xf32>, %b: tensor<64x384xf32>) -> tensor<256x384xf32> {
  %0 = stablehlo.dot_general %a, %b, contracting_dims = [1] x [0] : (tensor<256x64xf32>, tensor<64x384xf32>) -> tensor<256x384xf32>
  %1 = stablehlo.tanh %0 : tensor<256x384xf32>
  return %1 : tensor<256x384xf32>
}
