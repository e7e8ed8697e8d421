module @jit_train_step_adam attributes {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} {
  func.func public @main(%arg0: tensor<6x3xf32>, %arg1: tensor<3xf32>, %arg2: tensor<i32>, %arg3: tensor<6x3xf32>, %arg4: tensor<3xf32>, %arg5: tensor<6x3xf32>, %arg6: tensor<3xf32>, %arg7: tensor<8x6xf32>, %arg8: tensor<8x3xf32>) -> (tensor<6x3xf32> {jax.result_info = "result[0][0][0]"}, tensor<3xf32> {jax.result_info = "result[0][0][1]"}, tensor<i32> {jax.result_info = "result[1][0].count"}, tensor<6x3xf32> {jax.result_info = "result[1][0].mu[0][0]"}, tensor<3xf32> {jax.result_info = "result[1][0].mu[0][1]"}, tensor<6x3xf32> {jax.result_info = "result[1][0].nu[0][0]"}, tensor<3xf32> {jax.result_info = "result[1][0].nu[0][1]"}, tensor<f32> {jax.result_info = "result[2]"}) {
    %0 = stablehlo.dot_general %arg7, %arg0, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<8x6xf32>, tensor<6x3xf32>) -> tensor<8x3xf32>
    %1 = stablehlo.broadcast_in_dim %arg1, dims = [1] : (tensor<3xf32>) -> tensor<1x3xf32>
    %2 = stablehlo.broadcast_in_dim %1, dims = [0, 1] : (tensor<1x3xf32>) -> tensor<8x3xf32>
    %3 = stablehlo.add %0, %2 : tensor<8x3xf32>
    %4 = stablehlo.tanh %3 : tensor<8x3xf32>
    %cst = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %5 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<8x3xf32>
    %6 = stablehlo.subtract %5, %4 : tensor<8x3xf32>
    %7 = stablehlo.subtract %4, %arg8 : tensor<8x3xf32>
    %8 = stablehlo.multiply %7, %7 : tensor<8x3xf32>
    %cst_0 = stablehlo.constant dense<2.000000e+00> : tensor<f32>
    %9 = stablehlo.broadcast_in_dim %cst_0, dims = [] : (tensor<f32>) -> tensor<8x3xf32>
    %10 = stablehlo.multiply %9, %7 : tensor<8x3xf32>
    %cst_1 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %11 = stablehlo.reduce(%8 init: %cst_1) applies stablehlo.add across dimensions = [0, 1] : (tensor<8x3xf32>, tensor<f32>) -> tensor<f32>
    %cst_2 = stablehlo.constant dense<2.400000e+01> : tensor<f32>
    %12 = stablehlo.divide %11, %cst_2 : tensor<f32>
    %cst_3 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %cst_4 = stablehlo.constant dense<2.400000e+01> : tensor<f32>
    %13 = stablehlo.divide %cst_3, %cst_4 : tensor<f32>
    %14 = stablehlo.broadcast_in_dim %13, dims = [] : (tensor<f32>) -> tensor<8x3xf32>
    %15 = stablehlo.multiply %14, %10 : tensor<8x3xf32>
    %16 = stablehlo.multiply %15, %6 : tensor<8x3xf32>
    %17 = stablehlo.multiply %16, %4 : tensor<8x3xf32>
    %18 = stablehlo.add %16, %17 : tensor<8x3xf32>
    %cst_5 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %19 = stablehlo.reduce(%18 init: %cst_5) applies stablehlo.add across dimensions = [0] : (tensor<8x3xf32>, tensor<f32>) -> tensor<3xf32>
    %20 = stablehlo.reshape %19 : (tensor<3xf32>) -> tensor<1x3xf32>
    %cst_6 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %21 = stablehlo.reduce(%20 init: %cst_6) applies stablehlo.add across dimensions = [0] : (tensor<1x3xf32>, tensor<f32>) -> tensor<3xf32>
    %22 = stablehlo.dot_general %18, %arg7, contracting_dims = [0] x [0], precision = [DEFAULT, DEFAULT] : (tensor<8x3xf32>, tensor<8x6xf32>) -> tensor<3x6xf32>
    %23 = stablehlo.transpose %22, dims = [1, 0] : (tensor<3x6xf32>) -> tensor<6x3xf32>
    %cst_7 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %24 = stablehlo.broadcast_in_dim %cst_7, dims = [] : (tensor<f32>) -> tensor<6x3xf32>
    %25 = stablehlo.multiply %24, %23 : tensor<6x3xf32>
    %cst_8 = stablehlo.constant dense<0.899999976> : tensor<f32>
    %26 = stablehlo.broadcast_in_dim %cst_8, dims = [] : (tensor<f32>) -> tensor<6x3xf32>
    %27 = stablehlo.multiply %26, %arg3 : tensor<6x3xf32>
    %28 = stablehlo.add %25, %27 : tensor<6x3xf32>
    %cst_9 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %29 = stablehlo.broadcast_in_dim %cst_9, dims = [] : (tensor<f32>) -> tensor<3xf32>
    %30 = stablehlo.multiply %29, %21 : tensor<3xf32>
    %cst_10 = stablehlo.constant dense<0.899999976> : tensor<f32>
    %31 = stablehlo.broadcast_in_dim %cst_10, dims = [] : (tensor<f32>) -> tensor<3xf32>
    %32 = stablehlo.multiply %31, %arg4 : tensor<3xf32>
    %33 = stablehlo.add %30, %32 : tensor<3xf32>
    %34 = stablehlo.multiply %23, %23 : tensor<6x3xf32>
    %cst_11 = stablehlo.constant dense<1.000000e-03> : tensor<f32>
    %35 = stablehlo.broadcast_in_dim %cst_11, dims = [] : (tensor<f32>) -> tensor<6x3xf32>
    %36 = stablehlo.multiply %35, %34 : tensor<6x3xf32>
    %cst_12 = stablehlo.constant dense<9.990000e-01> : tensor<f32>
    %37 = stablehlo.broadcast_in_dim %cst_12, dims = [] : (tensor<f32>) -> tensor<6x3xf32>
    %38 = stablehlo.multiply %37, %arg5 : tensor<6x3xf32>
    %39 = stablehlo.add %36, %38 : tensor<6x3xf32>
    %40 = stablehlo.multiply %21, %21 : tensor<3xf32>
    %cst_13 = stablehlo.constant dense<1.000000e-03> : tensor<f32>
    %41 = stablehlo.broadcast_in_dim %cst_13, dims = [] : (tensor<f32>) -> tensor<3xf32>
    %42 = stablehlo.multiply %41, %40 : tensor<3xf32>
    %cst_14 = stablehlo.constant dense<9.990000e-01> : tensor<f32>
    %43 = stablehlo.broadcast_in_dim %cst_14, dims = [] : (tensor<f32>) -> tensor<3xf32>
    %44 = stablehlo.multiply %43, %arg6 : tensor<3xf32>
    %45 = stablehlo.add %42, %44 : tensor<3xf32>
    %c = stablehlo.constant dense<2147483647> : tensor<i32>
    %46 = stablehlo.compare LT, %arg2, %c, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
    %c_15 = stablehlo.constant dense<1> : tensor<i32>
    %47 = stablehlo.add %arg2, %c_15 : tensor<i32>
    %c_16 = stablehlo.constant dense<2147483647> : tensor<i32>
    %48 = call @_where(%46, %47, %c_16) : (tensor<i1>, tensor<i32>, tensor<i32>) -> tensor<i32>
    %49 = stablehlo.convert %48 : (tensor<i32>) -> tensor<f32>
    %cst_17 = stablehlo.constant dense<0.899999976> : tensor<f32>
    %50 = stablehlo.convert %48 : (tensor<i32>) -> tensor<f32>
    %51 = stablehlo.power %cst_17, %50 : tensor<f32>
    %cst_18 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %52 = stablehlo.subtract %cst_18, %51 : tensor<f32>
    %53 = stablehlo.broadcast_in_dim %52, dims = [] : (tensor<f32>) -> tensor<6x3xf32>
    %54 = stablehlo.divide %28, %53 : tensor<6x3xf32>
    %55 = stablehlo.broadcast_in_dim %52, dims = [] : (tensor<f32>) -> tensor<3xf32>
    %56 = stablehlo.divide %33, %55 : tensor<3xf32>
    %57 = stablehlo.convert %48 : (tensor<i32>) -> tensor<f32>
    %cst_19 = stablehlo.constant dense<9.990000e-01> : tensor<f32>
    %58 = stablehlo.convert %48 : (tensor<i32>) -> tensor<f32>
    %59 = stablehlo.power %cst_19, %58 : tensor<f32>
    %cst_20 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %60 = stablehlo.subtract %cst_20, %59 : tensor<f32>
    %61 = stablehlo.broadcast_in_dim %60, dims = [] : (tensor<f32>) -> tensor<6x3xf32>
    %62 = stablehlo.divide %39, %61 : tensor<6x3xf32>
    %63 = stablehlo.broadcast_in_dim %60, dims = [] : (tensor<f32>) -> tensor<3xf32>
    %64 = stablehlo.divide %45, %63 : tensor<3xf32>
    %cst_21 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %65 = stablehlo.broadcast_in_dim %cst_21, dims = [] : (tensor<f32>) -> tensor<6x3xf32>
    %66 = stablehlo.add %62, %65 : tensor<6x3xf32>
    %67 = stablehlo.sqrt %66 : tensor<6x3xf32>
    %cst_22 = stablehlo.constant dense<9.99999993E-9> : tensor<f32>
    %68 = stablehlo.broadcast_in_dim %cst_22, dims = [] : (tensor<f32>) -> tensor<6x3xf32>
    %69 = stablehlo.add %67, %68 : tensor<6x3xf32>
    %70 = stablehlo.divide %54, %69 : tensor<6x3xf32>
    %cst_23 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %71 = stablehlo.broadcast_in_dim %cst_23, dims = [] : (tensor<f32>) -> tensor<3xf32>
    %72 = stablehlo.add %64, %71 : tensor<3xf32>
    %73 = stablehlo.sqrt %72 : tensor<3xf32>
    %cst_24 = stablehlo.constant dense<9.99999993E-9> : tensor<f32>
    %74 = stablehlo.broadcast_in_dim %cst_24, dims = [] : (tensor<f32>) -> tensor<3xf32>
    %75 = stablehlo.add %73, %74 : tensor<3xf32>
    %76 = stablehlo.divide %56, %75 : tensor<3xf32>
    %cst_25 = stablehlo.constant dense<1.000000e-03> : tensor<f32>
    %77 = stablehlo.broadcast_in_dim %cst_25, dims = [] : (tensor<f32>) -> tensor<6x3xf32>
    %78 = stablehlo.multiply %77, %arg0 : tensor<6x3xf32>
    %79 = stablehlo.add %70, %78 : tensor<6x3xf32>
    %cst_26 = stablehlo.constant dense<1.000000e-03> : tensor<f32>
    %80 = stablehlo.broadcast_in_dim %cst_26, dims = [] : (tensor<f32>) -> tensor<3xf32>
    %81 = stablehlo.multiply %80, %arg1 : tensor<3xf32>
    %82 = stablehlo.add %76, %81 : tensor<3xf32>
    %cst_27 = stablehlo.constant dense<-0.00999999977> : tensor<f32>
    %83 = stablehlo.broadcast_in_dim %cst_27, dims = [] : (tensor<f32>) -> tensor<6x3xf32>
    %84 = stablehlo.multiply %83, %79 : tensor<6x3xf32>
    %cst_28 = stablehlo.constant dense<-0.00999999977> : tensor<f32>
    %85 = stablehlo.broadcast_in_dim %cst_28, dims = [] : (tensor<f32>) -> tensor<3xf32>
    %86 = stablehlo.multiply %85, %82 : tensor<3xf32>
    %87 = stablehlo.add %arg0, %84 : tensor<6x3xf32>
    %88 = stablehlo.add %arg1, %86 : tensor<3xf32>
    return %87, %88, %48, %28, %33, %39, %45, %12 : tensor<6x3xf32>, tensor<3xf32>, tensor<i32>, tensor<6x3xf32>, tensor<3xf32>, tensor<6x3xf32>, tensor<3xf32>, tensor<f32>
  }
  func.func private @_where(%arg0: tensor<i1>, %arg1: tensor<i32>, %arg2: tensor<i32>) -> tensor<i32> {
    %0 = stablehlo.select %arg0, %arg1, %arg2 : tensor<i1>, tensor<i32>
    return %0 : tensor<i32>
  }
}
