module @jit_any_all attributes {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} {
  func.func public @main(%arg0: tensor<7x9xf32>) -> (tensor<7xi1> {jax.result_info = "result[0]"}, tensor<9xi1> {jax.result_info = "result[1]"}, tensor<i1> {jax.result_info = "result[2]"}, tensor<9xi32> {jax.result_info = "result[3]"}) {
    %cst = stablehlo.constant dense<1.500000e+00> : tensor<f32>
    %0 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<7x9xf32>
    %1 = stablehlo.compare GT, %arg0, %0, FLOAT : (tensor<7x9xf32>, tensor<7x9xf32>) -> tensor<7x9xi1>
    %c = stablehlo.constant dense<false> : tensor<i1>
    %2 = stablehlo.reduce(%1 init: %c) applies stablehlo.or across dimensions = [1] : (tensor<7x9xi1>, tensor<i1>) -> tensor<7xi1>
    %cst_0 = stablehlo.constant dense<-1.500000e+00> : tensor<f32>
    %3 = stablehlo.broadcast_in_dim %cst_0, dims = [] : (tensor<f32>) -> tensor<7x9xf32>
    %4 = stablehlo.compare GT, %arg0, %3, FLOAT : (tensor<7x9xf32>, tensor<7x9xf32>) -> tensor<7x9xi1>
    %c_1 = stablehlo.constant dense<true> : tensor<i1>
    %5 = stablehlo.reduce(%4 init: %c_1) applies stablehlo.and across dimensions = [0] : (tensor<7x9xi1>, tensor<i1>) -> tensor<9xi1>
    %cst_2 = stablehlo.constant dense<9.000000e+00> : tensor<f32>
    %6 = stablehlo.broadcast_in_dim %cst_2, dims = [] : (tensor<f32>) -> tensor<7x9xf32>
    %7 = stablehlo.compare GT, %arg0, %6, FLOAT : (tensor<7x9xf32>, tensor<7x9xf32>) -> tensor<7x9xi1>
    %c_3 = stablehlo.constant dense<false> : tensor<i1>
    %8 = stablehlo.reduce(%7 init: %c_3) applies stablehlo.or across dimensions = [0, 1] : (tensor<7x9xi1>, tensor<i1>) -> tensor<i1>
    %cst_4 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %9 = stablehlo.broadcast_in_dim %cst_4, dims = [] : (tensor<f32>) -> tensor<7x9xf32>
    %10 = stablehlo.compare GT, %arg0, %9, FLOAT : (tensor<7x9xf32>, tensor<7x9xf32>) -> tensor<7x9xi1>
    %11 = stablehlo.convert %10 : (tensor<7x9xi1>) -> tensor<7x9xi32>
    %c_5 = stablehlo.constant dense<0> : tensor<i32>
    %12 = stablehlo.reduce(%11 init: %c_5) applies stablehlo.add across dimensions = [0] : (tensor<7x9xi32>, tensor<i32>) -> tensor<9xi32>
    return %2, %5, %8, %12 : tensor<7xi1>, tensor<9xi1>, tensor<i1>, tensor<9xi32>
  }
}
