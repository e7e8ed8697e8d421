module @jit_integers_i16 attributes {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} {
  func.func public @main(%arg0: tensor<10xi16>, %arg1: tensor<10xi16>) -> (tensor<10xi16> {jax.result_info = "result[0]"}, tensor<10xi16> {jax.result_info = "result[1]"}, tensor<10xi16> {jax.result_info = "result[2]"}, tensor<10xi16> {jax.result_info = "result[3]"}, tensor<10xi16> {jax.result_info = "result[4]"}, tensor<10xi16> {jax.result_info = "result[5]"}, tensor<10xi16> {jax.result_info = "result[6]"}, tensor<10xi16> {jax.result_info = "result[7]"}, tensor<10xi16> {jax.result_info = "result[8]"}, tensor<10xi16> {jax.result_info = "result[9]"}, tensor<10xi16> {jax.result_info = "result[10]"}, tensor<10xi16> {jax.result_info = "result[11]"}, tensor<10xi16> {jax.result_info = "result[12]"}, tensor<10xi16> {jax.result_info = "result[13]"}, tensor<10xi16> {jax.result_info = "result[14]"}, tensor<10xi16> {jax.result_info = "result[15]"}, tensor<10xi16> {jax.result_info = "result[16]"}, tensor<10xi16> {jax.result_info = "result[17]"}, tensor<10xi1> {jax.result_info = "result[18]"}, tensor<10xi16> {jax.result_info = "result[19]"}) {
    %c = stablehlo.constant dense<63> : tensor<i16>
    %0 = stablehlo.broadcast_in_dim %c, dims = [] : (tensor<i16>) -> tensor<10xi16>
    %1 = stablehlo.and %arg1, %0 : tensor<10xi16>
    %c_0 = stablehlo.constant dense<16> : tensor<i16>
    %2 = stablehlo.broadcast_in_dim %c_0, dims = [] : (tensor<i16>) -> tensor<10xi16>
    %3 = stablehlo.remainder %1, %2 : tensor<10xi16>
    %4 = stablehlo.add %arg0, %arg1 : tensor<10xi16>
    %5 = stablehlo.subtract %arg0, %arg1 : tensor<10xi16>
    %6 = stablehlo.multiply %arg0, %arg1 : tensor<10xi16>
    %7 = stablehlo.divide %arg0, %arg1 : tensor<10xi16>
    %8 = stablehlo.remainder %arg0, %arg1 : tensor<10xi16>
    %9 = stablehlo.maximum %arg0, %arg1 : tensor<10xi16>
    %10 = stablehlo.minimum %arg0, %arg1 : tensor<10xi16>
    %11 = stablehlo.negate %arg0 : tensor<10xi16>
    %12 = stablehlo.sign %arg0 : tensor<10xi16>
    %13 = stablehlo.and %arg0, %arg1 : tensor<10xi16>
    %14 = stablehlo.or %arg0, %arg1 : tensor<10xi16>
    %15 = stablehlo.xor %arg0, %arg1 : tensor<10xi16>
    %16 = stablehlo.not %arg0 : tensor<10xi16>
    %17 = stablehlo.shift_left %arg0, %3 : tensor<10xi16>
    %18 = stablehlo.shift_right_logical %arg0, %3 : tensor<10xi16>
    %19 = stablehlo.shift_right_arithmetic %arg0, %3 : tensor<10xi16>
    %20 = stablehlo.count_leading_zeros %arg0 : tensor<10xi16>
    %21 = stablehlo.popcnt %arg0 : tensor<10xi16>
    %22 = stablehlo.compare LT, %arg0, %arg1, SIGNED : (tensor<10xi16>, tensor<10xi16>) -> tensor<10xi1>
    %23 = stablehlo.abs %arg0 : tensor<10xi16>
    return %4, %5, %6, %7, %8, %9, %10, %11, %12, %13, %14, %15, %16, %17, %18, %19, %20, %21, %22, %23 : tensor<10xi16>, tensor<10xi16>, tensor<10xi16>, tensor<10xi16>, tensor<10xi16>, tensor<10xi16>, tensor<10xi16>, tensor<10xi16>, tensor<10xi16>, tensor<10xi16>, tensor<10xi16>, tensor<10xi16>, tensor<10xi16>, tensor<10xi16>, tensor<10xi16>, tensor<10xi16>, tensor<10xi16>, tensor<10xi16>, tensor<10xi1>, tensor<10xi16>
  }
}
