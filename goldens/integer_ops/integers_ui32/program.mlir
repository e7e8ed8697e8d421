module @jit_integers_ui32 attributes {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} {
  func.func public @main(%arg0: tensor<10xui32>, %arg1: tensor<10xui32>) -> (tensor<10xui32> {jax.result_info = "result[0]"}, tensor<10xui32> {jax.result_info = "result[1]"}, tensor<10xui32> {jax.result_info = "result[2]"}, tensor<10xui32> {jax.result_info = "result[3]"}, tensor<10xui32> {jax.result_info = "result[4]"}, tensor<10xui32> {jax.result_info = "result[5]"}, tensor<10xui32> {jax.result_info = "result[6]"}, tensor<10xui32> {jax.result_info = "result[7]"}, tensor<10xui32> {jax.result_info = "result[8]"}, tensor<10xui32> {jax.result_info = "result[9]"}, tensor<10xui32> {jax.result_info = "result[10]"}, tensor<10xui32> {jax.result_info = "result[11]"}, tensor<10xui32> {jax.result_info = "result[12]"}, tensor<10xui32> {jax.result_info = "result[13]"}, tensor<10xui32> {jax.result_info = "result[14]"}, tensor<10xui32> {jax.result_info = "result[15]"}, tensor<10xui32> {jax.result_info = "result[16]"}, tensor<10xui32> {jax.result_info = "result[17]"}, tensor<10xi1> {jax.result_info = "result[18]"}) {
    %c = stablehlo.constant dense<63> : tensor<ui32>
    %0 = stablehlo.broadcast_in_dim %c, dims = [] : (tensor<ui32>) -> tensor<10xui32>
    %1 = stablehlo.and %arg1, %0 : tensor<10xui32>
    %c_0 = stablehlo.constant dense<32> : tensor<ui32>
    %2 = stablehlo.broadcast_in_dim %c_0, dims = [] : (tensor<ui32>) -> tensor<10xui32>
    %3 = stablehlo.remainder %1, %2 : tensor<10xui32>
    %4 = stablehlo.add %arg0, %arg1 : tensor<10xui32>
    %5 = stablehlo.subtract %arg0, %arg1 : tensor<10xui32>
    %6 = stablehlo.multiply %arg0, %arg1 : tensor<10xui32>
    %7 = stablehlo.divide %arg0, %arg1 : tensor<10xui32>
    %8 = stablehlo.remainder %arg0, %arg1 : tensor<10xui32>
    %9 = stablehlo.maximum %arg0, %arg1 : tensor<10xui32>
    %10 = stablehlo.minimum %arg0, %arg1 : tensor<10xui32>
    %11 = stablehlo.negate %arg0 : tensor<10xui32>
    %c_1 = stablehlo.constant dense<0> : tensor<ui32>
    %12 = stablehlo.broadcast_in_dim %c_1, dims = [] : (tensor<ui32>) -> tensor<10xui32>
    %13 = stablehlo.compare EQ, %arg0, %12, UNSIGNED : (tensor<10xui32>, tensor<10xui32>) -> tensor<10xi1>
    %c_2 = stablehlo.constant dense<0> : tensor<ui32>
    %14 = stablehlo.broadcast_in_dim %c_2, dims = [] : (tensor<ui32>) -> tensor<10xui32>
    %c_3 = stablehlo.constant dense<1> : tensor<ui32>
    %15 = stablehlo.broadcast_in_dim %c_3, dims = [] : (tensor<ui32>) -> tensor<10xui32>
    %16 = stablehlo.select %13, %14, %15 : tensor<10xi1>, tensor<10xui32>
    %17 = stablehlo.and %arg0, %arg1 : tensor<10xui32>
    %18 = stablehlo.or %arg0, %arg1 : tensor<10xui32>
    %19 = stablehlo.xor %arg0, %arg1 : tensor<10xui32>
    %20 = stablehlo.not %arg0 : tensor<10xui32>
    %21 = stablehlo.shift_left %arg0, %3 : tensor<10xui32>
    %22 = stablehlo.shift_right_logical %arg0, %3 : tensor<10xui32>
    %23 = stablehlo.shift_right_arithmetic %arg0, %3 : tensor<10xui32>
    %24 = stablehlo.count_leading_zeros %arg0 : tensor<10xui32>
    %25 = stablehlo.popcnt %arg0 : tensor<10xui32>
    %26 = stablehlo.compare LT, %arg0, %arg1, UNSIGNED : (tensor<10xui32>, tensor<10xui32>) -> tensor<10xi1>
    return %4, %5, %6, %7, %8, %9, %10, %11, %16, %17, %18, %19, %20, %21, %22, %23, %24, %25, %26 : tensor<10xui32>, tensor<10xui32>, tensor<10xui32>, tensor<10xui32>, tensor<10xui32>, tensor<10xui32>, tensor<10xui32>, tensor<10xui32>, tensor<10xui32>, tensor<10xui32>, tensor<10xui32>, tensor<10xui32>, tensor<10xui32>, tensor<10xui32>, tensor<10xui32>, tensor<10xui32>, tensor<10xui32>, tensor<10xui32>, tensor<10xi1>
  }
}
