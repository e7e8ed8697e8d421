module @jit_dynamic_slice_unsigned attributes {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} {
  func.func public @main(%arg0: tensor<250xf32>, %arg1: tensor<ui8>, %arg2: tensor<ui32>) -> (tensor<4xf32> {jax.result_info = "result[0]"}, tensor<4xf32> {jax.result_info = "result[1]"}) {
    %0 = stablehlo.dynamic_slice %arg0, %arg1, sizes = [4] : (tensor<250xf32>, tensor<ui8>) -> tensor<4xf32>
    %1 = stablehlo.dynamic_slice %arg0, %arg2, sizes = [4] : (tensor<250xf32>, tensor<ui32>) -> tensor<4xf32>
    return %0, %1 : tensor<4xf32>, tensor<4xf32>
  }
}
