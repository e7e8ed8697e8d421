// Custom calls that JAX 0.10 exports for a platform that it does not know. Expected values are
// from LAPACK (geqrf, orgqr, ungqr) and NumPy.
// REQUIRES: cpu, interpreter
// RUN: split-file %s %t
// RUN: hlo-run %t/qr.mlir --input 'dense<[[1.0, 2.0], [3.0, 4.0], [-2.0, 0.5]]> : tensor<3x2xf32>' --compare-with interpreter | FileCheck %s --check-prefix=QR
// RUN: hlo-run %t/qr.mlir --input 'dense<[[1.0, 2.0], [3.0, 4.0], [-2.0, 0.5]]> : tensor<3x2xf32>' --platform interpreter | FileCheck %s --check-prefix=QR
// QR: out0: tensor<3x2xf32>
// QR-NEXT: -0.26726{{[0-9]*}} -0.37464
// QR-NEXT: -0.80178{{[0-9]*}} -0.42460
// QR-NEXT: 0.53452{{[0-9]*}} -0.82422
// QR-NEXT: out1: tensor<2x2xf32>
// QR-NEXT: -3.74165{{[0-9]*}} -3.47439
// QR-NEXT: 0.0000000 -2.8598

// Complex matrices, in a batch.
// RUN: hlo-run %t/complex.mlir --input 'dense<[[[(1.0, 1.0), (0.0, 2.0)], [(3.0, 0.0), (4.0, -1.0)]]]> : tensor<1x2x2xcomplex<f64>>' --compare-with interpreter | FileCheck %s --check-prefix=COMPLEX
// COMPLEX: out0: tensor<1x2x2xcomplex<f64>>
// COMPLEX-NEXT: -3.31662{{[0-9]*}}+0.00000000j -4.22115{{[0-9]*}}+0.30151
// COMPLEX-NEXT: 0.65958{{[0-9]*}}-0.15280{{[0-9]*}}j -1.75809
// COMPLEX-NEXT: out1: tensor<1x2xcomplex<f64>>
// COMPLEX-NEXT: 1.30151{{[0-9]*}}+0.30151{{[0-9]*}}j 1.54390{{[0-9]*}}-0.83914
// COMPLEX-NEXT: out2: tensor<1x2x2xcomplex<f64>>
// COMPLEX-NEXT: -3.01511{{[0-9]*}}e-1-3.01511{{[0-9]*}}e-1j 7.75631{{[0-9]*}}e-1-4.65378
// COMPLEX: 3 of 3 results

// The largest and the smallest elements; the comparators are not compiled.
// RUN: hlo-run %t/top_k.mlir --input 'dense<[3.0, 1.0, 2.0, 3.0, 5.0, -1.0]> : tensor<6xf32>' --compare-with interpreter | FileCheck %s --check-prefix=TOP
// TOP: out0: tensor<2xf32> [5.0 3.0]
// TOP-NEXT: out1: tensor<2xi32> [4 0]
// TOP-NEXT: out2: tensor<3xf32> [-1.0 1.0 2.0]
// TOP-NEXT: out3: tensor<3xi32> [5 1 2]
// TOP-NEXT: 4 of 4 results

// Layouts and shardings have no effect if all is row-major and on one device.
// RUN: hlo-run %t/layout.mlir --input 'dense<[[1.0, 2.0], [3.0, 4.0]]> : tensor<2x2xf32>' --compare-with interpreter | FileCheck %s --check-prefix=LAYOUT
// LAYOUT: out0: tensor<2xf32> [ 8.0 12.0]
// LAYOUT-NEXT: 1 of 1 results

// Assertions of an export about its sizes.
// RUN: hlo-run %t/sizes.mlir --input 'random:tensor<4x2xf32>' --compare-with interpreter | FileCheck %s --check-prefix=SIZES
// SIZES: 1 of 1 results
// RUN: not hlo-run %t/sizes.mlir --input 'random:tensor<2x2xf32>' 2>&1 | FileCheck %s --check-prefix=SMALL
// RUN: not hlo-run %t/sizes.mlir --input 'random:tensor<2x2xf32>' --platform interpreter 2>&1 | FileCheck %s --check-prefix=SMALL
// SMALL: sizes.mlir:7:3: error: Expected 'b - 3' to be greater or equal to 0, but found -1 for b = 2

