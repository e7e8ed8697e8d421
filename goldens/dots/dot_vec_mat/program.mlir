module @jit_dot_vec_mat attributes {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} {
  func.func public @main(%arg0: tensor<19xf32>, %arg1: tensor<19x13xf32>, %arg2: tensor<13xf32>) -> (tensor<13xf32> {jax.result_info = "result[0]"}, tensor<19xf32> {jax.result_info = "result[1]"}, tensor<f32> {jax.result_info = "result[2]"}, tensor<19x13xf32> {jax.result_info = "result[3]"}) {
    %0 = stablehlo.dot_general %arg0, %arg1, contracting_dims = [0] x [0], precision = [DEFAULT, DEFAULT] : (tensor<19xf32>, tensor<19x13xf32>) -> tensor<13xf32>
    %1 = stablehlo.dot_general %arg1, %arg2, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<19x13xf32>, tensor<13xf32>) -> tensor<19xf32>
    %2 = stablehlo.dot_general %arg0, %arg0, contracting_dims = [0] x [0], precision = [DEFAULT, DEFAULT] : (tensor<19xf32>, tensor<19xf32>) -> tensor<f32>
    %3 = stablehlo.broadcast_in_dim %arg0, dims = [0] : (tensor<19xf32>) -> tensor<19x1xf32>
    %4 = stablehlo.broadcast_in_dim %arg2, dims = [1] : (tensor<13xf32>) -> tensor<1x13xf32>
    %5 = stablehlo.broadcast_in_dim %3, dims = [0, 1] : (tensor<19x1xf32>) -> tensor<19x13xf32>
    %6 = stablehlo.broadcast_in_dim %4, dims = [0, 1] : (tensor<1x13xf32>) -> tensor<19x13xf32>
    %7 = stablehlo.multiply %5, %6 : tensor<19x13xf32>
    return %0, %1, %2, %7 : tensor<13xf32>, tensor<19xf32>, tensor<f32>, tensor<19x13xf32>
  }
}
