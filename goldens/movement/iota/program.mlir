module @jit_iota attributes {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} {
  func.func public @main(%arg0: tensor<i32>) -> (tensor<3x4x2xi32> {jax.result_info = "result[0]"}, tensor<3x4x2xui8> {jax.result_info = "result[1]"}, tensor<3x4x2xf32> {jax.result_info = "result[2]"}, tensor<7xi32> {jax.result_info = "result[3]"}, tensor<7xui8> {jax.result_info = "result[4]"}, tensor<7xf32> {jax.result_info = "result[5]"}, tensor<7xbf16> {jax.result_info = "result[6]"}, tensor<7xi16> {jax.result_info = "result[7]"}, tensor<6xi32> {jax.result_info = "result[8]"}, tensor<4x5xf32> {jax.result_info = "result[9]"}, tensor<9xf32> {jax.result_info = "result[10]"}) {
    %0 = stablehlo.iota dim = 0 : tensor<3x4x2xi32>
    %1 = stablehlo.iota dim = 1 : tensor<3x4x2xui8>
    %2 = stablehlo.iota dim = 2 : tensor<3x4x2xf32>
    %3 = stablehlo.iota dim = 0 : tensor<7xi32>
    %4 = stablehlo.iota dim = 0 : tensor<7xui8>
    %5 = stablehlo.iota dim = 0 : tensor<7xf32>
    %6 = stablehlo.iota dim = 0 : tensor<7xbf16>
    %7 = stablehlo.iota dim = 0 : tensor<7xi16>
    %8 = stablehlo.iota dim = 0 : tensor<6xi32>
    %9 = stablehlo.broadcast_in_dim %arg0, dims = [] : (tensor<i32>) -> tensor<6xi32>
    %10 = stablehlo.add %8, %9 : tensor<6xi32>
    %11 = stablehlo.iota dim = 0 : tensor<4x5xi32>
    %12 = stablehlo.iota dim = 1 : tensor<4x5xi32>
    %c = stablehlo.constant dense<1> : tensor<i32>
    %13 = stablehlo.broadcast_in_dim %c, dims = [] : (tensor<i32>) -> tensor<4x5xi32>
    %14 = stablehlo.add %11, %13 : tensor<4x5xi32>
    %15 = stablehlo.compare EQ, %14, %12, SIGNED : (tensor<4x5xi32>, tensor<4x5xi32>) -> tensor<4x5xi1>
    %16 = stablehlo.convert %15 : (tensor<4x5xi1>) -> tensor<4x5xf32>
    %cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %cst_0 = stablehlo.constant dense<4.000000e+00> : tensor<f32>
    %17 = call @_linspace(%cst, %cst_0) : (tensor<f32>, tensor<f32>) -> tensor<9xf32>
    return %0, %1, %2, %3, %4, %5, %6, %7, %10, %16, %17 : tensor<3x4x2xi32>, tensor<3x4x2xui8>, tensor<3x4x2xf32>, tensor<7xi32>, tensor<7xui8>, tensor<7xf32>, tensor<7xbf16>, tensor<7xi16>, tensor<6xi32>, tensor<4x5xf32>, tensor<9xf32>
  }
  func.func private @_linspace(%arg0: tensor<f32>, %arg1: tensor<f32>) -> tensor<9xf32> {
    %0 = stablehlo.convert %arg0 : tensor<f32>
    %1 = stablehlo.convert %arg1 : tensor<f32>
    %2 = stablehlo.subtract %1, %0 : tensor<f32>
    %cst = stablehlo.constant dense<8.000000e+00> : tensor<f32>
    %3 = stablehlo.divide %2, %cst : tensor<f32>
    %4 = stablehlo.iota dim = 0 : tensor<8xf32>
    %cst_0 = stablehlo.constant dense<8.000000e+00> : tensor<f32>
    %5 = stablehlo.broadcast_in_dim %cst_0, dims = [] : (tensor<f32>) -> tensor<8xf32>
    %6 = stablehlo.divide %4, %5 : tensor<8xf32>
    %7 = stablehlo.reshape %0 : (tensor<f32>) -> tensor<1xf32>
    %cst_1 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %8 = stablehlo.broadcast_in_dim %cst_1, dims = [] : (tensor<f32>) -> tensor<8xf32>
    %9 = stablehlo.subtract %8, %6 : tensor<8xf32>
    %10 = stablehlo.broadcast_in_dim %7, dims = [0] : (tensor<1xf32>) -> tensor<8xf32>
    %11 = stablehlo.multiply %10, %9 : tensor<8xf32>
    %12 = stablehlo.reshape %1 : (tensor<f32>) -> tensor<1xf32>
    %13 = stablehlo.broadcast_in_dim %12, dims = [0] : (tensor<1xf32>) -> tensor<8xf32>
    %14 = stablehlo.multiply %13, %6 : tensor<8xf32>
    %15 = stablehlo.add %11, %14 : tensor<8xf32>
    %16 = stablehlo.broadcast_in_dim %1, dims = [] : (tensor<f32>) -> tensor<1xf32>
    %17 = stablehlo.concatenate %15, %16, dim = 0 : (tensor<8xf32>, tensor<1xf32>) -> tensor<9xf32>
    return %17 : tensor<9xf32>
  }
}
