module @jit_associative_scan attributes {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} {
  func.func public @main(%arg0: tensor<13xf32>, %arg1: tensor<13xf32>) -> (tensor<13xf32> {jax.result_info = "result[0]"}, tensor<13xf32> {jax.result_info = "result[1]"}) {
    %0 = stablehlo.slice %arg0 [0:12:2] : (tensor<13xf32>) -> tensor<6xf32>
    %1 = stablehlo.slice %arg1 [0:12:2] : (tensor<13xf32>) -> tensor<6xf32>
    %2 = stablehlo.slice %arg0 [1:13:2] : (tensor<13xf32>) -> tensor<6xf32>
    %3 = stablehlo.slice %arg1 [1:13:2] : (tensor<13xf32>) -> tensor<6xf32>
    %4 = stablehlo.multiply %0, %2 : tensor<6xf32>
    %5 = stablehlo.multiply %1, %2 : tensor<6xf32>
    %6 = stablehlo.add %5, %3 : tensor<6xf32>
    %7 = stablehlo.slice %4 [0:5:2] : (tensor<6xf32>) -> tensor<3xf32>
    %8 = stablehlo.slice %6 [0:5:2] : (tensor<6xf32>) -> tensor<3xf32>
    %9 = stablehlo.slice %4 [1:6:2] : (tensor<6xf32>) -> tensor<3xf32>
    %10 = stablehlo.slice %6 [1:6:2] : (tensor<6xf32>) -> tensor<3xf32>
    %11 = stablehlo.multiply %7, %9 : tensor<3xf32>
    %12 = stablehlo.multiply %8, %9 : tensor<3xf32>
    %13 = stablehlo.add %12, %10 : tensor<3xf32>
    %14 = stablehlo.slice %11 [0:2:2] : (tensor<3xf32>) -> tensor<1xf32>
    %15 = stablehlo.slice %13 [0:2:2] : (tensor<3xf32>) -> tensor<1xf32>
    %16 = stablehlo.slice %11 [1:3:2] : (tensor<3xf32>) -> tensor<1xf32>
    %17 = stablehlo.slice %13 [1:3:2] : (tensor<3xf32>) -> tensor<1xf32>
    %18 = stablehlo.multiply %14, %16 : tensor<1xf32>
    %19 = stablehlo.multiply %15, %16 : tensor<1xf32>
    %20 = stablehlo.add %19, %17 : tensor<1xf32>
    %21 = stablehlo.slice %11 [2:3:2] : (tensor<3xf32>) -> tensor<1xf32>
    %22 = stablehlo.slice %13 [2:3:2] : (tensor<3xf32>) -> tensor<1xf32>
    %23 = stablehlo.multiply %18, %21 : tensor<1xf32>
    %24 = stablehlo.multiply %20, %21 : tensor<1xf32>
    %25 = stablehlo.add %24, %22 : tensor<1xf32>
    %26 = stablehlo.slice %11 [0:1] : (tensor<3xf32>) -> tensor<1xf32>
    %27 = stablehlo.concatenate %26, %23, dim = 0 : (tensor<1xf32>, tensor<1xf32>) -> tensor<2xf32>
    %28 = stablehlo.slice %13 [0:1] : (tensor<3xf32>) -> tensor<1xf32>
    %29 = stablehlo.concatenate %28, %25, dim = 0 : (tensor<1xf32>, tensor<1xf32>) -> tensor<2xf32>
    %cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %30 = stablehlo.pad %27, %cst, low = [0], high = [0], interior = [1] : (tensor<2xf32>, tensor<f32>) -> tensor<3xf32>
    %cst_0 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %31 = stablehlo.pad %18, %cst_0, low = [1], high = [1], interior = [1] : (tensor<1xf32>, tensor<f32>) -> tensor<3xf32>
    %32 = stablehlo.add %30, %31 : tensor<3xf32>
    %cst_1 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %33 = stablehlo.pad %29, %cst_1, low = [0], high = [0], interior = [1] : (tensor<2xf32>, tensor<f32>) -> tensor<3xf32>
    %cst_2 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %34 = stablehlo.pad %20, %cst_2, low = [1], high = [1], interior = [1] : (tensor<1xf32>, tensor<f32>) -> tensor<3xf32>
    %35 = stablehlo.add %33, %34 : tensor<3xf32>
    %36 = stablehlo.slice %32 [0:2] : (tensor<3xf32>) -> tensor<2xf32>
    %37 = stablehlo.slice %35 [0:2] : (tensor<3xf32>) -> tensor<2xf32>
    %38 = stablehlo.slice %4 [2:6:2] : (tensor<6xf32>) -> tensor<2xf32>
    %39 = stablehlo.slice %6 [2:6:2] : (tensor<6xf32>) -> tensor<2xf32>
    %40 = stablehlo.multiply %36, %38 : tensor<2xf32>
    %41 = stablehlo.multiply %37, %38 : tensor<2xf32>
    %42 = stablehlo.add %41, %39 : tensor<2xf32>
    %43 = stablehlo.slice %4 [0:1] : (tensor<6xf32>) -> tensor<1xf32>
    %44 = stablehlo.concatenate %43, %40, dim = 0 : (tensor<1xf32>, tensor<2xf32>) -> tensor<3xf32>
    %45 = stablehlo.slice %6 [0:1] : (tensor<6xf32>) -> tensor<1xf32>
    %46 = stablehlo.concatenate %45, %42, dim = 0 : (tensor<1xf32>, tensor<2xf32>) -> tensor<3xf32>
    %cst_3 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %47 = stablehlo.pad %44, %cst_3, low = [0], high = [1], interior = [1] : (tensor<3xf32>, tensor<f32>) -> tensor<6xf32>
    %cst_4 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %48 = stablehlo.pad %32, %cst_4, low = [1], high = [0], interior = [1] : (tensor<3xf32>, tensor<f32>) -> tensor<6xf32>
    %49 = stablehlo.add %47, %48 : tensor<6xf32>
    %cst_5 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %50 = stablehlo.pad %46, %cst_5, low = [0], high = [1], interior = [1] : (tensor<3xf32>, tensor<f32>) -> tensor<6xf32>
    %cst_6 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %51 = stablehlo.pad %35, %cst_6, low = [1], high = [0], interior = [1] : (tensor<3xf32>, tensor<f32>) -> tensor<6xf32>
    %52 = stablehlo.add %50, %51 : tensor<6xf32>
    %53 = stablehlo.slice %arg0 [2:13:2] : (tensor<13xf32>) -> tensor<6xf32>
    %54 = stablehlo.slice %arg1 [2:13:2] : (tensor<13xf32>) -> tensor<6xf32>
    %55 = stablehlo.multiply %49, %53 : tensor<6xf32>
    %56 = stablehlo.multiply %52, %53 : tensor<6xf32>
    %57 = stablehlo.add %56, %54 : tensor<6xf32>
    %58 = stablehlo.slice %arg0 [0:1] : (tensor<13xf32>) -> tensor<1xf32>
    %59 = stablehlo.concatenate %58, %55, dim = 0 : (tensor<1xf32>, tensor<6xf32>) -> tensor<7xf32>
    %60 = stablehlo.slice %arg1 [0:1] : (tensor<13xf32>) -> tensor<1xf32>
    %61 = stablehlo.concatenate %60, %57, dim = 0 : (tensor<1xf32>, tensor<6xf32>) -> tensor<7xf32>
    %cst_7 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %62 = stablehlo.pad %59, %cst_7, low = [0], high = [0], interior = [1] : (tensor<7xf32>, tensor<f32>) -> tensor<13xf32>
    %cst_8 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %63 = stablehlo.pad %49, %cst_8, low = [1], high = [1], interior = [1] : (tensor<6xf32>, tensor<f32>) -> tensor<13xf32>
    %64 = stablehlo.add %62, %63 : tensor<13xf32>
    %cst_9 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %65 = stablehlo.pad %61, %cst_9, low = [0], high = [0], interior = [1] : (tensor<7xf32>, tensor<f32>) -> tensor<13xf32>
    %cst_10 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %66 = stablehlo.pad %52, %cst_10, low = [1], high = [1], interior = [1] : (tensor<6xf32>, tensor<f32>) -> tensor<13xf32>
    %67 = stablehlo.add %65, %66 : tensor<13xf32>
    return %64, %67 : tensor<13xf32>, tensor<13xf32>
  }
}
