module @jit_dot_bf16_to_f32 attributes {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} {
  func.func public @main(%arg0: tensor<12x40xbf16>, %arg1: tensor<40x9xbf16>) -> (tensor<12x9xf32> {jax.result_info = "result"}) {
    %0 = stablehlo.dot_general %arg0, %arg1, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<12x40xbf16>, tensor<40x9xbf16>) -> tensor<12x9xf32>
    return %0 : tensor<12x9xf32>
  }
}
