module @jit_rnn_train_step attributes {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} {
  func.func public @main(%arg0: tensor<5x8xf32>, %arg1: tensor<8x8xf32>, %arg2: tensor<8x2xf32>, %arg3: tensor<7x3x5xf32>, %arg4: tensor<7x3x2xf32>) -> (tensor<5x8xf32> {jax.result_info = "result[0][0]"}, tensor<8x8xf32> {jax.result_info = "result[0][1]"}, tensor<8x2xf32> {jax.result_info = "result[0][2]"}, tensor<f32> {jax.result_info = "result[1]"}) {
    %cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %0 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<3x8xf32>
    %cst_0 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %1 = stablehlo.broadcast_in_dim %cst_0, dims = [] : (tensor<f32>) -> tensor<7x3x2xf32>
    %cst_1 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %2 = stablehlo.broadcast_in_dim %cst_1, dims = [] : (tensor<f32>) -> tensor<7x3x8xf32>
    %cst_2 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %3 = stablehlo.broadcast_in_dim %cst_2, dims = [] : (tensor<f32>) -> tensor<7x3x8xf32>
    %cst_3 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %4 = stablehlo.broadcast_in_dim %cst_3, dims = [] : (tensor<f32>) -> tensor<7x3x8xf32>
    %c = stablehlo.constant dense<0> : tensor<i32>
    %5:10 = stablehlo.while(%iterArg = %arg3, %iterArg_18 = %arg0, %iterArg_19 = %arg1, %iterArg_20 = %arg2, %iterArg_21 = %c, %iterArg_22 = %0, %iterArg_23 = %1, %iterArg_24 = %2, %iterArg_25 = %3, %iterArg_26 = %4) : tensor<7x3x5xf32>, tensor<5x8xf32>, tensor<8x8xf32>, tensor<8x2xf32>, tensor<i32>, tensor<3x8xf32>, tensor<7x3x2xf32>, tensor<7x3x8xf32>, tensor<7x3x8xf32>, tensor<7x3x8xf32>
    cond {
      %c_27 = stablehlo.constant dense<7> : tensor<i32>
      %30 = stablehlo.compare LT, %iterArg_21, %c_27, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %30 : tensor<i1>
    } do {
      %30 = func.call @dynamic_index_in_dim(%iterArg, %iterArg_21) : (tensor<7x3x5xf32>, tensor<i32>) -> tensor<3x5xf32>
      %31:5 = func.call @closed_call(%iterArg_18, %iterArg_19, %iterArg_20, %iterArg_22, %30) : (tensor<5x8xf32>, tensor<8x8xf32>, tensor<8x2xf32>, tensor<3x8xf32>, tensor<3x5xf32>) -> (tensor<3x8xf32>, tensor<3x2xf32>, tensor<3x8xf32>, tensor<3x8xf32>, tensor<3x8xf32>)
      %32 = func.call @dynamic_update_index_in_dim(%iterArg_23, %31#1, %iterArg_21) : (tensor<7x3x2xf32>, tensor<3x2xf32>, tensor<i32>) -> tensor<7x3x2xf32>
      %33 = func.call @dynamic_update_index_in_dim_0(%iterArg_24, %31#2, %iterArg_21) : (tensor<7x3x8xf32>, tensor<3x8xf32>, tensor<i32>) -> tensor<7x3x8xf32>
      %34 = func.call @dynamic_update_index_in_dim_0(%iterArg_25, %31#3, %iterArg_21) : (tensor<7x3x8xf32>, tensor<3x8xf32>, tensor<i32>) -> tensor<7x3x8xf32>
      %35 = func.call @dynamic_update_index_in_dim_0(%iterArg_26, %31#4, %iterArg_21) : (tensor<7x3x8xf32>, tensor<3x8xf32>, tensor<i32>) -> tensor<7x3x8xf32>
      %c_27 = stablehlo.constant dense<1> : tensor<i32>
      %36 = stablehlo.add %iterArg_21, %c_27 : tensor<i32>
      stablehlo.return %iterArg, %iterArg_18, %iterArg_19, %iterArg_20, %36, %31#0, %32, %33, %34, %35 : tensor<7x3x5xf32>, tensor<5x8xf32>, tensor<8x8xf32>, tensor<8x2xf32>, tensor<i32>, tensor<3x8xf32>, tensor<7x3x2xf32>, tensor<7x3x8xf32>, tensor<7x3x8xf32>, tensor<7x3x8xf32>
    }
    %6 = stablehlo.subtract %5#6, %arg4 : tensor<7x3x2xf32>
    %7 = stablehlo.multiply %6, %6 : tensor<7x3x2xf32>
    %cst_4 = stablehlo.constant dense<2.000000e+00> : tensor<f32>
    %8 = stablehlo.broadcast_in_dim %cst_4, dims = [] : (tensor<f32>) -> tensor<7x3x2xf32>
    %9 = stablehlo.multiply %8, %6 : tensor<7x3x2xf32>
    %cst_5 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %10 = stablehlo.reduce(%7 init: %cst_5) applies stablehlo.add across dimensions = [0, 1, 2] : (tensor<7x3x2xf32>, tensor<f32>) -> tensor<f32>
    %cst_6 = stablehlo.constant dense<4.200000e+01> : tensor<f32>
    %11 = stablehlo.divide %10, %cst_6 : tensor<f32>
    %cst_7 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %12 = stablehlo.broadcast_in_dim %cst_7, dims = [] : (tensor<f32>) -> tensor<3x8xf32>
    %cst_8 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %cst_9 = stablehlo.constant dense<4.200000e+01> : tensor<f32>
    %13 = stablehlo.divide %cst_8, %cst_9 : tensor<f32>
    %14 = stablehlo.broadcast_in_dim %13, dims = [] : (tensor<f32>) -> tensor<7x3x2xf32>
    %15 = stablehlo.multiply %14, %9 : tensor<7x3x2xf32>
    %cst_10 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %16 = stablehlo.broadcast_in_dim %cst_10, dims = [] : (tensor<f32>) -> tensor<3x8xf32>
    %cst_11 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %17 = stablehlo.broadcast_in_dim %cst_11, dims = [] : (tensor<f32>) -> tensor<5x8xf32>
    %cst_12 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %18 = stablehlo.broadcast_in_dim %cst_12, dims = [] : (tensor<f32>) -> tensor<8x8xf32>
    %cst_13 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %19 = stablehlo.broadcast_in_dim %cst_13, dims = [] : (tensor<f32>) -> tensor<8x2xf32>
    %c_14 = stablehlo.constant dense<0> : tensor<i32>
    %20:12 = stablehlo.while(%iterArg = %15, %iterArg_18 = %arg3, %iterArg_19 = %5#7, %iterArg_20 = %5#8, %iterArg_21 = %5#9, %iterArg_22 = %arg1, %iterArg_23 = %arg2, %iterArg_24 = %c_14, %iterArg_25 = %17, %iterArg_26 = %18, %iterArg_27 = %19, %iterArg_28 = %16) : tensor<7x3x2xf32>, tensor<7x3x5xf32>, tensor<7x3x8xf32>, tensor<7x3x8xf32>, tensor<7x3x8xf32>, tensor<8x8xf32>, tensor<8x2xf32>, tensor<i32>, tensor<5x8xf32>, tensor<8x8xf32>, tensor<8x2xf32>, tensor<3x8xf32>
    cond {
      %c_29 = stablehlo.constant dense<7> : tensor<i32>
      %30 = stablehlo.compare LT, %iterArg_24, %c_29, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %30 : tensor<i1>
    } do {
      %c_29 = stablehlo.constant dense<7> : tensor<i32>
      %30 = stablehlo.subtract %c_29, %iterArg_24 : tensor<i32>
      %c_30 = stablehlo.constant dense<1> : tensor<i32>
      %31 = stablehlo.subtract %30, %c_30 : tensor<i32>
      %32 = func.call @dynamic_index_in_dim_1(%iterArg, %31) : (tensor<7x3x2xf32>, tensor<i32>) -> tensor<3x2xf32>
      %33 = func.call @dynamic_index_in_dim(%iterArg_18, %31) : (tensor<7x3x5xf32>, tensor<i32>) -> tensor<3x5xf32>
      %34 = func.call @dynamic_index_in_dim_2(%iterArg_19, %31) : (tensor<7x3x8xf32>, tensor<i32>) -> tensor<3x8xf32>
      %35 = func.call @dynamic_index_in_dim_2(%iterArg_20, %31) : (tensor<7x3x8xf32>, tensor<i32>) -> tensor<3x8xf32>
      %36 = func.call @dynamic_index_in_dim_2(%iterArg_21, %31) : (tensor<7x3x8xf32>, tensor<i32>) -> tensor<3x8xf32>
      %37:4 = func.call @closed_call_3(%iterArg_22, %iterArg_23, %iterArg_25, %iterArg_26, %iterArg_27, %iterArg_28, %32, %33, %34, %35, %36) : (tensor<8x8xf32>, tensor<8x2xf32>, tensor<5x8xf32>, tensor<8x8xf32>, tensor<8x2xf32>, tensor<3x8xf32>, tensor<3x2xf32>, tensor<3x5xf32>, tensor<3x8xf32>, tensor<3x8xf32>, tensor<3x8xf32>) -> (tensor<5x8xf32>, tensor<8x8xf32>, tensor<8x2xf32>, tensor<3x8xf32>)
      %c_31 = stablehlo.constant dense<1> : tensor<i32>
      %38 = stablehlo.add %iterArg_24, %c_31 : tensor<i32>
      stablehlo.return %iterArg, %iterArg_18, %iterArg_19, %iterArg_20, %iterArg_21, %iterArg_22, %iterArg_23, %38, %37#0, %37#1, %37#2, %37#3 : tensor<7x3x2xf32>, tensor<7x3x5xf32>, tensor<7x3x8xf32>, tensor<7x3x8xf32>, tensor<7x3x8xf32>, tensor<8x8xf32>, tensor<8x2xf32>, tensor<i32>, tensor<5x8xf32>, tensor<8x8xf32>, tensor<8x2xf32>, tensor<3x8xf32>
    }
    %cst_15 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %21 = stablehlo.broadcast_in_dim %cst_15, dims = [] : (tensor<f32>) -> tensor<5x8xf32>
    %22 = stablehlo.multiply %21, %20#8 : tensor<5x8xf32>
    %23 = stablehlo.subtract %arg0, %22 : tensor<5x8xf32>
    %cst_16 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %24 = stablehlo.broadcast_in_dim %cst_16, dims = [] : (tensor<f32>) -> tensor<8x8xf32>
    %25 = stablehlo.multiply %24, %20#9 : tensor<8x8xf32>
    %26 = stablehlo.subtract %arg1, %25 : tensor<8x8xf32>
    %cst_17 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %27 = stablehlo.broadcast_in_dim %cst_17, dims = [] : (tensor<f32>) -> tensor<8x2xf32>
    %28 = stablehlo.multiply %27, %20#10 : tensor<8x2xf32>
    %29 = stablehlo.subtract %arg2, %28 : tensor<8x2xf32>
    return %23, %26, %29, %11 : tensor<5x8xf32>, tensor<8x8xf32>, tensor<8x2xf32>, tensor<f32>
  }
  func.func private @dynamic_index_in_dim(%arg0: tensor<7x3x5xf32>, %arg1: tensor<i32>) -> tensor<3x5xf32> {
    %c = stablehlo.constant dense<0> : tensor<i32>
    %c_0 = stablehlo.constant dense<0> : tensor<i32>
    %0 = stablehlo.dynamic_slice %arg0, %arg1, %c, %c_0, sizes = [1, 3, 5] : (tensor<7x3x5xf32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<1x3x5xf32>
    %1 = stablehlo.reshape %0 : (tensor<1x3x5xf32>) -> tensor<3x5xf32>
    return %1 : tensor<3x5xf32>
  }
  func.func private @closed_call(%arg0: tensor<5x8xf32>, %arg1: tensor<8x8xf32>, %arg2: tensor<8x2xf32>, %arg3: tensor<3x8xf32>, %arg4: tensor<3x5xf32>) -> (tensor<3x8xf32>, tensor<3x2xf32>, tensor<3x8xf32>, tensor<3x8xf32>, tensor<3x8xf32>) {
    %0 = stablehlo.dot_general %arg4, %arg0, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<3x5xf32>, tensor<5x8xf32>) -> tensor<3x8xf32>
    %1 = stablehlo.dot_general %arg3, %arg1, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<3x8xf32>, tensor<8x8xf32>) -> tensor<3x8xf32>
    %2 = stablehlo.add %0, %1 : tensor<3x8xf32>
    %3 = stablehlo.tanh %2 : tensor<3x8xf32>
    %cst = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %4 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<3x8xf32>
    %5 = stablehlo.subtract %4, %3 : tensor<3x8xf32>
    %6 = stablehlo.dot_general %3, %arg2, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<3x8xf32>, tensor<8x2xf32>) -> tensor<3x2xf32>
    return %3, %6, %arg3, %3, %5 : tensor<3x8xf32>, tensor<3x2xf32>, tensor<3x8xf32>, tensor<3x8xf32>, tensor<3x8xf32>
  }
  func.func private @dynamic_update_index_in_dim(%arg0: tensor<7x3x2xf32>, %arg1: tensor<3x2xf32>, %arg2: tensor<i32>) -> tensor<7x3x2xf32> {
    %0 = stablehlo.broadcast_in_dim %arg1, dims = [1, 2] : (tensor<3x2xf32>) -> tensor<1x3x2xf32>
    %c = stablehlo.constant dense<0> : tensor<i32>
    %c_0 = stablehlo.constant dense<0> : tensor<i32>
    %1 = stablehlo.dynamic_update_slice %arg0, %0, %arg2, %c, %c_0 : (tensor<7x3x2xf32>, tensor<1x3x2xf32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<7x3x2xf32>
    return %1 : tensor<7x3x2xf32>
  }
  func.func private @dynamic_update_index_in_dim_0(%arg0: tensor<7x3x8xf32>, %arg1: tensor<3x8xf32>, %arg2: tensor<i32>) -> tensor<7x3x8xf32> {
    %0 = stablehlo.broadcast_in_dim %arg1, dims = [1, 2] : (tensor<3x8xf32>) -> tensor<1x3x8xf32>
    %c = stablehlo.constant dense<0> : tensor<i32>
    %c_0 = stablehlo.constant dense<0> : tensor<i32>
    %1 = stablehlo.dynamic_update_slice %arg0, %0, %arg2, %c, %c_0 : (tensor<7x3x8xf32>, tensor<1x3x8xf32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<7x3x8xf32>
    return %1 : tensor<7x3x8xf32>
  }
  func.func private @dynamic_index_in_dim_1(%arg0: tensor<7x3x2xf32>, %arg1: tensor<i32>) -> tensor<3x2xf32> {
    %c = stablehlo.constant dense<0> : tensor<i32>
    %c_0 = stablehlo.constant dense<0> : tensor<i32>
    %0 = stablehlo.dynamic_slice %arg0, %arg1, %c, %c_0, sizes = [1, 3, 2] : (tensor<7x3x2xf32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<1x3x2xf32>
    %1 = stablehlo.reshape %0 : (tensor<1x3x2xf32>) -> tensor<3x2xf32>
    return %1 : tensor<3x2xf32>
  }
  func.func private @dynamic_index_in_dim_2(%arg0: tensor<7x3x8xf32>, %arg1: tensor<i32>) -> tensor<3x8xf32> {
    %c = stablehlo.constant dense<0> : tensor<i32>
    %c_0 = stablehlo.constant dense<0> : tensor<i32>
    %0 = stablehlo.dynamic_slice %arg0, %arg1, %c, %c_0, sizes = [1, 3, 8] : (tensor<7x3x8xf32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<1x3x8xf32>
    %1 = stablehlo.reshape %0 : (tensor<1x3x8xf32>) -> tensor<3x8xf32>
    return %1 : tensor<3x8xf32>
  }
  func.func private @closed_call_3(%arg0: tensor<8x8xf32>, %arg1: tensor<8x2xf32>, %arg2: tensor<5x8xf32>, %arg3: tensor<8x8xf32>, %arg4: tensor<8x2xf32>, %arg5: tensor<3x8xf32>, %arg6: tensor<3x2xf32>, %arg7: tensor<3x5xf32>, %arg8: tensor<3x8xf32>, %arg9: tensor<3x8xf32>, %arg10: tensor<3x8xf32>) -> (tensor<5x8xf32>, tensor<8x8xf32>, tensor<8x2xf32>, tensor<3x8xf32>) {
    %0 = stablehlo.dot_general %arg6, %arg9, contracting_dims = [0] x [0], precision = [DEFAULT, DEFAULT] : (tensor<3x2xf32>, tensor<3x8xf32>) -> tensor<2x8xf32>
    %1 = stablehlo.transpose %0, dims = [1, 0] : (tensor<2x8xf32>) -> tensor<8x2xf32>
    %2 = stablehlo.add %arg4, %1 : tensor<8x2xf32>
    %3 = stablehlo.dot_general %arg6, %arg1, contracting_dims = [1] x [1], precision = [DEFAULT, DEFAULT] : (tensor<3x2xf32>, tensor<8x2xf32>) -> tensor<3x8xf32>
    %4 = stablehlo.add %arg5, %3 : tensor<3x8xf32>
    %5 = stablehlo.multiply %4, %arg10 : tensor<3x8xf32>
    %6 = stablehlo.multiply %5, %arg9 : tensor<3x8xf32>
    %7 = stablehlo.add %5, %6 : tensor<3x8xf32>
    %8 = stablehlo.dot_general %7, %arg8, contracting_dims = [0] x [0], precision = [DEFAULT, DEFAULT] : (tensor<3x8xf32>, tensor<3x8xf32>) -> tensor<8x8xf32>
    %9 = stablehlo.transpose %8, dims = [1, 0] : (tensor<8x8xf32>) -> tensor<8x8xf32>
    %10 = stablehlo.add %arg3, %9 : tensor<8x8xf32>
    %11 = stablehlo.dot_general %7, %arg0, contracting_dims = [1] x [1], precision = [DEFAULT, DEFAULT] : (tensor<3x8xf32>, tensor<8x8xf32>) -> tensor<3x8xf32>
    %12 = stablehlo.dot_general %7, %arg7, contracting_dims = [0] x [0], precision = [DEFAULT, DEFAULT] : (tensor<3x8xf32>, tensor<3x5xf32>) -> tensor<8x5xf32>
    %13 = stablehlo.transpose %12, dims = [1, 0] : (tensor<8x5xf32>) -> tensor<5x8xf32>
    %14 = stablehlo.add %arg2, %13 : tensor<5x8xf32>
    return %14, %10, %2, %11 : tensor<5x8xf32>, tensor<8x8xf32>, tensor<8x2xf32>, tensor<3x8xf32>
  }
}
