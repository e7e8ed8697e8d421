module @jit_dot_integers attributes {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} {
  func.func public @main(%arg0: tensor<9x33xi8>, %arg1: tensor<33x7xi8>, %arg2: tensor<5x6xi32>, %arg3: tensor<4x10xui8>) -> (tensor<9x7xi32> {jax.result_info = "result[0]"}, tensor<5x5xi32> {jax.result_info = "result[1]"}, tensor<4x4xui8> {jax.result_info = "result[2]"}) {
    %0 = stablehlo.dot_general %arg0, %arg1, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<9x33xi8>, tensor<33x7xi8>) -> tensor<9x7xi32>
    %1 = stablehlo.transpose %arg2, dims = [1, 0] : (tensor<5x6xi32>) -> tensor<6x5xi32>
    %2 = stablehlo.dot_general %arg2, %1, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<5x6xi32>, tensor<6x5xi32>) -> tensor<5x5xi32>
    %3 = stablehlo.transpose %arg3, dims = [1, 0] : (tensor<4x10xui8>) -> tensor<10x4xui8>
    %4 = stablehlo.dot_general %arg3, %3, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<4x10xui8>, tensor<10x4xui8>) -> tensor<4x4xui8>
    return %0, %2, %4 : tensor<9x7xi32>, tensor<5x5xi32>, tensor<4x4xui8>
  }
}
