module @jit_logical attributes {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} {
  func.func public @main(%arg0: tensor<8xi1>, %arg1: tensor<8xi1>) -> (tensor<8xi1> {jax.result_info = "result[0]"}, tensor<8xi1> {jax.result_info = "result[1]"}, tensor<8xi1> {jax.result_info = "result[2]"}, tensor<8xi1> {jax.result_info = "result[3]"}, tensor<8xi1> {jax.result_info = "result[4]"}, tensor<8xi1> {jax.result_info = "result[5]"}, tensor<8xi1> {jax.result_info = "result[6]"}, tensor<8xi1> {jax.result_info = "result[7]"}, tensor<8xi1> {jax.result_info = "result[8]"}) {
    %0 = stablehlo.and %arg0, %arg1 : tensor<8xi1>
    %1 = stablehlo.or %arg0, %arg1 : tensor<8xi1>
    %2 = stablehlo.xor %arg0, %arg1 : tensor<8xi1>
    %3 = stablehlo.not %arg0 : tensor<8xi1>
    %4 = stablehlo.compare EQ, %arg0, %arg1, UNSIGNED : (tensor<8xi1>, tensor<8xi1>) -> tensor<8xi1>
    %5 = stablehlo.compare LT, %arg0, %arg1, UNSIGNED : (tensor<8xi1>, tensor<8xi1>) -> tensor<8xi1>
    %6 = stablehlo.not %arg1 : tensor<8xi1>
    %7 = call @_where(%arg0, %arg1, %6) : (tensor<8xi1>, tensor<8xi1>, tensor<8xi1>) -> tensor<8xi1>
    %8 = stablehlo.or %arg0, %arg1 : tensor<8xi1>
    %9 = stablehlo.and %arg0, %arg1 : tensor<8xi1>
    return %0, %1, %2, %3, %4, %5, %7, %8, %9 : tensor<8xi1>, tensor<8xi1>, tensor<8xi1>, tensor<8xi1>, tensor<8xi1>, tensor<8xi1>, tensor<8xi1>, tensor<8xi1>, tensor<8xi1>
  }
  func.func private @_where(%arg0: tensor<8xi1>, %arg1: tensor<8xi1>, %arg2: tensor<8xi1>) -> tensor<8xi1> {
    %0 = stablehlo.select %arg0, %arg1, %arg2 : tensor<8xi1>, tensor<8xi1>
    return %0 : tensor<8xi1>
  }
}
