module @jit_integers_div_corners attributes {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} {
  func.func public @main(%arg0: tensor<8xi8>, %arg1: tensor<8xi8>, %arg2: tensor<8xi32>, %arg3: tensor<8xi32>, %arg4: tensor<8xui8>, %arg5: tensor<8xui8>, %arg6: tensor<8xui32>, %arg7: tensor<8xui32>) -> (tensor<8xi8> {jax.result_info = "result[0]"}, tensor<8xi8> {jax.result_info = "result[1]"}, tensor<8xi32> {jax.result_info = "result[2]"}, tensor<8xi32> {jax.result_info = "result[3]"}, tensor<8xui8> {jax.result_info = "result[4]"}, tensor<8xui8> {jax.result_info = "result[5]"}, tensor<8xui32> {jax.result_info = "result[6]"}, tensor<8xui32> {jax.result_info = "result[7]"}) {
    %0 = stablehlo.divide %arg0, %arg1 : tensor<8xi8>
    %1 = stablehlo.remainder %arg0, %arg1 : tensor<8xi8>
    %2 = stablehlo.divide %arg2, %arg3 : tensor<8xi32>
    %3 = stablehlo.remainder %arg2, %arg3 : tensor<8xi32>
    %4 = stablehlo.divide %arg4, %arg5 : tensor<8xui8>
    %5 = stablehlo.remainder %arg4, %arg5 : tensor<8xui8>
    %6 = stablehlo.divide %arg6, %arg7 : tensor<8xui32>
    %7 = stablehlo.remainder %arg6, %arg7 : tensor<8xui32>
    return %0, %1, %2, %3, %4, %5, %6, %7 : tensor<8xi8>, tensor<8xi8>, tensor<8xi32>, tensor<8xi32>, tensor<8xui8>, tensor<8xui8>, tensor<8xui32>, tensor<8xui32>
  }
}
