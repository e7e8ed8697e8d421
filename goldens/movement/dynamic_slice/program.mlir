module @jit_dynamic_slice attributes {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} {
  func.func public @main(%arg0: tensor<6x9xf32>, %arg1: tensor<2x2xi32>) -> (tensor<3x4xf32> {jax.result_info = "result[0]"}, tensor<3x4xf32> {jax.result_info = "result[1]"}, tensor<6x1xf32> {jax.result_info = "result[2]"}) {
    %0 = stablehlo.slice %arg1 [0:1, 0:2] : (tensor<2x2xi32>) -> tensor<1x2xi32>
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
    %c_2 = stablehlo.constant dense<9> : tensor<i32>
    %10 = stablehlo.add %5, %c_2 : tensor<i32>
    %11 = stablehlo.select %9, %10, %5 : tensor<i1>, tensor<i32>
    %12 = stablehlo.dynamic_slice %arg0, %8, %11, sizes = [3, 4] : (tensor<6x9xf32>, tensor<i32>, tensor<i32>) -> tensor<3x4xf32>
    %13 = stablehlo.slice %arg1 [1:2, 0:2] : (tensor<2x2xi32>) -> tensor<1x2xi32>
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
    %c_6 = stablehlo.constant dense<9> : tensor<i32>
    %23 = stablehlo.add %18, %c_6 : tensor<i32>
    %24 = stablehlo.select %22, %23, %18 : tensor<i1>, tensor<i32>
    %25 = stablehlo.dynamic_slice %arg0, %21, %24, sizes = [3, 4] : (tensor<6x9xf32>, tensor<i32>, tensor<i32>) -> tensor<3x4xf32>
    %26 = stablehlo.slice %arg1 [0:1, 1:2] : (tensor<2x2xi32>) -> tensor<1x1xi32>
    %27 = stablehlo.reshape %26 : (tensor<1x1xi32>) -> tensor<i32>
    %28 = call @dynamic_index_in_dim(%arg0, %27) : (tensor<6x9xf32>, tensor<i32>) -> tensor<6x1xf32>
    return %12, %25, %28 : tensor<3x4xf32>, tensor<3x4xf32>, tensor<6x1xf32>
  }
  func.func private @dynamic_index_in_dim(%arg0: tensor<6x9xf32>, %arg1: tensor<i32>) -> tensor<6x1xf32> {
    %c = stablehlo.constant dense<0> : tensor<i32>
    %0 = stablehlo.compare LT, %arg1, %c, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
    %c_0 = stablehlo.constant dense<9> : tensor<i32>
    %1 = stablehlo.add %arg1, %c_0 : tensor<i32>
    %2 = stablehlo.select %0, %1, %arg1 : tensor<i1>, tensor<i32>
    %c_1 = stablehlo.constant dense<0> : tensor<i32>
    %3 = stablehlo.dynamic_slice %arg0, %c_1, %2, sizes = [6, 1] : (tensor<6x9xf32>, tensor<i32>, tensor<i32>) -> tensor<6x1xf32>
    return %3 : tensor<6x1xf32>
  }
}
