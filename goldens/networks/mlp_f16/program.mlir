module @jit_mlp_f16 attributes {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} {
  func.func public @main(%arg0: tensor<9x15xf16>, %arg1: tensor<15xf16>, %arg2: tensor<15x11xf16>, %arg3: tensor<11xf16>, %arg4: tensor<11x6xf16>, %arg5: tensor<6xf16>, %arg6: tensor<7x9xf16>) -> (tensor<7x6xf16> {jax.result_info = "result"}) {
    %0 = stablehlo.dot_general %arg6, %arg0, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<7x9xf16>, tensor<9x15xf16>) -> tensor<7x15xf16>
    %1 = stablehlo.broadcast_in_dim %arg1, dims = [1] : (tensor<15xf16>) -> tensor<1x15xf16>
    %2 = stablehlo.broadcast_in_dim %1, dims = [0, 1] : (tensor<1x15xf16>) -> tensor<7x15xf16>
    %3 = stablehlo.add %0, %2 : tensor<7x15xf16>
    %4 = call @relu(%3) : (tensor<7x15xf16>) -> tensor<7x15xf16>
    %5 = stablehlo.dot_general %4, %arg2, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<7x15xf16>, tensor<15x11xf16>) -> tensor<7x11xf16>
    %6 = stablehlo.broadcast_in_dim %arg3, dims = [1] : (tensor<11xf16>) -> tensor<1x11xf16>
    %7 = stablehlo.broadcast_in_dim %6, dims = [0, 1] : (tensor<1x11xf16>) -> tensor<7x11xf16>
    %8 = stablehlo.add %5, %7 : tensor<7x11xf16>
    %9 = call @relu_0(%8) : (tensor<7x11xf16>) -> tensor<7x11xf16>
    %10 = stablehlo.dot_general %9, %arg4, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<7x11xf16>, tensor<11x6xf16>) -> tensor<7x6xf16>
    %11 = stablehlo.broadcast_in_dim %arg5, dims = [1] : (tensor<6xf16>) -> tensor<1x6xf16>
    %12 = stablehlo.broadcast_in_dim %11, dims = [0, 1] : (tensor<1x6xf16>) -> tensor<7x6xf16>
    %13 = stablehlo.add %10, %12 : tensor<7x6xf16>
    return %13 : tensor<7x6xf16>
  }
  func.func private @relu(%arg0: tensor<7x15xf16>) -> tensor<7x15xf16> {
    %cst = stablehlo.constant dense<0.000000e+00> : tensor<f16>
    %0 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f16>) -> tensor<7x15xf16>
    %1 = stablehlo.maximum %arg0, %0 : tensor<7x15xf16>
    return %1 : tensor<7x15xf16>
  }
  func.func private @relu_0(%arg0: tensor<7x11xf16>) -> tensor<7x11xf16> {
    %cst = stablehlo.constant dense<0.000000e+00> : tensor<f16>
    %0 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f16>) -> tensor<7x11xf16>
    %1 = stablehlo.maximum %arg0, %0 : tensor<7x11xf16>
    return %1 : tensor<7x11xf16>
  }
}
