module @jit_reverse_beside_itself attributes {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} {
  func.func public @main(%arg0: tensor<70xf32>) -> (tensor<70x70xf32> {jax.result_info = "result"}) {
    %0 = stablehlo.broadcast_in_dim %arg0, dims = [0] : (tensor<70xf32>) -> tensor<70x1xf32>
    %1 = stablehlo.broadcast_in_dim %arg0, dims = [1] : (tensor<70xf32>) -> tensor<1x70xf32>
    %2 = stablehlo.broadcast_in_dim %0, dims = [0, 1] : (tensor<70x1xf32>) -> tensor<70x70xf32>
    %3 = stablehlo.broadcast_in_dim %1, dims = [0, 1] : (tensor<1x70xf32>) -> tensor<70x70xf32>
    %4 = stablehlo.divide %2, %3 : tensor<70x70xf32>
    %cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %5 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<70x70xf32>
    %6 = stablehlo.compare GT, %4, %5, FLOAT : (tensor<70x70xf32>, tensor<70x70xf32>) -> tensor<70x70xi1>
    %7 = stablehlo.reverse %4, dims = [1] : tensor<70x70xf32>
    %8 = call @_where(%6, %4, %7) : (tensor<70x70xi1>, tensor<70x70xf32>, tensor<70x70xf32>) -> tensor<70x70xf32>
    return %8 : tensor<70x70xf32>
  }
  func.func private @_where(%arg0: tensor<70x70xi1>, %arg1: tensor<70x70xf32>, %arg2: tensor<70x70xf32>) -> tensor<70x70xf32> {
    %0 = stablehlo.select %arg0, %arg1, %arg2 : tensor<70x70xi1>, tensor<70x70xf32>
    return %0 : tensor<70x70xf32>
  }
}
