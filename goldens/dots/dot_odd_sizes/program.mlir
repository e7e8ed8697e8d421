module @jit_dot_odd_sizes attributes {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} {
  func.func public @main(%arg0: tensor<19x13xf32>, %arg1: tensor<13x17xf32>, %arg2: tensor<1x13xf32>, %arg3: tensor<13x1xf32>) -> (tensor<19x17xf32> {jax.result_info = "result[0]"}, tensor<1x17xf32> {jax.result_info = "result[1]"}, tensor<19x1xf32> {jax.result_info = "result[2]"}, tensor<1x1xf32> {jax.result_info = "result[3]"}) {
    %0 = stablehlo.dot_general %arg0, %arg1, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<19x13xf32>, tensor<13x17xf32>) -> tensor<19x17xf32>
    %1 = stablehlo.dot_general %arg2, %arg1, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<1x13xf32>, tensor<13x17xf32>) -> tensor<1x17xf32>
    %2 = stablehlo.dot_general %arg0, %arg3, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<19x13xf32>, tensor<13x1xf32>) -> tensor<19x1xf32>
    %3 = stablehlo.dot_general %arg2, %arg3, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<1x13xf32>, tensor<13x1xf32>) -> tensor<1x1xf32>
    return %0, %1, %2, %3 : tensor<19x17xf32>, tensor<1x17xf32>, tensor<19x1xf32>, tensor<1x1xf32>
  }
}
