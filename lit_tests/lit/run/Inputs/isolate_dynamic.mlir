func.func @main(%x: tensor<?xf32>) -> tensor<?x2xf32> {
  %0 = stablehlo.get_dimension_size %x, dim = 0 : (tensor<?xf32>) -> tensor<i32>
  %1 = stablehlo.reshape %0 : (tensor<i32>) -> tensor<1xi32>
  %two = stablehlo.constant dense<2> : tensor<1xi32>
  %2 = stablehlo.concatenate %1, %two, dim = 0 : (tensor<1xi32>, tensor<1xi32>) -> tensor<2xi32>
  %3 = stablehlo.dynamic_broadcast_in_dim %x, %2, dims = [0] : (tensor<?xf32>, tensor<2xi32>) -> tensor<?x2xf32>
  return %3 : tensor<?x2xf32>
}
