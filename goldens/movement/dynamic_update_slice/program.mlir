module @jit_dynamic_update_slice attributes {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} {
  func.func public @main(%arg0: tensor<6x7xf32>, %arg1: tensor<2x3xf32>, %arg2: tensor<2x2xi32>) -> (tensor<6x7xf32> {jax.result_info = "result[0]"}, tensor<6x7xf32> {jax.result_info = "result[1]"}, tensor<6x7xf32> {jax.result_info = "result[2]"}, tensor<6x7xf32> {jax.result_info = "result[3]"}) {
    %0 = stablehlo.slice %arg2 [0:1, 0:2] : (tensor<2x2xi32>) -> tensor<1x2xi32>
    %1 = stablehlo.reshape %0 : (tensor<1x2xi32>) -> tensor<2xi32>
    %2 = stablehlo.slice %1 [0:1] : (tensor<2xi32>) -> tensor<1xi32>
    %3 = stablehlo.reshape %2 : (tensor<1xi32>) -> tensor<i32>
    %4 = stablehlo.slice %1 [1:2] : (tensor<2xi32>) -> tensor<1xi32>
    %5 = stablehlo.reshape %4 : (tensor<1xi32>) -> tensor<i32>
    %c = stablehlo.constant dense<0> : tensor<i32>
    %6 = stablehlo.compare LT, %3, %c, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
    %c_0 = stablehlo.constant dense<6> : tensor<i32>
    %7 = stablehlo.add %3, %c_0 : tensor<i32>
    %8 = stablehlo.select %6, %7, %3 : tensor<i1>, tensor<i32>
    %c_1 = stablehlo.constant dense<0> : tensor<i32>
    %9 = stablehlo.compare LT, %5, %c_1, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
    %c_2 = stablehlo.constant dense<7> : tensor<i32>
    %10 = stablehlo.add %5, %c_2 : tensor<i32>
    %11 = stablehlo.select %9, %10, %5 : tensor<i1>, tensor<i32>
    %12 = stablehlo.dynamic_update_slice %arg0, %arg1, %8, %11 : (tensor<6x7xf32>, tensor<2x3xf32>, tensor<i32>, tensor<i32>) -> tensor<6x7xf32>
    %13 = stablehlo.slice %arg2 [1:2, 0:2] : (tensor<2x2xi32>) -> tensor<1x2xi32>
    %14 = stablehlo.reshape %13 : (tensor<1x2xi32>) -> tensor<2xi32>
    %15 = stablehlo.slice %14 [0:1] : (tensor<2xi32>) -> tensor<1xi32>
    %16 = stablehlo.reshape %15 : (tensor<1xi32>) -> tensor<i32>
    %17 = stablehlo.slice %14 [1:2] : (tensor<2xi32>) -> tensor<1xi32>
    %18 = stablehlo.reshape %17 : (tensor<1xi32>) -> tensor<i32>
    %c_3 = stablehlo.constant dense<0> : tensor<i32>
    %19 = stablehlo.compare LT, %16, %c_3, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
    %c_4 = stablehlo.constant dense<6> : tensor<i32>
    %20 = stablehlo.add %16, %c_4 : tensor<i32>
    %21 = stablehlo.select %19, %20, %16 : tensor<i1>, tensor<i32>
    %c_5 = stablehlo.constant dense<0> : tensor<i32>
    %22 = stablehlo.compare LT, %18, %c_5, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
    %c_6 = stablehlo.constant dense<7> : tensor<i32>
    %23 = stablehlo.add %18, %c_6 : tensor<i32>
    %24 = stablehlo.select %22, %23, %18 : tensor<i1>, tensor<i32>
    %25 = stablehlo.dynamic_update_slice %arg0, %arg1, %21, %24 : (tensor<6x7xf32>, tensor<2x3xf32>, tensor<i32>, tensor<i32>) -> tensor<6x7xf32>
    %cst = stablehlo.constant dense<2.000000e+00> : tensor<f32>
    %26 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<2x3xf32>
    %27 = stablehlo.multiply %arg1, %26 : tensor<2x3xf32>
    %28 = stablehlo.slice %arg2 [1:2, 0:1] : (tensor<2x2xi32>) -> tensor<1x1xi32>
    %29 = stablehlo.reshape %28 : (tensor<1x1xi32>) -> tensor<i32>
    %30 = stablehlo.slice %arg2 [0:1, 1:2] : (tensor<2x2xi32>) -> tensor<1x1xi32>
    %31 = stablehlo.reshape %30 : (tensor<1x1xi32>) -> tensor<i32>
    %c_7 = stablehlo.constant dense<0> : tensor<i32>
    %32 = stablehlo.compare LT, %29, %c_7, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
    %c_8 = stablehlo.constant dense<6> : tensor<i32>
    %33 = stablehlo.add %29, %c_8 : tensor<i32>
    %34 = stablehlo.select %32, %33, %29 : tensor<i1>, tensor<i32>
    %c_9 = stablehlo.constant dense<0> : tensor<i32>
    %35 = stablehlo.compare LT, %31, %c_9, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
    %c_10 = stablehlo.constant dense<7> : tensor<i32>
    %36 = stablehlo.add %31, %c_10 : tensor<i32>
    %37 = stablehlo.select %35, %36, %31 : tensor<i1>, tensor<i32>
    %38 = stablehlo.dynamic_update_slice %12, %27, %34, %37 : (tensor<6x7xf32>, tensor<2x3xf32>, tensor<i32>, tensor<i32>) -> tensor<6x7xf32>
    return %12, %25, %38, %arg0 : tensor<6x7xf32>, tensor<6x7xf32>, tensor<6x7xf32>, tensor<6x7xf32>
  }
}
