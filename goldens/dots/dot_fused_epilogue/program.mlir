module @jit_dot_fused_epilogue attributes {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} {
  func.func public @main(%arg0: tensor<10x20xf32>, %arg1: tensor<10xf32>, %arg2: tensor<20x14xf32>, %arg3: tensor<14xf32>, %arg4: tensor<10x14xf32>) -> (tensor<10x14xbf16> {jax.result_info = "result"}) {
    %0 = stablehlo.broadcast_in_dim %arg1, dims = [0] : (tensor<10xf32>) -> tensor<10x1xf32>
    %1 = stablehlo.broadcast_in_dim %0, dims = [0, 1] : (tensor<10x1xf32>) -> tensor<10x20xf32>
    %2 = stablehlo.multiply %arg0, %1 : tensor<10x20xf32>
    %3 = stablehlo.dot_general %2, %arg2, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<10x20xf32>, tensor<20x14xf32>) -> tensor<10x14xf32>
    %4 = stablehlo.broadcast_in_dim %arg3, dims = [1] : (tensor<14xf32>) -> tensor<1x14xf32>
    %5 = stablehlo.broadcast_in_dim %4, dims = [0, 1] : (tensor<1x14xf32>) -> tensor<10x14xf32>
    %6 = stablehlo.add %3, %5 : tensor<10x14xf32>
    %7 = stablehlo.add %6, %arg4 : tensor<10x14xf32>
    %cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %8 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<10x14xf32>
    %9 = stablehlo.maximum %7, %8 : tensor<10x14xf32>
    %10 = stablehlo.convert %9 : (tensor<10x14xf32>) -> tensor<10x14xbf16>
    return %10 : tensor<10x14xbf16>
  }
}
