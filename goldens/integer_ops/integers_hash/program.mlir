module @jit_integers_hash attributes {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} {
  func.func public @main(%arg0: tensor<37xui32>) -> (tensor<37xui32> {jax.result_info = "result[0]"}, tensor<ui32> {jax.result_info = "result[1]"}, tensor<37xui32> {jax.result_info = "result[2]"}) {
    %c = stablehlo.constant dense<16> : tensor<ui32>
    %0 = stablehlo.broadcast_in_dim %c, dims = [] : (tensor<ui32>) -> tensor<37xui32>
    %1 = stablehlo.shift_right_logical %arg0, %0 : tensor<37xui32>
    %2 = stablehlo.xor %arg0, %1 : tensor<37xui32>
    %c_0 = stablehlo.constant dense<2246822507> : tensor<ui32>
    %3 = stablehlo.broadcast_in_dim %c_0, dims = [] : (tensor<ui32>) -> tensor<37xui32>
    %4 = stablehlo.multiply %2, %3 : tensor<37xui32>
    %c_1 = stablehlo.constant dense<13> : tensor<ui32>
    %5 = stablehlo.broadcast_in_dim %c_1, dims = [] : (tensor<ui32>) -> tensor<37xui32>
    %6 = stablehlo.shift_left %4, %5 : tensor<37xui32>
    %c_2 = stablehlo.constant dense<19> : tensor<ui32>
    %7 = stablehlo.broadcast_in_dim %c_2, dims = [] : (tensor<ui32>) -> tensor<37xui32>
    %8 = stablehlo.shift_right_logical %4, %7 : tensor<37xui32>
    %9 = stablehlo.or %6, %8 : tensor<37xui32>
    %c_3 = stablehlo.constant dense<16> : tensor<ui32>
    %10 = stablehlo.broadcast_in_dim %c_3, dims = [] : (tensor<ui32>) -> tensor<37xui32>
    %11 = stablehlo.shift_right_logical %9, %10 : tensor<37xui32>
    %12 = stablehlo.xor %9, %11 : tensor<37xui32>
    %c_4 = stablehlo.constant dense<3266489909> : tensor<ui32>
    %13 = stablehlo.broadcast_in_dim %c_4, dims = [] : (tensor<ui32>) -> tensor<37xui32>
    %14 = stablehlo.multiply %12, %13 : tensor<37xui32>
    %c_5 = stablehlo.constant dense<13> : tensor<ui32>
    %15 = stablehlo.broadcast_in_dim %c_5, dims = [] : (tensor<ui32>) -> tensor<37xui32>
    %16 = stablehlo.shift_left %14, %15 : tensor<37xui32>
    %c_6 = stablehlo.constant dense<19> : tensor<ui32>
    %17 = stablehlo.broadcast_in_dim %c_6, dims = [] : (tensor<ui32>) -> tensor<37xui32>
    %18 = stablehlo.shift_right_logical %14, %17 : tensor<37xui32>
    %19 = stablehlo.or %16, %18 : tensor<37xui32>
    %c_7 = stablehlo.constant dense<16> : tensor<ui32>
    %20 = stablehlo.broadcast_in_dim %c_7, dims = [] : (tensor<ui32>) -> tensor<37xui32>
    %21 = stablehlo.shift_right_logical %19, %20 : tensor<37xui32>
    %22 = stablehlo.xor %19, %21 : tensor<37xui32>
    %c_8 = stablehlo.constant dense<668265263> : tensor<ui32>
    %23 = stablehlo.broadcast_in_dim %c_8, dims = [] : (tensor<ui32>) -> tensor<37xui32>
    %24 = stablehlo.multiply %22, %23 : tensor<37xui32>
    %c_9 = stablehlo.constant dense<13> : tensor<ui32>
    %25 = stablehlo.broadcast_in_dim %c_9, dims = [] : (tensor<ui32>) -> tensor<37xui32>
    %26 = stablehlo.shift_left %24, %25 : tensor<37xui32>
    %c_10 = stablehlo.constant dense<19> : tensor<ui32>
    %27 = stablehlo.broadcast_in_dim %c_10, dims = [] : (tensor<ui32>) -> tensor<37xui32>
    %28 = stablehlo.shift_right_logical %24, %27 : tensor<37xui32>
    %29 = stablehlo.or %26, %28 : tensor<37xui32>
    %c_11 = stablehlo.constant dense<0> : tensor<ui32>
    %30 = stablehlo.reduce(%29 init: %c_11) applies stablehlo.add across dimensions = [0] : (tensor<37xui32>, tensor<ui32>) -> tensor<ui32>
    %c_12 = stablehlo.constant dense<1000> : tensor<ui32>
    %31 = call @remainder(%29, %c_12) : (tensor<37xui32>, tensor<ui32>) -> tensor<37xui32>
    return %29, %30, %31 : tensor<37xui32>, tensor<ui32>, tensor<37xui32>
  }
  func.func private @remainder(%arg0: tensor<37xui32>, %arg1: tensor<ui32>) -> tensor<37xui32> {
    %c = stablehlo.constant dense<0> : tensor<ui32>
    %0 = stablehlo.compare EQ, %arg1, %c, UNSIGNED : (tensor<ui32>, tensor<ui32>) -> tensor<i1>
    %c_0 = stablehlo.constant dense<1> : tensor<ui32>
    %1 = call @_where(%0, %c_0, %arg1) : (tensor<i1>, tensor<ui32>, tensor<ui32>) -> tensor<ui32>
    %2 = stablehlo.broadcast_in_dim %1, dims = [] : (tensor<ui32>) -> tensor<37xui32>
    %3 = stablehlo.remainder %arg0, %2 : tensor<37xui32>
    %c_1 = stablehlo.constant dense<0> : tensor<ui32>
    %4 = stablehlo.broadcast_in_dim %c_1, dims = [] : (tensor<ui32>) -> tensor<37xui32>
    %5 = stablehlo.compare NE, %3, %4, UNSIGNED : (tensor<37xui32>, tensor<37xui32>) -> tensor<37xi1>
    %c_2 = stablehlo.constant dense<0> : tensor<ui32>
    %6 = stablehlo.broadcast_in_dim %c_2, dims = [] : (tensor<ui32>) -> tensor<37xui32>
    %7 = stablehlo.compare LT, %3, %6, UNSIGNED : (tensor<37xui32>, tensor<37xui32>) -> tensor<37xi1>
    %c_3 = stablehlo.constant dense<0> : tensor<ui32>
    %8 = stablehlo.compare LT, %1, %c_3, UNSIGNED : (tensor<ui32>, tensor<ui32>) -> tensor<i1>
    %9 = stablehlo.broadcast_in_dim %8, dims = [] : (tensor<i1>) -> tensor<37xi1>
    %10 = stablehlo.compare NE, %7, %9, UNSIGNED : (tensor<37xi1>, tensor<37xi1>) -> tensor<37xi1>
    %11 = stablehlo.and %10, %5 : tensor<37xi1>
    %12 = stablehlo.broadcast_in_dim %1, dims = [] : (tensor<ui32>) -> tensor<37xui32>
    %13 = stablehlo.add %3, %12 : tensor<37xui32>
    %14 = stablehlo.select %11, %13, %3 : tensor<37xi1>, tensor<37xui32>
    return %14 : tensor<37xui32>
  }
  func.func private @_where(%arg0: tensor<i1>, %arg1: tensor<ui32>, %arg2: tensor<ui32>) -> tensor<ui32> {
    %0 = stablehlo.select %arg0, %arg1, %arg2 : tensor<i1>, tensor<ui32>
    return %0 : tensor<ui32>
  }
}
