module @jit_bitcast attributes {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} {
  func.func public @main(%arg0: tensor<3x5xf32>, %arg1: tensor<6xi32>, %arg2: tensor<4x2xui16>) -> (tensor<3x5xui32> {jax.result_info = "result[0]"}, tensor<6xf32> {jax.result_info = "result[1]"}, tensor<3x5x4xui8> {jax.result_info = "result[2]"}, tensor<3x5x2xui16> {jax.result_info = "result[3]"}, tensor<4xf32> {jax.result_info = "result[4]"}) {
    %0 = stablehlo.bitcast_convert %arg0 : (tensor<3x5xf32>) -> tensor<3x5xui32>
    %1 = stablehlo.bitcast_convert %arg1 : (tensor<6xi32>) -> tensor<6xf32>
    %2 = stablehlo.bitcast_convert %arg0 : (tensor<3x5xf32>) -> tensor<3x5x4xui8>
    %3 = stablehlo.bitcast_convert %arg0 : (tensor<3x5xf32>) -> tensor<3x5x2xui16>
    %4 = stablehlo.bitcast_convert %arg2 : (tensor<4x2xui16>) -> tensor<4xf32>
    return %0, %1, %2, %3, %4 : tensor<3x5xui32>, tensor<6xf32>, tensor<3x5x4xui8>, tensor<3x5x2xui16>, tensor<4xf32>
  }
}
