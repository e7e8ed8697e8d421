module @jit_transformer_block attributes {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} {
  func.func public @main(%arg0: tensor<20x12xf32>, %arg1: tensor<12xf32>, %arg2: tensor<12xf32>, %arg3: tensor<12xf32>, %arg4: tensor<12xf32>, %arg5: tensor<12xf32>, %arg6: tensor<12x12xf32>, %arg7: tensor<12x36xf32>, %arg8: tensor<12x20xf32>, %arg9: tensor<20xf32>, %arg10: tensor<2x6x12xf32>) -> (tensor<2x6x12xf32> {jax.result_info = "result"}) {
    %cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %0 = stablehlo.reduce(%arg10 init: %cst) applies stablehlo.add across dimensions = [2] : (tensor<2x6x12xf32>, tensor<f32>) -> tensor<2x6xf32>
    %1 = stablehlo.broadcast_in_dim %0, dims = [0, 1] : (tensor<2x6xf32>) -> tensor<2x6x1xf32>
    %cst_0 = stablehlo.constant dense<1.200000e+01> : tensor<f32>
    %2 = stablehlo.broadcast_in_dim %cst_0, dims = [] : (tensor<f32>) -> tensor<2x6x1xf32>
    %3 = stablehlo.divide %1, %2 : tensor<2x6x1xf32>
    %c = stablehlo.constant dense<0> : tensor<i32>
    %4 = call @_var(%arg10, %c) : (tensor<2x6x12xf32>, tensor<i32>) -> tensor<2x6x1xf32>
    %5 = stablehlo.broadcast_in_dim %3, dims = [0, 1, 2] : (tensor<2x6x1xf32>) -> tensor<2x6x12xf32>
    %6 = stablehlo.subtract %arg10, %5 : tensor<2x6x12xf32>
    %cst_1 = stablehlo.constant dense<9.99999974E-6> : tensor<f32>
    %7 = stablehlo.broadcast_in_dim %cst_1, dims = [] : (tensor<f32>) -> tensor<2x6x1xf32>
    %8 = stablehlo.add %4, %7 : tensor<2x6x1xf32>
    %9 = stablehlo.rsqrt %8 : tensor<2x6x1xf32>
    %10 = stablehlo.broadcast_in_dim %9, dims = [0, 1, 2] : (tensor<2x6x1xf32>) -> tensor<2x6x12xf32>
    %11 = stablehlo.multiply %6, %10 : tensor<2x6x12xf32>
    %12 = stablehlo.broadcast_in_dim %arg2, dims = [2] : (tensor<12xf32>) -> tensor<1x1x12xf32>
    %13 = stablehlo.broadcast_in_dim %12, dims = [0, 1, 2] : (tensor<1x1x12xf32>) -> tensor<2x6x12xf32>
    %14 = stablehlo.multiply %11, %13 : tensor<2x6x12xf32>
    %15 = stablehlo.broadcast_in_dim %arg3, dims = [2] : (tensor<12xf32>) -> tensor<1x1x12xf32>
    %16 = stablehlo.broadcast_in_dim %15, dims = [0, 1, 2] : (tensor<1x1x12xf32>) -> tensor<2x6x12xf32>
    %17 = stablehlo.add %14, %16 : tensor<2x6x12xf32>
    %18 = stablehlo.dot_general %17, %arg7, contracting_dims = [2] x [0], precision = [DEFAULT, DEFAULT] : (tensor<2x6x12xf32>, tensor<12x36xf32>) -> tensor<2x6x36xf32>
    %19 = stablehlo.reshape %18 : (tensor<2x6x36xf32>) -> tensor<2x6x3x4x3xf32>
    %20 = stablehlo.transpose %19, dims = [2, 0, 1, 3, 4] : (tensor<2x6x3x4x3xf32>) -> tensor<3x2x6x4x3xf32>
    %21 = stablehlo.slice %20 [0:1, 0:2, 0:6, 0:4, 0:3] : (tensor<3x2x6x4x3xf32>) -> tensor<1x2x6x4x3xf32>
    %22 = stablehlo.reshape %21 : (tensor<1x2x6x4x3xf32>) -> tensor<2x6x4x3xf32>
    %23 = stablehlo.slice %20 [1:2, 0:2, 0:6, 0:4, 0:3] : (tensor<3x2x6x4x3xf32>) -> tensor<1x2x6x4x3xf32>
    %24 = stablehlo.reshape %23 : (tensor<1x2x6x4x3xf32>) -> tensor<2x6x4x3xf32>
    %25 = stablehlo.slice %20 [2:3, 0:2, 0:6, 0:4, 0:3] : (tensor<3x2x6x4x3xf32>) -> tensor<1x2x6x4x3xf32>
    %26 = stablehlo.reshape %25 : (tensor<1x2x6x4x3xf32>) -> tensor<2x6x4x3xf32>
    %27 = stablehlo.dot_general %22, %24, batching_dims = [0, 2] x [0, 2], contracting_dims = [3] x [3], precision = [DEFAULT, DEFAULT] : (tensor<2x6x4x3xf32>, tensor<2x6x4x3xf32>) -> tensor<2x4x6x6xf32>
    %cst_2 = stablehlo.constant dense<0.577350259> : tensor<f32>
    %28 = stablehlo.broadcast_in_dim %cst_2, dims = [] : (tensor<f32>) -> tensor<2x4x6x6xf32>
    %29 = stablehlo.multiply %27, %28 : tensor<2x4x6x6xf32>
    %cst_3 = stablehlo.constant dense<0xFF800000> : tensor<f32>
    %30 = stablehlo.reduce(%29 init: %cst_3) applies stablehlo.maximum across dimensions = [3] : (tensor<2x4x6x6xf32>, tensor<f32>) -> tensor<2x4x6xf32>
    %cst_4 = stablehlo.constant dense<0xFF800000> : tensor<f32>
    %31 = stablehlo.broadcast_in_dim %cst_4, dims = [] : (tensor<f32>) -> tensor<2x4x6xf32>
    %32 = stablehlo.maximum %31, %30 : tensor<2x4x6xf32>
    %33 = stablehlo.broadcast_in_dim %32, dims = [0, 1, 2] : (tensor<2x4x6xf32>) -> tensor<2x4x6x1xf32>
    %34 = stablehlo.broadcast_in_dim %33, dims = [0, 1, 2, 3] : (tensor<2x4x6x1xf32>) -> tensor<2x4x6x6xf32>
    %35 = stablehlo.subtract %29, %34 : tensor<2x4x6x6xf32>
    %36 = stablehlo.exponential %35 : tensor<2x4x6x6xf32>
    %cst_5 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %37 = stablehlo.reduce(%36 init: %cst_5) applies stablehlo.add across dimensions = [3] : (tensor<2x4x6x6xf32>, tensor<f32>) -> tensor<2x4x6xf32>
    %38 = stablehlo.broadcast_in_dim %37, dims = [0, 1, 2] : (tensor<2x4x6xf32>) -> tensor<2x4x6x1xf32>
    %39 = stablehlo.broadcast_in_dim %38, dims = [0, 1, 2, 3] : (tensor<2x4x6x1xf32>) -> tensor<2x4x6x6xf32>
    %40 = stablehlo.divide %36, %39 : tensor<2x4x6x6xf32>
    %41 = stablehlo.dot_general %26, %40, batching_dims = [0, 2] x [0, 1], contracting_dims = [1] x [3], precision = [DEFAULT, DEFAULT] : (tensor<2x6x4x3xf32>, tensor<2x4x6x6xf32>) -> tensor<2x4x3x6xf32>
    %42 = stablehlo.transpose %41, dims = [0, 3, 1, 2] : (tensor<2x4x3x6xf32>) -> tensor<2x6x4x3xf32>
    %43 = stablehlo.reshape %42 : (tensor<2x6x4x3xf32>) -> tensor<2x6x12xf32>
    %44 = stablehlo.dot_general %43, %arg6, contracting_dims = [2] x [0], precision = [DEFAULT, DEFAULT] : (tensor<2x6x12xf32>, tensor<12x12xf32>) -> tensor<2x6x12xf32>
    %45 = stablehlo.add %arg10, %44 : tensor<2x6x12xf32>
    %cst_6 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %46 = stablehlo.reduce(%45 init: %cst_6) applies stablehlo.add across dimensions = [2] : (tensor<2x6x12xf32>, tensor<f32>) -> tensor<2x6xf32>
    %47 = stablehlo.broadcast_in_dim %46, dims = [0, 1] : (tensor<2x6xf32>) -> tensor<2x6x1xf32>
    %cst_7 = stablehlo.constant dense<1.200000e+01> : tensor<f32>
    %48 = stablehlo.broadcast_in_dim %cst_7, dims = [] : (tensor<f32>) -> tensor<2x6x1xf32>
    %49 = stablehlo.divide %47, %48 : tensor<2x6x1xf32>
    %c_8 = stablehlo.constant dense<0> : tensor<i32>
    %50 = call @_var(%45, %c_8) : (tensor<2x6x12xf32>, tensor<i32>) -> tensor<2x6x1xf32>
    %51 = stablehlo.broadcast_in_dim %49, dims = [0, 1, 2] : (tensor<2x6x1xf32>) -> tensor<2x6x12xf32>
    %52 = stablehlo.subtract %45, %51 : tensor<2x6x12xf32>
    %cst_9 = stablehlo.constant dense<9.99999974E-6> : tensor<f32>
    %53 = stablehlo.broadcast_in_dim %cst_9, dims = [] : (tensor<f32>) -> tensor<2x6x1xf32>
    %54 = stablehlo.add %50, %53 : tensor<2x6x1xf32>
    %55 = stablehlo.rsqrt %54 : tensor<2x6x1xf32>
    %56 = stablehlo.broadcast_in_dim %55, dims = [0, 1, 2] : (tensor<2x6x1xf32>) -> tensor<2x6x12xf32>
    %57 = stablehlo.multiply %52, %56 : tensor<2x6x12xf32>
    %58 = stablehlo.broadcast_in_dim %arg4, dims = [2] : (tensor<12xf32>) -> tensor<1x1x12xf32>
    %59 = stablehlo.broadcast_in_dim %58, dims = [0, 1, 2] : (tensor<1x1x12xf32>) -> tensor<2x6x12xf32>
    %60 = stablehlo.multiply %57, %59 : tensor<2x6x12xf32>
    %61 = stablehlo.broadcast_in_dim %arg5, dims = [2] : (tensor<12xf32>) -> tensor<1x1x12xf32>
    %62 = stablehlo.broadcast_in_dim %61, dims = [0, 1, 2] : (tensor<1x1x12xf32>) -> tensor<2x6x12xf32>
    %63 = stablehlo.add %60, %62 : tensor<2x6x12xf32>
    %64 = stablehlo.dot_general %63, %arg8, contracting_dims = [2] x [0], precision = [DEFAULT, DEFAULT] : (tensor<2x6x12xf32>, tensor<12x20xf32>) -> tensor<2x6x20xf32>
    %65 = stablehlo.broadcast_in_dim %arg9, dims = [2] : (tensor<20xf32>) -> tensor<1x1x20xf32>
    %66 = stablehlo.broadcast_in_dim %65, dims = [0, 1, 2] : (tensor<1x1x20xf32>) -> tensor<2x6x20xf32>
    %67 = stablehlo.add %64, %66 : tensor<2x6x20xf32>
    %68 = stablehlo.multiply %67, %67 : tensor<2x6x20xf32>
    %69 = stablehlo.multiply %68, %67 : tensor<2x6x20xf32>
    %cst_10 = stablehlo.constant dense<4.471500e-02> : tensor<f32>
    %70 = stablehlo.broadcast_in_dim %cst_10, dims = [] : (tensor<f32>) -> tensor<2x6x20xf32>
    %71 = stablehlo.multiply %70, %69 : tensor<2x6x20xf32>
    %72 = stablehlo.add %67, %71 : tensor<2x6x20xf32>
    %cst_11 = stablehlo.constant dense<0.797884583> : tensor<f32>
    %73 = stablehlo.broadcast_in_dim %cst_11, dims = [] : (tensor<f32>) -> tensor<2x6x20xf32>
    %74 = stablehlo.multiply %73, %72 : tensor<2x6x20xf32>
    %75 = stablehlo.tanh %74 : tensor<2x6x20xf32>
    %cst_12 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %76 = stablehlo.broadcast_in_dim %cst_12, dims = [] : (tensor<f32>) -> tensor<2x6x20xf32>
    %77 = stablehlo.add %76, %75 : tensor<2x6x20xf32>
    %cst_13 = stablehlo.constant dense<5.000000e-01> : tensor<f32>
    %78 = stablehlo.broadcast_in_dim %cst_13, dims = [] : (tensor<f32>) -> tensor<2x6x20xf32>
    %79 = stablehlo.multiply %78, %77 : tensor<2x6x20xf32>
    %80 = stablehlo.multiply %67, %79 : tensor<2x6x20xf32>
    %81 = stablehlo.dot_general %80, %arg0, contracting_dims = [2] x [0], precision = [DEFAULT, DEFAULT] : (tensor<2x6x20xf32>, tensor<20x12xf32>) -> tensor<2x6x12xf32>
    %82 = stablehlo.add %45, %81 : tensor<2x6x12xf32>
    %83 = stablehlo.broadcast_in_dim %arg1, dims = [2] : (tensor<12xf32>) -> tensor<1x1x12xf32>
    %84 = stablehlo.broadcast_in_dim %83, dims = [0, 1, 2] : (tensor<1x1x12xf32>) -> tensor<2x6x12xf32>
    %85 = stablehlo.add %82, %84 : tensor<2x6x12xf32>
    return %85 : tensor<2x6x12xf32>
  }
  func.func private @_var(%arg0: tensor<2x6x12xf32>, %arg1: tensor<i32>) -> tensor<2x6x1xf32> {
    %cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %0 = stablehlo.reduce(%arg0 init: %cst) applies stablehlo.add across dimensions = [2] : (tensor<2x6x12xf32>, tensor<f32>) -> tensor<2x6xf32>
    %1 = stablehlo.broadcast_in_dim %0, dims = [0, 1] : (tensor<2x6xf32>) -> tensor<2x6x1xf32>
    %cst_0 = stablehlo.constant dense<1.200000e+01> : tensor<f32>
    %2 = stablehlo.broadcast_in_dim %cst_0, dims = [] : (tensor<f32>) -> tensor<2x6x1xf32>
    %3 = stablehlo.divide %1, %2 : tensor<2x6x1xf32>
    %4 = stablehlo.broadcast_in_dim %3, dims = [0, 1, 2] : (tensor<2x6x1xf32>) -> tensor<2x6x12xf32>
    %5 = stablehlo.subtract %arg0, %4 : tensor<2x6x12xf32>
    %6 = chlo.square %5 : tensor<2x6x12xf32> -> tensor<2x6x12xf32>
    %7 = stablehlo.convert %arg1 : (tensor<i32>) -> tensor<f32>
    %cst_1 = stablehlo.constant dense<1.200000e+01> : tensor<f32>
    %8 = stablehlo.subtract %cst_1, %7 : tensor<f32>
    %cst_2 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %9 = stablehlo.reduce(%6 init: %cst_2) applies stablehlo.add across dimensions = [2] : (tensor<2x6x12xf32>, tensor<f32>) -> tensor<2x6xf32>
    %10 = stablehlo.broadcast_in_dim %9, dims = [0, 1] : (tensor<2x6xf32>) -> tensor<2x6x1xf32>
    %11 = stablehlo.broadcast_in_dim %8, dims = [] : (tensor<f32>) -> tensor<2x6x1xf32>
    %12 = stablehlo.divide %10, %11 : tensor<2x6x1xf32>
    %cst_3 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %13 = stablehlo.compare GT, %8, %cst_3, FLOAT : (tensor<f32>, tensor<f32>) -> tensor<i1>
    %cst_4 = stablehlo.constant dense<0x7FC00000> : tensor<f32>
    %14 = call @_where(%13, %12, %cst_4) : (tensor<i1>, tensor<2x6x1xf32>, tensor<f32>) -> tensor<2x6x1xf32>
    return %14 : tensor<2x6x1xf32>
  }
  func.func private @_where(%arg0: tensor<i1>, %arg1: tensor<2x6x1xf32>, %arg2: tensor<f32>) -> tensor<2x6x1xf32> {
    %0 = stablehlo.convert %arg2 : tensor<f32>
    %1 = stablehlo.broadcast_in_dim %0, dims = [] : (tensor<f32>) -> tensor<2x6x1xf32>
    %2 = stablehlo.select %arg0, %arg1, %1 : tensor<i1>, tensor<2x6x1xf32>
    return %2 : tensor<2x6x1xf32>
  }
}
