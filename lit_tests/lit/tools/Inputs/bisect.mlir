func.func @main(%x: tensor<i32>, %y: tensor<4xi32>) -> tensor<4xi32> {
  %0 = stablehlo.broadcast_in_dim %x, dims = [] : (tensor<i32>) -> tensor<4xi32>
  %1 = stablehlo.broadcast_in_dim %x, dims = [] : (tensor<i32>) -> tensor<4xi32>
  %2 = stablehlo.add %0, %y : tensor<4xi32>
  %3 = stablehlo.multiply %2, %1 : tensor<4xi32>
  return %3 : tensor<4xi32>
}
