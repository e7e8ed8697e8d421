module @jit_remat attributes {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} {
  func.func public @main(%arg0: tensor<9x9xf32>, %arg1: tensor<4x9xf32>) -> (tensor<9x9xf32> {jax.result_info = "result"}) {
    %0 = stablehlo.dot_general %arg1, %arg0, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<4x9xf32>, tensor<9x9xf32>) -> tensor<4x9xf32>
    %1 = stablehlo.sine %0 : tensor<4x9xf32>
    %2 = stablehlo.dot_general %1, %arg0, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<4x9xf32>, tensor<9x9xf32>) -> tensor<4x9xf32>
    %3 = stablehlo.sine %2 : tensor<4x9xf32>
    %4 = stablehlo.dot_general %3, %arg0, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<4x9xf32>, tensor<9x9xf32>) -> tensor<4x9xf32>
    %5 = stablehlo.sine %4 : tensor<4x9xf32>
    %6 = stablehlo.dot_general %5, %arg0, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<4x9xf32>, tensor<9x9xf32>) -> tensor<4x9xf32>
    %7 = stablehlo.sine %6 : tensor<4x9xf32>
    %cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %8 = stablehlo.reduce(%7 init: %cst) applies stablehlo.add across dimensions = [0, 1] : (tensor<4x9xf32>, tensor<f32>) -> tensor<f32>
    %cst_0 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %9 = stablehlo.broadcast_in_dim %cst_0, dims = [] : (tensor<f32>) -> tensor<4x9xf32>
    %10:3 = stablehlo.optimization_barrier %arg0, %3, %9 : tensor<9x9xf32>, tensor<4x9xf32>, tensor<4x9xf32>
    %11 = stablehlo.dot_general %10#1, %10#0, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<4x9xf32>, tensor<9x9xf32>) -> tensor<4x9xf32>
    %12 = stablehlo.sine %11 : tensor<4x9xf32>
    %13 = stablehlo.cosine %11 : tensor<4x9xf32>
    %14 = stablehlo.dot_general %12, %10#0, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<4x9xf32>, tensor<9x9xf32>) -> tensor<4x9xf32>
    %15 = stablehlo.cosine %14 : tensor<4x9xf32>
    %16 = stablehlo.multiply %10#2, %15 : tensor<4x9xf32>
    %17 = stablehlo.dot_general %16, %12, contracting_dims = [0] x [0], precision = [DEFAULT, DEFAULT] : (tensor<4x9xf32>, tensor<4x9xf32>) -> tensor<9x9xf32>
    %18 = stablehlo.transpose %17, dims = [1, 0] : (tensor<9x9xf32>) -> tensor<9x9xf32>
    %19 = stablehlo.dot_general %16, %10#0, contracting_dims = [1] x [1], precision = [DEFAULT, DEFAULT] : (tensor<4x9xf32>, tensor<9x9xf32>) -> tensor<4x9xf32>
    %20 = stablehlo.multiply %19, %13 : tensor<4x9xf32>
    %21 = stablehlo.dot_general %20, %10#1, contracting_dims = [0] x [0], precision = [DEFAULT, DEFAULT] : (tensor<4x9xf32>, tensor<4x9xf32>) -> tensor<9x9xf32>
    %22 = stablehlo.transpose %21, dims = [1, 0] : (tensor<9x9xf32>) -> tensor<9x9xf32>
    %23 = stablehlo.add %18, %22 : tensor<9x9xf32>
    %24 = stablehlo.dot_general %20, %10#0, contracting_dims = [1] x [1], precision = [DEFAULT, DEFAULT] : (tensor<4x9xf32>, tensor<9x9xf32>) -> tensor<4x9xf32>
    %25:3 = stablehlo.optimization_barrier %arg0, %arg1, %24 : tensor<9x9xf32>, tensor<4x9xf32>, tensor<4x9xf32>
    %26 = stablehlo.dot_general %25#1, %25#0, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<4x9xf32>, tensor<9x9xf32>) -> tensor<4x9xf32>
    %27 = stablehlo.sine %26 : tensor<4x9xf32>
    %28 = stablehlo.cosine %26 : tensor<4x9xf32>
    %29 = stablehlo.dot_general %27, %25#0, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<4x9xf32>, tensor<9x9xf32>) -> tensor<4x9xf32>
    %30 = stablehlo.cosine %29 : tensor<4x9xf32>
    %31 = stablehlo.multiply %25#2, %30 : tensor<4x9xf32>
    %32 = stablehlo.dot_general %31, %27, contracting_dims = [0] x [0], precision = [DEFAULT, DEFAULT] : (tensor<4x9xf32>, tensor<4x9xf32>) -> tensor<9x9xf32>
    %33 = stablehlo.transpose %32, dims = [1, 0] : (tensor<9x9xf32>) -> tensor<9x9xf32>
    %34 = stablehlo.dot_general %31, %25#0, contracting_dims = [1] x [1], precision = [DEFAULT, DEFAULT] : (tensor<4x9xf32>, tensor<9x9xf32>) -> tensor<4x9xf32>
    %35 = stablehlo.multiply %34, %28 : tensor<4x9xf32>
    %36 = stablehlo.dot_general %35, %25#1, contracting_dims = [0] x [0], precision = [DEFAULT, DEFAULT] : (tensor<4x9xf32>, tensor<4x9xf32>) -> tensor<9x9xf32>
    %37 = stablehlo.transpose %36, dims = [1, 0] : (tensor<9x9xf32>) -> tensor<9x9xf32>
    %38 = stablehlo.add %33, %37 : tensor<9x9xf32>
    %39 = stablehlo.add %23, %38 : tensor<9x9xf32>
    return %39 : tensor<9x9xf32>
  }
}
