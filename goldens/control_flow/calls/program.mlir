module @jit_calls attributes {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} {
  func.func public @main(%arg0: tensor<5x2xf32>) -> (tensor<5x2xf32> {jax.result_info = "result[0]"}, tensor<5x2xf32> {jax.result_info = "result[1]"}) {
    %0 = call @outer(%arg0) : (tensor<5x2xf32>) -> tensor<5x2xf32>
    %1 = call @outer(%0) : (tensor<5x2xf32>) -> tensor<5x2xf32>
    %2 = call @outer(%arg0) : (tensor<5x2xf32>) -> tensor<5x2xf32>
    %3:2 = call @inner(%arg0, %2) : (tensor<5x2xf32>, tensor<5x2xf32>) -> (tensor<5x2xf32>, tensor<5x2xf32>)
    %4 = stablehlo.add %1, %3#0 : tensor<5x2xf32>
    return %4, %arg0 : tensor<5x2xf32>, tensor<5x2xf32>
  }
  func.func private @outer(%arg0: tensor<5x2xf32>) -> tensor<5x2xf32> {
    %cst = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %0 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<5x2xf32>
    %1 = stablehlo.add %arg0, %0 : tensor<5x2xf32>
    %2:2 = call @inner(%arg0, %1) : (tensor<5x2xf32>, tensor<5x2xf32>) -> (tensor<5x2xf32>, tensor<5x2xf32>)
    %3 = stablehlo.subtract %2#0, %2#1 : tensor<5x2xf32>
    return %3 : tensor<5x2xf32>
  }
  func.func private @inner(%arg0: tensor<5x2xf32>, %arg1: tensor<5x2xf32>) -> (tensor<5x2xf32>, tensor<5x2xf32>) {
    %0 = stablehlo.multiply %arg0, %arg1 : tensor<5x2xf32>
    %cst = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %1 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<5x2xf32>
    %2 = stablehlo.add %0, %1 : tensor<5x2xf32>
    return %2, %arg1 : tensor<5x2xf32>, tensor<5x2xf32>
  }
}
