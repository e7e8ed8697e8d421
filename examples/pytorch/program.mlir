module @IrToHlo.261 attributes {mhlo.cross_program_prefetches = [], mhlo.input_output_alias = [], mhlo.is_dynamic = false, mhlo.use_auto_spmd_partitioning = false} {
  func.func @main(%arg0: tensor<64xf32>, %arg1: tensor<64x32xf32>, %arg2: tensor<32xf32>, %arg3: tensor<32x64xf32>, %arg4: tensor<64xf32>, %arg5: tensor<64x32xf32>, %arg6: tensor<32xf32>, %arg7: tensor<32xf32>, %arg8: tensor<32x32xf32>, %arg9: tensor<96xf32>, %arg10: tensor<96x32xf32>, %arg11: tensor<32xf32>, %arg12: tensor<12x32xf32>, %arg13: tensor<2x12xi64>, %arg14: tensor<64x32xf32>, %arg15: tensor<32xf32>, %arg16: tensor<i1>, %arg17: tensor<32xf32>) -> tensor<2x12x64xf32> {
    %cst = stablehlo.constant dense<1.000000e+00> : tensor<2x12x64xf32>
    %cst_0 = stablehlo.constant dense<0.707106769> : tensor<2x12x64xf32>
    %cst_1 = stablehlo.constant dense<5.000000e-01> : tensor<2x12x64xf32>
    %cst_2 = stablehlo.constant dense<0xFF800000> : tensor<12x12xf32>
    %cst_3 = stablehlo.constant dense<0.000000e+00> : tensor<12x12xf32>
    %c = stablehlo.constant dense<0> : tensor<12x12xi64>
    %cst_4 = stablehlo.constant dense<0.594603539> : tensor<2x4x8x12xf32>
    %cst_5 = stablehlo.constant dense<0.594603539> : tensor<2x4x12x8xf32>
    %cst_6 = stablehlo.constant dense<0.000000e+00> : tensor<24xf32>
    %cst_7 = stablehlo.constant dense<1.000000e+00> : tensor<24xf32>
    %cst_8 = stablehlo.constant dense<0xFF800000> : tensor<f32>
    %c_9 = stablehlo.constant dense<[0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11]> : tensor<12xi64>
    %cst_10 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %0 = stablehlo.reshape %arg13 : (tensor<2x12xi64>) -> tensor<24xi64>
    %1 = stablehlo.convert %0 : (tensor<24xi64>) -> tensor<24xui32>
    %2 = "stablehlo.gather"(%arg14, %1) <{dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>, indices_are_sorted = false, slice_sizes = array<i64: 1, 32>}> : (tensor<64x32xf32>, tensor<24xui32>) -> tensor<24x32xf32>
    %3 = stablehlo.reshape %2 : (tensor<24x32xf32>) -> tensor<2x12x32xf32>
    %4 = stablehlo.broadcast_in_dim %arg12, dims = [1, 2] : (tensor<12x32xf32>) -> tensor<2x12x32xf32>
    %5 = stablehlo.add %3, %4 : tensor<2x12x32xf32>
    %6 = stablehlo.reshape %5 : (tensor<2x12x32xf32>) -> tensor<1x24x32xf32>
    %output, %batch_mean, %batch_var = "stablehlo.batch_norm_training"(%6, %cst_7, %cst_6) <{epsilon = 9.99999974E-6 : f32, feature_index = 1 : i64}> : (tensor<1x24x32xf32>, tensor<24xf32>, tensor<24xf32>) -> (tensor<1x24x32xf32>, tensor<24xf32>, tensor<24xf32>)
    %7 = stablehlo.broadcast_in_dim %arg15, dims = [2] : (tensor<32xf32>) -> tensor<2x12x32xf32>
    %8 = stablehlo.reshape %output : (tensor<1x24x32xf32>) -> tensor<2x12x32xf32>
    %9 = stablehlo.broadcast_in_dim %arg11, dims = [2] : (tensor<32xf32>) -> tensor<2x12x32xf32>
    %10 = stablehlo.multiply %8, %9 : tensor<2x12x32xf32>
    %11 = stablehlo.add %7, %10 : tensor<2x12x32xf32>
    %12 = stablehlo.reshape %11 : (tensor<2x12x32xf32>) -> tensor<24x32xf32>
    %13 = stablehlo.transpose %arg10, dims = [1, 0] {result_layout = dense<[0, 1]> : tensor<2xindex>, xla_shape = "f32[32,96]{0,1}"} : (tensor<96x32xf32>) -> tensor<32x96xf32>
    %14 = stablehlo.dot_general %12, %13, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<24x32xf32>, tensor<32x96xf32>) -> tensor<24x96xf32>
    %15 = stablehlo.broadcast_in_dim %arg9, dims = [1] : (tensor<96xf32>) -> tensor<24x96xf32>
    %16 = stablehlo.add %14, %15 : tensor<24x96xf32>
    %17 = stablehlo.reshape %16 : (tensor<24x96xf32>) -> tensor<2x12x3x4x8xf32>
    %18 = stablehlo.transpose %17, dims = [2, 0, 3, 1, 4] {result_layout = dense<[4, 2, 0, 3, 1]> : tensor<5xindex>, xla_shape = "f32[3,2,4,12,8]{4,2,0,3,1}"} : (tensor<2x12x3x4x8xf32>) -> tensor<3x2x4x12x8xf32>
    %19 = stablehlo.slice %18 [0:1, 0:2, 0:4, 0:12, 0:8] : (tensor<3x2x4x12x8xf32>) -> tensor<1x2x4x12x8xf32>
    %20 = stablehlo.reshape %19 : (tensor<1x2x4x12x8xf32>) -> tensor<2x4x12x8xf32>
    %21 = stablehlo.multiply %20, %cst_5 : tensor<2x4x12x8xf32>
    %22 = stablehlo.reshape %21 : (tensor<2x4x12x8xf32>) -> tensor<8x12x8xf32>
    %23 = stablehlo.slice %18 [1:2, 0:2, 0:4, 0:12, 0:8] : (tensor<3x2x4x12x8xf32>) -> tensor<1x2x4x12x8xf32>
    %24 = stablehlo.reshape %23 : (tensor<1x2x4x12x8xf32>) -> tensor<2x4x12x8xf32>
    %25 = stablehlo.transpose %24, dims = [0, 1, 3, 2] {result_layout = dense<[2, 3, 1, 0]> : tensor<4xindex>, xla_shape = "f32[2,4,8,12]{2,3,1,0}"} : (tensor<2x4x12x8xf32>) -> tensor<2x4x8x12xf32>
    %26 = stablehlo.multiply %25, %cst_4 : tensor<2x4x8x12xf32>
    %27 = stablehlo.reshape %26 : (tensor<2x4x8x12xf32>) -> tensor<8x8x12xf32>
    %28 = stablehlo.dot_general %22, %27, batching_dims = [0] x [0], contracting_dims = [2] x [1], precision = [DEFAULT, DEFAULT] : (tensor<8x12x8xf32>, tensor<8x8x12xf32>) -> tensor<8x12x12xf32>
    %29 = stablehlo.reshape %28 : (tensor<8x12x12xf32>) -> tensor<2x4x12x12xf32>
    %30 = stablehlo.broadcast_in_dim %c_9, dims = [1] : (tensor<12xi64>) -> tensor<12x12xi64>
    %31 = stablehlo.broadcast_in_dim %c_9, dims = [0] : (tensor<12xi64>) -> tensor<12x12xi64>
    %32 = stablehlo.subtract %30, %31 : tensor<12x12xi64>
    %33 = stablehlo.compare  LE, %32, %c : (tensor<12x12xi64>, tensor<12x12xi64>) -> tensor<12x12xi1>
    %34 = stablehlo.broadcast_in_dim %arg16, dims = [] : (tensor<i1>) -> tensor<12x12xi1>
    %35 = stablehlo.and %33, %34 : tensor<12x12xi1>
    %36 = stablehlo.select %35, %cst_3, %cst_2 : tensor<12x12xi1>, tensor<12x12xf32>
    %37 = stablehlo.broadcast_in_dim %36, dims = [2, 3] : (tensor<12x12xf32>) -> tensor<2x4x12x12xf32>
    %38 = stablehlo.add %29, %37 : tensor<2x4x12x12xf32>
    %39 = stablehlo.reduce(%38 init: %cst_8) applies stablehlo.maximum across dimensions = [3] : (tensor<2x4x12x12xf32>, tensor<f32>) -> tensor<2x4x12xf32>
    %40 = stablehlo.broadcast_in_dim %39, dims = [0, 1, 2] : (tensor<2x4x12xf32>) -> tensor<2x4x12x12xf32>
    %41 = stablehlo.subtract %38, %40 : tensor<2x4x12x12xf32>
    %42 = stablehlo.exponential %41 : tensor<2x4x12x12xf32>
    %43 = stablehlo.reduce(%42 init: %cst_10) applies stablehlo.add across dimensions = [3] : (tensor<2x4x12x12xf32>, tensor<f32>) -> tensor<2x4x12xf32>
    %44 = stablehlo.broadcast_in_dim %43, dims = [0, 1, 2] : (tensor<2x4x12xf32>) -> tensor<2x4x12x12xf32>
    %45 = stablehlo.divide %42, %44 : tensor<2x4x12x12xf32>
    %46 = stablehlo.reshape %45 : (tensor<2x4x12x12xf32>) -> tensor<8x12x12xf32>
    %47 = stablehlo.slice %18 [2:3, 0:2, 0:4, 0:12, 0:8] : (tensor<3x2x4x12x8xf32>) -> tensor<1x2x4x12x8xf32>
    %48 = stablehlo.reshape %47 : (tensor<1x2x4x12x8xf32>) -> tensor<8x12x8xf32>
    %49 = stablehlo.dot_general %46, %48, batching_dims = [0] x [0], contracting_dims = [2] x [1], precision = [DEFAULT, DEFAULT] : (tensor<8x12x12xf32>, tensor<8x12x8xf32>) -> tensor<8x12x8xf32>
    %50 = stablehlo.reshape %49 : (tensor<8x12x8xf32>) -> tensor<2x4x12x8xf32>
    %51 = stablehlo.transpose %50, dims = [0, 2, 1, 3] {result_layout = dense<[3, 1, 2, 0]> : tensor<4xindex>, xla_shape = "f32[2,12,4,8]{3,1,2,0}"} : (tensor<2x4x12x8xf32>) -> tensor<2x12x4x8xf32>
    %52 = stablehlo.reshape %51 : (tensor<2x12x4x8xf32>) -> tensor<2x12x32xf32>
    %53 = stablehlo.transpose %arg8, dims = [1, 0] {result_layout = dense<[0, 1]> : tensor<2xindex>, xla_shape = "f32[32,32]{0,1}"} : (tensor<32x32xf32>) -> tensor<32x32xf32>
    %54 = stablehlo.broadcast_in_dim %53, dims = [1, 2] : (tensor<32x32xf32>) -> tensor<2x32x32xf32>
    %55 = stablehlo.dot_general %52, %54, batching_dims = [0] x [0], contracting_dims = [2] x [1], precision = [DEFAULT, DEFAULT] : (tensor<2x12x32xf32>, tensor<2x32x32xf32>) -> tensor<2x12x32xf32>
    %56 = stablehlo.broadcast_in_dim %arg7, dims = [2] : (tensor<32xf32>) -> tensor<2x12x32xf32>
    %57 = stablehlo.add %55, %56 : tensor<2x12x32xf32>
    %58 = stablehlo.add %5, %57 : tensor<2x12x32xf32>
    %59 = stablehlo.reshape %58 : (tensor<2x12x32xf32>) -> tensor<1x24x32xf32>
    %output_11, %batch_mean_12, %batch_var_13 = "stablehlo.batch_norm_training"(%59, %cst_7, %cst_6) <{epsilon = 9.99999974E-6 : f32, feature_index = 1 : i64}> : (tensor<1x24x32xf32>, tensor<24xf32>, tensor<24xf32>) -> (tensor<1x24x32xf32>, tensor<24xf32>, tensor<24xf32>)
    %60 = stablehlo.broadcast_in_dim %arg17, dims = [2] : (tensor<32xf32>) -> tensor<2x12x32xf32>
    %61 = stablehlo.reshape %output_11 : (tensor<1x24x32xf32>) -> tensor<2x12x32xf32>
    %62 = stablehlo.broadcast_in_dim %arg6, dims = [2] : (tensor<32xf32>) -> tensor<2x12x32xf32>
    %63 = stablehlo.multiply %61, %62 : tensor<2x12x32xf32>
    %64 = stablehlo.add %60, %63 : tensor<2x12x32xf32>
    %65 = stablehlo.reshape %64 : (tensor<2x12x32xf32>) -> tensor<24x32xf32>
    %66 = stablehlo.transpose %arg5, dims = [1, 0] {result_layout = dense<[0, 1]> : tensor<2xindex>, xla_shape = "f32[32,64]{0,1}"} : (tensor<64x32xf32>) -> tensor<32x64xf32>
    %67 = stablehlo.dot_general %65, %66, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<24x32xf32>, tensor<32x64xf32>) -> tensor<24x64xf32>
    %68 = stablehlo.broadcast_in_dim %arg4, dims = [1] : (tensor<64xf32>) -> tensor<24x64xf32>
    %69 = stablehlo.add %67, %68 : tensor<24x64xf32>
    %70 = stablehlo.reshape %69 : (tensor<24x64xf32>) -> tensor<2x12x64xf32>
    %71 = stablehlo.multiply %70, %cst_1 : tensor<2x12x64xf32>
    %72 = stablehlo.multiply %70, %cst_0 : tensor<2x12x64xf32>
    %73 = stablehlo.custom_call @mhlo.erf(%72) {mhlo.attributes = {}, mhlo.version = 1 : i64} : (tensor<2x12x64xf32>) -> tensor<2x12x64xf32>
    %74 = stablehlo.add %73, %cst : tensor<2x12x64xf32>
    %75 = stablehlo.multiply %71, %74 : tensor<2x12x64xf32>
    %76 = stablehlo.reshape %75 : (tensor<2x12x64xf32>) -> tensor<24x64xf32>
    %77 = stablehlo.transpose %arg3, dims = [1, 0] {result_layout = dense<[0, 1]> : tensor<2xindex>, xla_shape = "f32[64,32]{0,1}"} : (tensor<32x64xf32>) -> tensor<64x32xf32>
    %78 = stablehlo.dot_general %76, %77, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<24x64xf32>, tensor<64x32xf32>) -> tensor<24x32xf32>
    %79 = stablehlo.broadcast_in_dim %arg2, dims = [1] : (tensor<32xf32>) -> tensor<24x32xf32>
    %80 = stablehlo.add %78, %79 : tensor<24x32xf32>
    %81 = stablehlo.reshape %80 : (tensor<24x32xf32>) -> tensor<2x12x32xf32>
    %82 = stablehlo.add %58, %81 : tensor<2x12x32xf32>
    %83 = stablehlo.reshape %82 : (tensor<2x12x32xf32>) -> tensor<24x32xf32>
    %84 = stablehlo.transpose %arg1, dims = [1, 0] {result_layout = dense<[0, 1]> : tensor<2xindex>, xla_shape = "f32[32,64]{0,1}"} : (tensor<64x32xf32>) -> tensor<32x64xf32>
    %85 = stablehlo.dot_general %83, %84, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<24x32xf32>, tensor<32x64xf32>) -> tensor<24x64xf32>
    %86 = stablehlo.broadcast_in_dim %arg0, dims = [1] : (tensor<64xf32>) -> tensor<24x64xf32>
    %87 = stablehlo.add %85, %86 : tensor<24x64xf32>
    %88 = stablehlo.reshape %87 : (tensor<24x64xf32>) -> tensor<2x12x64xf32>
    return %88 : tensor<2x12x64xf32>
  }
}
