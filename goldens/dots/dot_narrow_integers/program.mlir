module @jit_dot_narrow_integers attributes {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} {
  func.func public @main(%arg0: tensor<21x35xui8>, %arg1: tensor<35x19xui8>, %arg2: tensor<37x18xi8>, %arg3: tensor<23x37xi8>, %arg4: tensor<2x9x45xi16>) -> (tensor<21x19xi32> {jax.result_info = "result[0]"}, tensor<18x23xi32> {jax.result_info = "result[1]"}, tensor<2x9x9xi32> {jax.result_info = "result[2]"}) {
    %0 = stablehlo.dot_general %arg0, %arg1, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<21x35xui8>, tensor<35x19xui8>) -> tensor<21x19xi32>
    %1 = stablehlo.dot_general %arg2, %arg3, contracting_dims = [0] x [1], precision = [DEFAULT, DEFAULT] : (tensor<37x18xi8>, tensor<23x37xi8>) -> tensor<18x23xi32>
    %2 = stablehlo.dot_general %arg4, %arg4, batching_dims = [0] x [0], contracting_dims = [2] x [2], precision = [DEFAULT, DEFAULT] : (tensor<2x9x45xi16>, tensor<2x9x45xi16>) -> tensor<2x9x9xi32>
    return %0, %1, %2 : tensor<21x19xi32>, tensor<18x23xi32>, tensor<2x9x9xi32>
  }
}
