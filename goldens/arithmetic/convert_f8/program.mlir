module @jit_convert_f8 attributes {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} {
  func.func public @main(%arg0: tensor<86xf8E4M3FN>, %arg1: tensor<86xf8E5M2>, %arg2: tensor<27xf32>) -> (tensor<86xf32> {jax.result_info = "result[0]"}, tensor<86xf32> {jax.result_info = "result[1]"}, tensor<27xf8E4M3FN> {jax.result_info = "result[2]"}, tensor<27xf8E5M2> {jax.result_info = "result[3]"}) {
    %0 = stablehlo.convert %arg0 : (tensor<86xf8E4M3FN>) -> tensor<86xf32>
    %1 = stablehlo.convert %arg1 : (tensor<86xf8E5M2>) -> tensor<86xf32>
    %2 = stablehlo.convert %arg2 : (tensor<27xf32>) -> tensor<27xf8E4M3FN>
    %3 = stablehlo.convert %arg2 : (tensor<27xf32>) -> tensor<27xf8E5M2>
    return %0, %1, %2, %3 : tensor<86xf32>, tensor<86xf32>, tensor<27xf8E4M3FN>, tensor<27xf8E5M2>
  }
}
