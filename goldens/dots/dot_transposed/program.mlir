module @jit_dot_transposed attributes {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} {
  func.func public @main(%arg0: tensor<7x9xf32>, %arg1: tensor<7x11xf32>, %arg2: tensor<5x11xf32>) -> (tensor<9x11xf32> {jax.result_info = "result[0]"}, tensor<7x5xf32> {jax.result_info = "result[1]"}, tensor<7x5xf32> {jax.result_info = "result[2]"}, tensor<7x11xf32> {jax.result_info = "result[3]"}) {
    %0 = stablehlo.transpose %arg0, dims = [1, 0] : (tensor<7x9xf32>) -> tensor<9x7xf32>
    %1 = stablehlo.dot_general %0, %arg1, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<9x7xf32>, tensor<7x11xf32>) -> tensor<9x11xf32>
    %2 = stablehlo.transpose %arg2, dims = [1, 0] : (tensor<5x11xf32>) -> tensor<11x5xf32>
    %3 = stablehlo.dot_general %arg1, %2, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<7x11xf32>, tensor<11x5xf32>) -> tensor<7x5xf32>
    %4 = stablehlo.dot_general %arg1, %arg2, contracting_dims = [1] x [1], precision = [DEFAULT, DEFAULT] : (tensor<7x11xf32>, tensor<5x11xf32>) -> tensor<7x5xf32>
    %5 = stablehlo.transpose %arg1, dims = [1, 0] : (tensor<7x11xf32>) -> tensor<11x7xf32>
    %6 = stablehlo.dot_general %arg2, %5, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<5x11xf32>, tensor<11x7xf32>) -> tensor<5x7xf32>
    %7 = stablehlo.transpose %6, dims = [1, 0] : (tensor<5x7xf32>) -> tensor<7x5xf32>
    %8 = stablehlo.dot_general %7, %arg2, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<7x5xf32>, tensor<5x11xf32>) -> tensor<7x11xf32>
    return %1, %3, %4, %8 : tensor<9x11xf32>, tensor<7x5xf32>, tensor<7x5xf32>, tensor<7x11xf32>
  }
}
