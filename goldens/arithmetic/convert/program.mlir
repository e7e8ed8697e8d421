module @jit_convert attributes {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} {
  func.func public @main(%arg0: tensor<6xf32>, %arg1: tensor<6xi32>, %arg2: tensor<6xui16>, %arg3: tensor<6xi1>) -> (tensor<6xf32> {jax.result_info = "result[0]"}, tensor<6xbf16> {jax.result_info = "result[1]"}, tensor<6xf16> {jax.result_info = "result[2]"}, tensor<6xi32> {jax.result_info = "result[3]"}, tensor<6xui8> {jax.result_info = "result[4]"}, tensor<6xi1> {jax.result_info = "result[5]"}, tensor<6xf32> {jax.result_info = "result[6]"}, tensor<6xbf16> {jax.result_info = "result[7]"}, tensor<6xf16> {jax.result_info = "result[8]"}, tensor<6xi32> {jax.result_info = "result[9]"}, tensor<6xui8> {jax.result_info = "result[10]"}, tensor<6xi1> {jax.result_info = "result[11]"}, tensor<6xf32> {jax.result_info = "result[12]"}, tensor<6xbf16> {jax.result_info = "result[13]"}, tensor<6xf16> {jax.result_info = "result[14]"}, tensor<6xi32> {jax.result_info = "result[15]"}, tensor<6xui8> {jax.result_info = "result[16]"}, tensor<6xi1> {jax.result_info = "result[17]"}, tensor<6xf32> {jax.result_info = "result[18]"}, tensor<6xbf16> {jax.result_info = "result[19]"}, tensor<6xf16> {jax.result_info = "result[20]"}, tensor<6xi32> {jax.result_info = "result[21]"}, tensor<6xui8> {jax.result_info = "result[22]"}, tensor<6xi1> {jax.result_info = "result[23]"}) {
    %0 = stablehlo.convert %arg0 : (tensor<6xf32>) -> tensor<6xbf16>
    %1 = stablehlo.convert %arg0 : (tensor<6xf32>) -> tensor<6xf16>
    %2 = stablehlo.convert %arg0 : (tensor<6xf32>) -> tensor<6xi32>
    %3 = stablehlo.convert %arg0 : (tensor<6xf32>) -> tensor<6xui8>
    %cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %4 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<6xf32>
    %5 = stablehlo.compare NE, %arg0, %4, FLOAT : (tensor<6xf32>, tensor<6xf32>) -> tensor<6xi1>
    %6 = stablehlo.convert %5 : tensor<6xi1>
    %7 = stablehlo.convert %arg1 : (tensor<6xi32>) -> tensor<6xf32>
    %8 = stablehlo.convert %arg1 : (tensor<6xi32>) -> tensor<6xbf16>
    %9 = stablehlo.convert %arg1 : (tensor<6xi32>) -> tensor<6xf16>
    %10 = stablehlo.convert %arg1 : (tensor<6xi32>) -> tensor<6xui8>
    %c = stablehlo.constant dense<0> : tensor<i32>
    %11 = stablehlo.broadcast_in_dim %c, dims = [] : (tensor<i32>) -> tensor<6xi32>
    %12 = stablehlo.compare NE, %arg1, %11, SIGNED : (tensor<6xi32>, tensor<6xi32>) -> tensor<6xi1>
    %13 = stablehlo.convert %12 : tensor<6xi1>
    %14 = stablehlo.convert %arg2 : (tensor<6xui16>) -> tensor<6xf32>
    %15 = stablehlo.convert %arg2 : (tensor<6xui16>) -> tensor<6xbf16>
    %16 = stablehlo.convert %arg2 : (tensor<6xui16>) -> tensor<6xf16>
    %17 = stablehlo.convert %arg2 : (tensor<6xui16>) -> tensor<6xi32>
    %18 = stablehlo.convert %arg2 : (tensor<6xui16>) -> tensor<6xui8>
    %c_0 = stablehlo.constant dense<0> : tensor<ui16>
    %19 = stablehlo.broadcast_in_dim %c_0, dims = [] : (tensor<ui16>) -> tensor<6xui16>
    %20 = stablehlo.compare NE, %arg2, %19, UNSIGNED : (tensor<6xui16>, tensor<6xui16>) -> tensor<6xi1>
    %21 = stablehlo.convert %20 : tensor<6xi1>
    %22 = stablehlo.convert %arg3 : (tensor<6xi1>) -> tensor<6xf32>
    %23 = stablehlo.convert %arg3 : (tensor<6xi1>) -> tensor<6xbf16>
    %24 = stablehlo.convert %arg3 : (tensor<6xi1>) -> tensor<6xf16>
    %25 = stablehlo.convert %arg3 : (tensor<6xi1>) -> tensor<6xi32>
    %26 = stablehlo.convert %arg3 : (tensor<6xi1>) -> tensor<6xui8>
    return %arg0, %0, %1, %2, %3, %6, %7, %8, %9, %arg1, %10, %13, %14, %15, %16, %17, %18, %21, %22, %23, %24, %25, %26, %arg3 : tensor<6xf32>, tensor<6xbf16>, tensor<6xf16>, tensor<6xi32>, tensor<6xui8>, tensor<6xi1>, tensor<6xf32>, tensor<6xbf16>, tensor<6xf16>, tensor<6xi32>, tensor<6xui8>, tensor<6xi1>, tensor<6xf32>, tensor<6xbf16>, tensor<6xf16>, tensor<6xi32>, tensor<6xui8>, tensor<6xi1>, tensor<6xf32>, tensor<6xbf16>, tensor<6xf16>, tensor<6xi32>, tensor<6xui8>, tensor<6xi1>
  }
}
