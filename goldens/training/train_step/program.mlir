module @jit_train_step attributes {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} {
  func.func public @main(%arg0: tensor<7x10xf32>, %arg1: tensor<10xf32>, %arg2: tensor<10x5xf32>, %arg3: tensor<5xf32>, %arg4: tensor<9x7xf32>, %arg5: tensor<9xi32>) -> (tensor<7x10xf32> {jax.result_info = "result[0][0][0]"}, tensor<10xf32> {jax.result_info = "result[0][0][1]"}, tensor<10x5xf32> {jax.result_info = "result[0][1][0]"}, tensor<5xf32> {jax.result_info = "result[0][1][1]"}, tensor<f32> {jax.result_info = "result[1]"}) {
    %0 = stablehlo.dot_general %arg4, %arg0, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<9x7xf32>, tensor<7x10xf32>) -> tensor<9x10xf32>
    %1 = stablehlo.broadcast_in_dim %arg1, dims = [1] : (tensor<10xf32>) -> tensor<1x10xf32>
    %2 = stablehlo.broadcast_in_dim %1, dims = [0, 1] : (tensor<1x10xf32>) -> tensor<9x10xf32>
    %3 = stablehlo.add %0, %2 : tensor<9x10xf32>
    %4 = call @relu(%3) : (tensor<9x10xf32>) -> tensor<9x10xf32>
    %cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %5 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<9x10xf32>
    %6 = stablehlo.compare GT, %3, %5, FLOAT : (tensor<9x10xf32>, tensor<9x10xf32>) -> tensor<9x10xi1>
    %cst_0 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %7 = stablehlo.broadcast_in_dim %cst_0, dims = [] : (tensor<f32>) -> tensor<9x10xf32>
    %8 = stablehlo.dot_general %4, %arg2, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<9x10xf32>, tensor<10x5xf32>) -> tensor<9x5xf32>
    %9 = stablehlo.broadcast_in_dim %arg3, dims = [1] : (tensor<5xf32>) -> tensor<1x5xf32>
    %10 = stablehlo.broadcast_in_dim %9, dims = [0, 1] : (tensor<1x5xf32>) -> tensor<9x5xf32>
    %11 = stablehlo.add %8, %10 : tensor<9x5xf32>
    %12:3 = call @log_softmax(%11) : (tensor<9x5xf32>) -> (tensor<9x5xf32>, tensor<9x5xf32>, tensor<9x1xf32>)
    %13 = call @_one_hot(%arg5) : (tensor<9xi32>) -> tensor<9x5xf32>
    %14 = stablehlo.multiply %13, %12#0 : tensor<9x5xf32>
    %cst_1 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %15 = stablehlo.reduce(%14 init: %cst_1) applies stablehlo.add across dimensions = [1] : (tensor<9x5xf32>, tensor<f32>) -> tensor<9xf32>
    %cst_2 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %16 = stablehlo.reduce(%15 init: %cst_2) applies stablehlo.add across dimensions = [0] : (tensor<9xf32>, tensor<f32>) -> tensor<f32>
    %cst_3 = stablehlo.constant dense<9.000000e+00> : tensor<f32>
    %17 = stablehlo.divide %16, %cst_3 : tensor<f32>
    %18 = stablehlo.negate %17 : tensor<f32>
    %cst_4 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %19 = stablehlo.negate %cst_4 : tensor<f32>
    %cst_5 = stablehlo.constant dense<9.000000e+00> : tensor<f32>
    %20 = stablehlo.divide %19, %cst_5 : tensor<f32>
    %21 = stablehlo.broadcast_in_dim %20, dims = [] : (tensor<f32>) -> tensor<9xf32>
    %22 = stablehlo.broadcast_in_dim %21, dims = [0] : (tensor<9xf32>) -> tensor<9x5xf32>
    %23 = stablehlo.multiply %13, %22 : tensor<9x5xf32>
    %24 = call @log_softmax_0(%12#1, %12#2, %23) : (tensor<9x5xf32>, tensor<9x1xf32>, tensor<9x5xf32>) -> tensor<9x5xf32>
    %cst_6 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %25 = stablehlo.reduce(%24 init: %cst_6) applies stablehlo.add across dimensions = [0] : (tensor<9x5xf32>, tensor<f32>) -> tensor<5xf32>
    %26 = stablehlo.reshape %25 : (tensor<5xf32>) -> tensor<1x5xf32>
    %cst_7 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %27 = stablehlo.reduce(%26 init: %cst_7) applies stablehlo.add across dimensions = [0] : (tensor<1x5xf32>, tensor<f32>) -> tensor<5xf32>
    %28 = stablehlo.dot_general %24, %4, contracting_dims = [0] x [0], precision = [DEFAULT, DEFAULT] : (tensor<9x5xf32>, tensor<9x10xf32>) -> tensor<5x10xf32>
    %29 = stablehlo.transpose %28, dims = [1, 0] : (tensor<5x10xf32>) -> tensor<10x5xf32>
    %30 = stablehlo.dot_general %24, %arg2, contracting_dims = [1] x [1], precision = [DEFAULT, DEFAULT] : (tensor<9x5xf32>, tensor<10x5xf32>) -> tensor<9x10xf32>
    %cst_8 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %31 = stablehlo.broadcast_in_dim %cst_8, dims = [] : (tensor<f32>) -> tensor<9x10xf32>
    %32 = stablehlo.select %6, %30, %31 : tensor<9x10xi1>, tensor<9x10xf32>
    %cst_9 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %33 = stablehlo.reduce(%32 init: %cst_9) applies stablehlo.add across dimensions = [0] : (tensor<9x10xf32>, tensor<f32>) -> tensor<10xf32>
    %34 = stablehlo.reshape %33 : (tensor<10xf32>) -> tensor<1x10xf32>
    %cst_10 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %35 = stablehlo.reduce(%34 init: %cst_10) applies stablehlo.add across dimensions = [0] : (tensor<1x10xf32>, tensor<f32>) -> tensor<10xf32>
    %36 = stablehlo.dot_general %32, %arg4, contracting_dims = [0] x [0], precision = [DEFAULT, DEFAULT] : (tensor<9x10xf32>, tensor<9x7xf32>) -> tensor<10x7xf32>
    %37 = stablehlo.transpose %36, dims = [1, 0] : (tensor<10x7xf32>) -> tensor<7x10xf32>
    %cst_11 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %38 = stablehlo.broadcast_in_dim %cst_11, dims = [] : (tensor<f32>) -> tensor<7x10xf32>
    %39 = stablehlo.multiply %38, %37 : tensor<7x10xf32>
    %40 = stablehlo.subtract %arg0, %39 : tensor<7x10xf32>
    %cst_12 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %41 = stablehlo.broadcast_in_dim %cst_12, dims = [] : (tensor<f32>) -> tensor<10xf32>
    %42 = stablehlo.multiply %41, %35 : tensor<10xf32>
    %43 = stablehlo.subtract %arg1, %42 : tensor<10xf32>
    %cst_13 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %44 = stablehlo.broadcast_in_dim %cst_13, dims = [] : (tensor<f32>) -> tensor<10x5xf32>
    %45 = stablehlo.multiply %44, %29 : tensor<10x5xf32>
    %46 = stablehlo.subtract %arg2, %45 : tensor<10x5xf32>
    %cst_14 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %47 = stablehlo.broadcast_in_dim %cst_14, dims = [] : (tensor<f32>) -> tensor<5xf32>
    %48 = stablehlo.multiply %47, %27 : tensor<5xf32>
    %49 = stablehlo.subtract %arg3, %48 : tensor<5xf32>
    return %40, %43, %46, %49, %18 : tensor<7x10xf32>, tensor<10xf32>, tensor<10x5xf32>, tensor<5xf32>, tensor<f32>
  }
  func.func private @relu(%arg0: tensor<9x10xf32>) -> tensor<9x10xf32> {
    %cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %0 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<9x10xf32>
    %1 = stablehlo.maximum %arg0, %0 : tensor<9x10xf32>
    return %1 : tensor<9x10xf32>
  }
  func.func private @log_softmax(%arg0: tensor<9x5xf32>) -> (tensor<9x5xf32>, tensor<9x5xf32>, tensor<9x1xf32>) {
    %cst = stablehlo.constant dense<0xFF800000> : tensor<f32>
    %0 = stablehlo.reduce(%arg0 init: %cst) applies stablehlo.maximum across dimensions = [1] : (tensor<9x5xf32>, tensor<f32>) -> tensor<9xf32>
    %cst_0 = stablehlo.constant dense<0xFF800000> : tensor<f32>
    %1 = stablehlo.broadcast_in_dim %cst_0, dims = [] : (tensor<f32>) -> tensor<9xf32>
    %2 = stablehlo.maximum %1, %0 : tensor<9xf32>
    %3 = stablehlo.broadcast_in_dim %2, dims = [0] : (tensor<9xf32>) -> tensor<9x1xf32>
    %4 = stablehlo.broadcast_in_dim %3, dims = [0, 1] : (tensor<9x1xf32>) -> tensor<9x5xf32>
    %5 = stablehlo.subtract %arg0, %4 : tensor<9x5xf32>
    %6 = stablehlo.exponential %5 : tensor<9x5xf32>
    %cst_1 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %7 = stablehlo.reduce(%6 init: %cst_1) applies stablehlo.add across dimensions = [1] : (tensor<9x5xf32>, tensor<f32>) -> tensor<9xf32>
    %8 = stablehlo.broadcast_in_dim %7, dims = [0] : (tensor<9xf32>) -> tensor<9x1xf32>
    %9 = stablehlo.log %8 : tensor<9x1xf32>
    %10 = stablehlo.broadcast_in_dim %9, dims = [0, 1] : (tensor<9x1xf32>) -> tensor<9x5xf32>
    %11 = stablehlo.subtract %5, %10 : tensor<9x5xf32>
    return %11, %6, %8 : tensor<9x5xf32>, tensor<9x5xf32>, tensor<9x1xf32>
  }
  func.func private @_one_hot(%arg0: tensor<9xi32>) -> tensor<9x5xf32> {
    %0 = stablehlo.broadcast_in_dim %arg0, dims = [0] : (tensor<9xi32>) -> tensor<9x1xi32>
    %1 = stablehlo.iota dim = 1 : tensor<1x5xi32>
    %2 = stablehlo.broadcast_in_dim %0, dims = [0, 1] : (tensor<9x1xi32>) -> tensor<9x5xi32>
    %3 = stablehlo.broadcast_in_dim %1, dims = [0, 1] : (tensor<1x5xi32>) -> tensor<9x5xi32>
    %4 = stablehlo.compare EQ, %2, %3, SIGNED : (tensor<9x5xi32>, tensor<9x5xi32>) -> tensor<9x5xi1>
    %5 = stablehlo.convert %4 : (tensor<9x5xi1>) -> tensor<9x5xf32>
    return %5 : tensor<9x5xf32>
  }
  func.func private @log_softmax_0(%arg0: tensor<9x5xf32>, %arg1: tensor<9x1xf32>, %arg2: tensor<9x5xf32>) -> tensor<9x5xf32> {
    %0 = stablehlo.negate %arg2 : tensor<9x5xf32>
    %cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %1 = stablehlo.reduce(%0 init: %cst) applies stablehlo.add across dimensions = [1] : (tensor<9x5xf32>, tensor<f32>) -> tensor<9xf32>
    %2 = stablehlo.reshape %1 : (tensor<9xf32>) -> tensor<9x1xf32>
    %3 = stablehlo.divide %2, %arg1 : tensor<9x1xf32>
    %cst_0 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %4 = stablehlo.reduce(%3 init: %cst_0) applies stablehlo.add across dimensions = [1] : (tensor<9x1xf32>, tensor<f32>) -> tensor<9xf32>
    %5 = stablehlo.broadcast_in_dim %4, dims = [0] : (tensor<9xf32>) -> tensor<9x5xf32>
    %6 = stablehlo.multiply %5, %arg0 : tensor<9x5xf32>
    %7 = stablehlo.add %arg2, %6 : tensor<9x5xf32>
    return %7 : tensor<9x5xf32>
  }
}