//--- qr.mlir
module @jit_qr attributes {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} {
  func.func public @main(%arg0: tensor<3x2xf32>) -> (tensor<3x2xf32> {jax.result_info = "result.Q"}, tensor<2x2xf32> {jax.result_info = "result.R"}) {
    %0:2 = stablehlo.custom_call @Qr(%arg0) {backend_config = ""} : (tensor<3x2xf32>) -> (tensor<3x2xf32>, tensor<2xf32>)
    %1 = stablehlo.custom_call @ProductOfElementaryHouseholderReflectors(%0#0, %0#1) {backend_config = ""} : (tensor<3x2xf32>, tensor<2xf32>) -> tensor<3x2xf32>
    %2 = stablehlo.slice %0#0 [0:2, 0:2] : (tensor<3x2xf32>) -> tensor<2x2xf32>
    %3 = stablehlo.iota dim = 0 : tensor<2x2xi32>
    %4 = stablehlo.iota dim = 1 : tensor<2x2xi32>
    %5 = stablehlo.compare LE, %3, %4, SIGNED : (tensor<2x2xi32>, tensor<2x2xi32>) -> tensor<2x2xi1>
    %cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %6 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<2x2xf32>
    %7 = stablehlo.select %5, %2, %6 : tensor<2x2xi1>, tensor<2x2xf32>
    return %1, %7 : tensor<3x2xf32>, tensor<2x2xf32>
  }
}
//--- complex.mlir
func.func public @main(%arg0: tensor<1x2x2xcomplex<f64>>) -> (tensor<1x2x2xcomplex<f64>>, tensor<1x2xcomplex<f64>>, tensor<1x2x2xcomplex<f64>>) {
  %0:2 = stablehlo.custom_call @Qr(%arg0) {backend_config = ""} : (tensor<1x2x2xcomplex<f64>>) -> (tensor<1x2x2xcomplex<f64>>, tensor<1x2xcomplex<f64>>)
  %1 = stablehlo.custom_call @ProductOfElementaryHouseholderReflectors(%0#0, %0#1) {backend_config = ""} : (tensor<1x2x2xcomplex<f64>>, tensor<1x2xcomplex<f64>>) -> tensor<1x2x2xcomplex<f64>>
  return %0#0, %0#1, %1 : tensor<1x2x2xcomplex<f64>>, tensor<1x2xcomplex<f64>>, tensor<1x2x2xcomplex<f64>>
}
//--- top_k.mlir
module @jit_top_k {
  func.func @top_k_lt_f32_comparator(%arg0: tensor<f32>, %arg1: tensor<f32>, %arg2: tensor<i32>, %arg3: tensor<i32>) -> tensor<i1> {
    %0 = stablehlo.compare LT, %arg0, %arg1 : (tensor<f32>, tensor<f32>) -> tensor<i1>
    stablehlo.return %0 : tensor<i1>
  }
  func.func @top_k_gt_f32_comparator(%arg0: tensor<f32>, %arg1: tensor<f32>, %arg2: tensor<i32>, %arg3: tensor<i32>) -> tensor<i1> {
    %0 = stablehlo.compare GT, %arg0, %arg1 : (tensor<f32>, tensor<f32>) -> tensor<i1>
    stablehlo.return %0 : tensor<i1>
  }
  func.func public @main(%arg0: tensor<6xf32>) -> (tensor<2xf32>, tensor<2xi32>, tensor<3xf32>, tensor<3xi32>) {
    %0 = stablehlo.iota dim = 0 : tensor<6xi32>
    %c = stablehlo.constant dense<-1> : tensor<i32>
    %cst = stablehlo.constant dense<0xFF800000> : tensor<f32>
    %1:2 = stablehlo.custom_call @ApproxTopK(%arg0, %0, %cst, %c) {backend_config = "", called_computations = [@top_k_gt_f32_comparator], mhlo.backend_config = {aggregate_to_topk = true, is_fallback = true, recall_target = 0.949999988 : f32, reduction_dim = 0 : i64, reduction_input_size_override = -1 : i64, top_k = 2 : i64}} : (tensor<6xf32>, tensor<6xi32>, tensor<f32>, tensor<i32>) -> (tensor<2xf32>, tensor<2xi32>)
    %cst_0 = stablehlo.constant dense<0x7F800000> : tensor<f32>
    %2:2 = stablehlo.custom_call @ApproxTopK(%arg0, %0, %cst_0, %c) {backend_config = "", called_computations = [@top_k_lt_f32_comparator], mhlo.backend_config = {aggregate_to_topk = true, is_fallback = true, recall_target = 0.949999988 : f32, reduction_dim = 0 : i64, reduction_input_size_override = -1 : i64, top_k = 3 : i64}} : (tensor<6xf32>, tensor<6xi32>, tensor<f32>, tensor<i32>) -> (tensor<3xf32>, tensor<3xi32>)
    return %1#0, %1#1, %2#0, %2#1 : tensor<2xf32>, tensor<2xi32>, tensor<3xf32>, tensor<3xi32>
  }
}
//--- layout.mlir
func.func public @main(%arg0: tensor<2x2xf32>) -> tensor<2xf32> {
  %0 = stablehlo.add %arg0, %arg0 : tensor<2x2xf32>
  %1 = stablehlo.custom_call @LayoutConstraint(%0) {backend_config = "", operand_layouts = [dense<[0, 1]> : tensor<2xindex>], result_layouts = [dense<[0, 1]> : tensor<2xindex>]} : (tensor<2x2xf32>) -> tensor<2x2xf32>
  %2 = stablehlo.custom_call @Sharding(%1) {backend_config = "", mhlo.sharding = "{replicated}"} : (tensor<2x2xf32>) -> tensor<2x2xf32>
  %cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
  %3 = stablehlo.reduce(%2 init: %cst) applies stablehlo.add across dimensions = [0] : (tensor<2x2xf32>, tensor<f32>) -> tensor<2xf32>
  return %3 : tensor<2xf32>
}
//--- sizes.mlir
func.func public @main(%arg0: tensor<?x2xf32>) -> tensor<?x2xf32> {
  %0 = stablehlo.get_dimension_size %arg0, dim = 0 : (tensor<?x2xf32>) -> tensor<i32>
  %c = stablehlo.constant dense<-3> : tensor<i32>
  %1 = stablehlo.add %0, %c : tensor<i32>
  %c_0 = stablehlo.constant dense<0> : tensor<i32>
  %2 = stablehlo.compare GE, %1, %c_0, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
  stablehlo.custom_call @shape_assertion(%2, %1, %0) {api_version = 2 : i32, error_message = "Expected 'b - 3' to be greater or equal to 0, but found {0} for b = {1}", has_side_effect = true} : (tensor<i1>, tensor<i32>, tensor<i32>) -> ()
  %3 = stablehlo.abs %arg0 : tensor<?x2xf32>
  return %3 : tensor<?x2xf32>
}
