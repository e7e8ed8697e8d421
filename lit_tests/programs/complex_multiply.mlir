func.func @main(%x: tensor<32xcomplex<f32>>, %y: tensor<32xcomplex<f32>>) -> tensor<32xcomplex<f32>> {
  %0 = stablehlo.multiply %x, %y : tensor<32xcomplex<f32>>
  return %0 : tensor<32xcomplex<f32>>
}
