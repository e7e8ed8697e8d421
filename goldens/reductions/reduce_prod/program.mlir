module @jit_reduce_prod attributes {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} {
  func.func public @main(%arg0: tensor<9x7xf32>, %arg1: tensor<3x12xi32>) -> (tensor<7xf32> {jax.result_info = "result[0]"}, tensor<f32> {jax.result_info = "result[1]"}, tensor<3xi32> {jax.result_info = "result[2]"}) {
    %cst = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %0 = stablehlo.reduce(%arg0 init: %cst) applies stablehlo.multiply across dimensions = [0] : (tensor<9x7xf32>, tensor<f32>) -> tensor<7xf32>
    %cst_0 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %1 = stablehlo.reduce(%arg0 init: %cst_0) applies stablehlo.multiply across dimensions = [0, 1] : (tensor<9x7xf32>, tensor<f32>) -> tensor<f32>
    %c = stablehlo.constant dense<1> : tensor<i32>
    %2 = stablehlo.reduce(%arg1 init: %c) applies stablehlo.multiply across dimensions = [1] : (tensor<3x12xi32>, tensor<i32>) -> tensor<3xi32>
    return %0, %1, %2 : tensor<7xf32>, tensor<f32>, tensor<3xi32>
  }
}
