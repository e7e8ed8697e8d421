module @jit_integers_ui64 attributes {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} {
  func.func public @main(%arg0: tensor<10xui64>, %arg1: tensor<10xui64>) -> (tensor<10xui64> {jax.result_info = "result[0]"}, tensor<10xui64> {jax.result_info = "result[1]"}, tensor<10xui64> {jax.result_info = "result[2]"}, tensor<10xui64> {jax.result_info = "result[3]"}, tensor<10xui64> {jax.result_info = "result[4]"}, tensor<10xui64> {jax.result_info = "result[5]"}, tensor<10xui64> {jax.result_info = "result[6]"}, tensor<10xui64> {jax.result_info = "result[7]"}, tensor<10xui64> {jax.result_info = "result[8]"}, tensor<10xui64> {jax.result_info = "result[9]"}, tensor<10xui64> {jax.result_info = "result[10]"}, tensor<10xui64> {jax.result_info = "result[11]"}, tensor<10xui64> {jax.result_info = "result[12]"}, tensor<10xui64> {jax.result_info = "result[13]"}, tensor<10xui64> {jax.result_info = "result[14]"}, tensor<10xui64> {jax.result_info = "result[15]"}, tensor<10xui64> {jax.result_info = "result[16]"}, tensor<10xui64> {jax.result_info = "result[17]"}, tensor<10xi1> {jax.result_info = "result[18]"}) {
    %c = stablehlo.constant dense<63> : tensor<ui64>
    %0 = stablehlo.broadcast_in_dim %c, dims = [] : (tensor<ui64>) -> tensor<10xui64>
    %1 = stablehlo.and %arg1, %0 : tensor<10xui64>
    %c_0 = stablehlo.constant dense<64> : tensor<ui64>
    %2 = stablehlo.broadcast_in_dim %c_0, dims = [] : (tensor<ui64>) -> tensor<10xui64>
    %3 = stablehlo.remainder %1, %2 : tensor<10xui64>
    %4 = stablehlo.add %arg0, %arg1 : tensor<10xui64>
    %5 = stablehlo.subtract %arg0, %arg1 : tensor<10xui64>
    %6 = stablehlo.multiply %arg0, %arg1 : tensor<10xui64>
    %7 = stablehlo.divide %arg0, %arg1 : tensor<10xui64>
    %8 = stablehlo.remainder %arg0, %arg1 : tensor<10xui64>
    %9 = stablehlo.maximum %arg0, %arg1 : tensor<10xui64>
    %10 = stablehlo.minimum %arg0, %arg1 : tensor<10xui64>
    %11 = stablehlo.negate %arg0 : tensor<10xui64>
    %c_1 = stablehlo.constant dense<0> : tensor<ui64>
    %12 = stablehlo.broadcast_in_dim %c_1, dims = [] : (tensor<ui64>) -> tensor<10xui64>
    %13 = stablehlo.compare EQ, %arg0, %12, UNSIGNED : (tensor<10xui64>, tensor<10xui64>) -> tensor<10xi1>
    %c_2 = stablehlo.constant dense<0> : tensor<ui64>
    %14 = stablehlo.broadcast_in_dim %c_2, dims = [] : (tensor<ui64>) -> tensor<10xui64>
    %c_3 = stablehlo.constant dense<1> : tensor<ui64>
    %15 = stablehlo.broadcast_in_dim %c_3, dims = [] : (tensor<ui64>) -> tensor<10xui64>
    %16 = stablehlo.select %13, %14, %15 : tensor<10xi1>, tensor<10xui64>
    %17 = stablehlo.and %arg0, %arg1 : tensor<10xui64>
    %18 = stablehlo.or %arg0, %arg1 : tensor<10xui64>
    %19 = stablehlo.xor %arg0, %arg1 : tensor<10xui64>
    %20 = stablehlo.not %arg0 : tensor<10xui64>
    %21 = stablehlo.shift_left %arg0, %3 : tensor<10xui64>
    %22 = stablehlo.shift_right_logical %arg0, %3 : tensor<10xui64>
    %23 = stablehlo.shift_right_arithmetic %arg0, %3 : tensor<10xui64>
    %24 = stablehlo.count_leading_zeros %arg0 : tensor<10xui64>
    %25 = stablehlo.popcnt %arg0 : tensor<10xui64>
    %26 = stablehlo.compare LT, %arg0, %arg1, UNSIGNED : (tensor<10xui64>, tensor<10xui64>) -> tensor<10xi1>
    return %4, %5, %6, %7, %8, %9, %10, %11, %16, %17, %18, %19, %20, %21, %22, %23, %24, %25, %26 : tensor<10xui64>, tensor<10xui64>, tensor<10xui64>, tensor<10xui64>, tensor<10xui64>, tensor<10xui64>, tensor<10xui64>, tensor<10xui64>, tensor<10xui64>, tensor<10xui64>, tensor<10xui64>, tensor<10xui64>, tensor<10xui64>, tensor<10xui64>, tensor<10xui64>, tensor<10xui64>, tensor<10xui64>, tensor<10xui64>, tensor<10xi1>
  }
}
