module @jit_reduce_max_min attributes {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} {
  func.func public @main(%arg0: tensor<6x11xf32>, %arg1: tensor<5x8xui8>) -> (tensor<11xf32> {jax.result_info = "result[0]"}, tensor<6xf32> {jax.result_info = "result[1]"}, tensor<f32> {jax.result_info = "result[2]"}, tensor<5xui8> {jax.result_info = "result[3]"}, tensor<8xui8> {jax.result_info = "result[4]"}) {
    %cst = stablehlo.constant dense<0xFF800000> : tensor<f32>
    %0 = stablehlo.reduce(%arg0 init: %cst) applies stablehlo.maximum across dimensions = [0] : (tensor<6x11xf32>, tensor<f32>) -> tensor<11xf32>
    %cst_0 = stablehlo.constant dense<0x7F800000> : tensor<f32>
    %1 = stablehlo.reduce(%arg0 init: %cst_0) applies stablehlo.minimum across dimensions = [1] : (tensor<6x11xf32>, tensor<f32>) -> tensor<6xf32>
    %cst_1 = stablehlo.constant dense<0xFF800000> : tensor<f32>
    %2 = stablehlo.reduce(%arg0 init: %cst_1) applies stablehlo.maximum across dimensions = [0, 1] : (tensor<6x11xf32>, tensor<f32>) -> tensor<f32>
    %c = stablehlo.constant dense<0> : tensor<ui8>
    %3 = stablehlo.reduce(%arg1 init: %c) applies stablehlo.maximum across dimensions = [1] : (tensor<5x8xui8>, tensor<ui8>) -> tensor<5xui8>
    %c_2 = stablehlo.constant dense<255> : tensor<ui8>
    %4 = stablehlo.reduce(%arg1 init: %c_2) applies stablehlo.minimum across dimensions = [0] : (tensor<5x8xui8>, tensor<ui8>) -> tensor<8xui8>
    return %0, %1, %2, %3, %4 : tensor<11xf32>, tensor<6xf32>, tensor<f32>, tensor<5xui8>, tensor<8xui8>
  }
}
