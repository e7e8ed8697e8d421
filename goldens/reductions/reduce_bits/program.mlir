module @jit_reduce_bits attributes {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} {
  func.func public @main(%arg0: tensor<5x6xui32>) -> (tensor<5xui32> {jax.result_info = "result[0]"}, tensor<5xui32> {jax.result_info = "result[1]"}, tensor<5xui32> {jax.result_info = "result[2]"}) {
    %c = stablehlo.constant dense<4294967295> : tensor<ui32>
    %0 = stablehlo.reduce(%arg0 init: %c) applies stablehlo.and across dimensions = [1] : (tensor<5x6xui32>, tensor<ui32>) -> tensor<5xui32>
    %c_0 = stablehlo.constant dense<0> : tensor<ui32>
    %1 = stablehlo.reduce(%arg0 init: %c_0) applies stablehlo.or across dimensions = [1] : (tensor<5x6xui32>, tensor<ui32>) -> tensor<5xui32>
    %c_1 = stablehlo.constant dense<0> : tensor<ui32>
    %2 = stablehlo.reduce(%arg0 init: %c_1) applies stablehlo.xor across dimensions = [1] : (tensor<5x6xui32>, tensor<ui32>) -> tensor<5xui32>
    return %0, %1, %2 : tensor<5xui32>, tensor<5xui32>, tensor<5xui32>
  }
}
