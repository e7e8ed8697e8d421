module @jit_complex_elementwise attributes {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} {
  func.func public @main(%arg0: tensor<24xcomplex<f32>>, %arg1: tensor<24xcomplex<f32>>, %arg2: tensor<24xf32>) -> (tensor<24xcomplex<f32>> {jax.result_info = "result[0]"}, tensor<24xcomplex<f32>> {jax.result_info = "result[1]"}, tensor<24xcomplex<f32>> {jax.result_info = "result[2]"}, tensor<24xcomplex<f32>> {jax.result_info = "result[3]"}, tensor<24xcomplex<f32>> {jax.result_info = "result[4]"}, tensor<24xf32> {jax.result_info = "result[5]"}, tensor<24xf32> {jax.result_info = "result[6]"}, tensor<24xf32> {jax.result_info = "result[7]"}, tensor<24xcomplex<f32>> {jax.result_info = "result[8]"}, tensor<24xi1> {jax.result_info = "result[9]"}, tensor<24xcomplex<f32>> {jax.result_info = "result[10]"}) {
    %0 = stablehlo.add %arg0, %arg1 : tensor<24xcomplex<f32>>
    %1 = stablehlo.multiply %arg0, %arg1 : tensor<24xcomplex<f32>>
    %2 = stablehlo.divide %arg0, %arg1 : tensor<24xcomplex<f32>>
    %3 = stablehlo.negate %arg0 : tensor<24xcomplex<f32>>
    %4 = stablehlo.real %arg0 : (tensor<24xcomplex<f32>>) -> tensor<24xf32>
    %5 = stablehlo.imag %arg0 : (tensor<24xcomplex<f32>>) -> tensor<24xf32>
    %6 = stablehlo.negate %5 : tensor<24xf32>
    %7 = stablehlo.complex %4, %6 : tensor<24xcomplex<f32>>
    %8 = stablehlo.abs %arg0 : (tensor<24xcomplex<f32>>) -> tensor<24xf32>
    %9 = call @angle(%arg0) : (tensor<24xcomplex<f32>>) -> tensor<24xf32>
    %10 = stablehlo.real %arg0 : (tensor<24xcomplex<f32>>) -> tensor<24xf32>
    %11 = stablehlo.imag %arg1 : (tensor<24xcomplex<f32>>) -> tensor<24xf32>
    %12 = stablehlo.multiply %10, %11 : tensor<24xf32>
    %13 = stablehlo.negate %arg2 : tensor<24xf32>
    %14 = stablehlo.complex %arg2, %13 : tensor<24xcomplex<f32>>
    %15 = stablehlo.compare EQ, %arg0, %arg1, FLOAT : (tensor<24xcomplex<f32>>, tensor<24xcomplex<f32>>) -> tensor<24xi1>
    %cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %16 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<24xf32>
    %17 = stablehlo.compare GT, %arg2, %16, FLOAT : (tensor<24xf32>, tensor<24xf32>) -> tensor<24xi1>
    %18 = call @_where(%17, %arg0, %arg1) : (tensor<24xi1>, tensor<24xcomplex<f32>>, tensor<24xcomplex<f32>>) -> tensor<24xcomplex<f32>>
    return %0, %1, %2, %3, %7, %8, %9, %12, %14, %15, %18 : tensor<24xcomplex<f32>>, tensor<24xcomplex<f32>>, tensor<24xcomplex<f32>>, tensor<24xcomplex<f32>>, tensor<24xcomplex<f32>>, tensor<24xf32>, tensor<24xf32>, tensor<24xf32>, tensor<24xcomplex<f32>>, tensor<24xi1>, tensor<24xcomplex<f32>>
  }
  func.func private @angle(%arg0: tensor<24xcomplex<f32>>) -> tensor<24xf32> {
    %0 = stablehlo.real %arg0 : (tensor<24xcomplex<f32>>) -> tensor<24xf32>
    %1 = stablehlo.imag %arg0 : (tensor<24xcomplex<f32>>) -> tensor<24xf32>
    %2 = stablehlo.atan2 %1, %0 : tensor<24xf32>
    return %2 : tensor<24xf32>
  }
  func.func private @_where(%arg0: tensor<24xi1>, %arg1: tensor<24xcomplex<f32>>, %arg2: tensor<24xcomplex<f32>>) -> tensor<24xcomplex<f32>> {
    %0 = stablehlo.select %arg0, %arg1, %arg2 : tensor<24xi1>, tensor<24xcomplex<f32>>
    return %0 : tensor<24xcomplex<f32>>
  }
}
