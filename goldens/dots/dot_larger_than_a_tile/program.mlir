module @jit_dot_larger_than_a_tile attributes {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} {
  func.func public @main(%arg0: tensor<9x265xf32>) -> (tensor<9x9xf32> {jax.result_info = "result[0]"}, tensor<265xf32> {jax.result_info = "result[1]"}) {
    %0 = stablehlo.transpose %arg0, dims = [1, 0] : (tensor<9x265xf32>) -> tensor<265x9xf32>
    %1 = stablehlo.dot_general %arg0, %0, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<9x265xf32>, tensor<265x9xf32>) -> tensor<9x9xf32>
    %2 = stablehlo.transpose %arg0, dims = [1, 0] : (tensor<9x265xf32>) -> tensor<265x9xf32>
    %3 = stablehlo.dot_general %2, %arg0, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<265x9xf32>, tensor<9x265xf32>) -> tensor<265x265xf32>
    %cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %4 = stablehlo.reduce(%3 init: %cst) applies stablehlo.add across dimensions = [0] : (tensor<265x265xf32>, tensor<f32>) -> tensor<265xf32>
    return %1, %4 : tensor<9x9xf32>, tensor<265xf32>
  }
}
