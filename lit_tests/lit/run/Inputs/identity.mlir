func.func @main(%x: tensor<1xf32>) -> tensor<1xf32> {
  return %x : tensor<1xf32>
}
