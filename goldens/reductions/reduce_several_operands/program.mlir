module @jit_reduce_several_operands attributes {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} {
  func.func public @main(%arg0: tensor<6x10xf32>, %arg1: tensor<6x10xf32>) -> (tensor<6xf32> {jax.result_info = "result[0][0]"}, tensor<6xf32> {jax.result_info = "result[0][1]"}, tensor<6xf32> {jax.result_info = "result[0][2]"}, tensor<10xf32> {jax.result_info = "result[1][0]"}, tensor<10xf32> {jax.result_info = "result[1][1]"}) {
    %cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %0 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<6x10xf32>
    %cst_0 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %1 = stablehlo.broadcast_in_dim %cst_0, dims = [] : (tensor<f32>) -> tensor<6x10xf32>
    %cst_1 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %cst_2 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %cst_3 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %2:3 = stablehlo.reduce(%arg0 init: %cst_1), (%0 init: %cst_2), (%1 init: %cst_3) across dimensions = [1] : (tensor<6x10xf32>, tensor<6x10xf32>, tensor<6x10xf32>, tensor<f32>, tensor<f32>, tensor<f32>) -> (tensor<6xf32>, tensor<6xf32>, tensor<6xf32>)
     reducer(%arg2: tensor<f32>, %arg5: tensor<f32>) (%arg3: tensor<f32>, %arg6: tensor<f32>) (%arg4: tensor<f32>, %arg7: tensor<f32>)  {
      %4 = stablehlo.add %arg4, %arg7 : tensor<f32>
      %5 = stablehlo.subtract %arg5, %arg2 : tensor<f32>
      %cst_6 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
      %6 = stablehlo.maximum %4, %cst_6 : tensor<f32>
      %7 = stablehlo.multiply %5, %arg7 : tensor<f32>
      %8 = stablehlo.divide %7, %6 : tensor<f32>
      %9 = stablehlo.add %arg2, %8 : tensor<f32>
      %10 = stablehlo.add %arg3, %arg6 : tensor<f32>
      %11 = stablehlo.multiply %5, %5 : tensor<f32>
      %12 = stablehlo.multiply %11, %arg4 : tensor<f32>
      %13 = stablehlo.multiply %12, %arg7 : tensor<f32>
      %14 = stablehlo.divide %13, %6 : tensor<f32>
      %15 = stablehlo.add %10, %14 : tensor<f32>
      stablehlo.return %9, %15, %4 : tensor<f32>, tensor<f32>, tensor<f32>
    }
    %cst_4 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %cst_5 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %3:2 = stablehlo.reduce(%arg0 init: %cst_4), (%arg1 init: %cst_5) across dimensions = [0] : (tensor<6x10xf32>, tensor<6x10xf32>, tensor<f32>, tensor<f32>) -> (tensor<10xf32>, tensor<10xf32>)
     reducer(%arg2: tensor<f32>, %arg4: tensor<f32>) (%arg3: tensor<f32>, %arg5: tensor<f32>)  {
      %4 = stablehlo.abs %arg2 : tensor<f32>
      %5 = stablehlo.abs %arg4 : tensor<f32>
      %6 = stablehlo.compare GE, %4, %5, FLOAT : (tensor<f32>, tensor<f32>) -> tensor<i1>
      %7 = func.call @_where(%6, %arg2, %arg4) : (tensor<i1>, tensor<f32>, tensor<f32>) -> tensor<f32>
      %8 = func.call @_where(%6, %arg3, %arg5) : (tensor<i1>, tensor<f32>, tensor<f32>) -> tensor<f32>
      stablehlo.return %7, %8 : tensor<f32>, tensor<f32>
    }
    return %2#0, %2#1, %2#2, %3#0, %3#1 : tensor<6xf32>, tensor<6xf32>, tensor<6xf32>, tensor<10xf32>, tensor<10xf32>
  }
  func.func private @_where(%arg0: tensor<i1>, %arg1: tensor<f32>, %arg2: tensor<f32>) -> tensor<f32> {
    %0 = stablehlo.select %arg0, %arg1, %arg2 : tensor<i1>, tensor<f32>
    return %0 : tensor<f32>
  }
}
