module @jit_convert_truncates attributes {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} {
  func.func public @main(%arg0: tensor<7xf32>, %arg1: tensor<9xi32>, %arg2: tensor<7xui32>) -> (tensor<7xi32> {jax.result_info = "result[0]"}, tensor<7xi8> {jax.result_info = "result[1]"}, tensor<9xi8> {jax.result_info = "result[2]"}, tensor<9xui8> {jax.result_info = "result[3]"}, tensor<9xui32> {jax.result_info = "result[4]"}, tensor<9xi32> {jax.result_info = "result[5]"}, tensor<7xi32> {jax.result_info = "result[6]"}, tensor<7xf32> {jax.result_info = "result[7]"}, tensor<7xui16> {jax.result_info = "result[8]"}, tensor<9xf32> {jax.result_info = "result[9]"}) {
    %0 = stablehlo.convert %arg0 : (tensor<7xf32>) -> tensor<7xi32>
    %1 = stablehlo.convert %arg0 : (tensor<7xf32>) -> tensor<7xi8>
    %2 = stablehlo.convert %arg1 : (tensor<9xi32>) -> tensor<9xi8>
    %3 = stablehlo.convert %arg1 : (tensor<9xi32>) -> tensor<9xui8>
    %4 = stablehlo.convert %arg1 : (tensor<9xi32>) -> tensor<9xui32>
    %5 = stablehlo.convert %arg1 : (tensor<9xi32>) -> tensor<9xi16>
    %6 = stablehlo.convert %5 : (tensor<9xi16>) -> tensor<9xi32>
    %7 = stablehlo.convert %arg2 : (tensor<7xui32>) -> tensor<7xi32>
    %8 = stablehlo.convert %arg2 : (tensor<7xui32>) -> tensor<7xf32>
    %9 = stablehlo.convert %arg2 : (tensor<7xui32>) -> tensor<7xui16>
    %10 = stablehlo.convert %arg1 : (tensor<9xi32>) -> tensor<9xf32>
    return %0, %1, %2, %3, %4, %6, %7, %8, %9, %10 : tensor<7xi32>, tensor<7xi8>, tensor<9xi8>, tensor<9xui8>, tensor<9xui32>, tensor<9xi32>, tensor<7xi32>, tensor<7xf32>, tensor<7xui16>, tensor<9xf32>
  }
}
