module @jit_convert_saturates attributes {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} {
  func.func public @main(%arg0: tensor<9xf32>) -> (tensor<9xi32> {jax.result_info = "result[0]"}, tensor<9xui32> {jax.result_info = "result[1]"}, tensor<9xi8> {jax.result_info = "result[2]"}, tensor<9xui8> {jax.result_info = "result[3]"}, tensor<9xi16> {jax.result_info = "result[4]"}) {
    %0 = stablehlo.convert %arg0 : (tensor<9xf32>) -> tensor<9xi32>
    %1 = stablehlo.convert %arg0 : (tensor<9xf32>) -> tensor<9xui32>
    %2 = stablehlo.convert %arg0 : (tensor<9xf32>) -> tensor<9xi8>
    %3 = stablehlo.convert %arg0 : (tensor<9xf32>) -> tensor<9xui8>
    %4 = stablehlo.convert %arg0 : (tensor<9xf32>) -> tensor<9xi16>
    return %0, %1, %2, %3, %4 : tensor<9xi32>, tensor<9xui32>, tensor<9xi8>, tensor<9xui8>, tensor<9xi16>
  }
}
