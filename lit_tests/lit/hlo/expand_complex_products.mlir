// REQUIRES: cpu, interpreter
// RUN: hlo-opt %s --pass-pipeline='builtin.module(hlo-expand-complex)' | FileCheck %s
// RUN: hlo-run %s --entry main --compare-with interpreter | FileCheck %s --check-prefix=SAME
// SAME: 3 of 3 results on cpu match those on interpreter

// All numbers are small integers, so that all sums are exact.
// CHECK-LABEL: func.func @main
// CHECK: %[[A:.*]] = stablehlo.complex
// CHECK: %[[B:.*]] = stablehlo.complex
// CHECK-DAG: %[[AR:.*]] = stablehlo.real %[[A]]
// CHECK-DAG: %[[AI:.*]] = stablehlo.imag %[[A]]
// CHECK-DAG: %[[BR:.*]] = stablehlo.real %[[B]]
// CHECK-DAG: %[[BI:.*]] = stablehlo.imag %[[B]]
// CHECK: %[[RR:.*]] = stablehlo.dot_general %[[AR]], %[[BR]], batching_dims = [0] x [0], contracting_dims = [2] x [1], precision = [HIGH, HIGH] : (tensor<2x32x32xf32>, tensor<2x32x32xf32>) -> tensor<2x32x32xf32>
// CHECK: %[[II:.*]] = stablehlo.dot_general %[[AI]], %[[BI]]
// CHECK: %[[RE:.*]] = stablehlo.subtract %[[RR]], %[[II]]
// CHECK: %[[RI:.*]] = stablehlo.dot_general %[[AR]], %[[BI]]
// CHECK: %[[IR:.*]] = stablehlo.dot_general %[[AI]], %[[BR]]
// CHECK: %[[IM:.*]] = stablehlo.add %[[RI]], %[[IR]]
// CHECK: stablehlo.complex %[[RE]], %[[IM]]
// CHECK-COUNT-4: stablehlo.convolution{{.*}} (tensor<2x32x32xf32>, tensor<3x32x16xf32>) -> tensor<2x30x16xf32>
// CHECK-COUNT-4: stablehlo.dot_general{{.*}} (tensor<2x32x32xf64>, tensor<2x32x32xf64>) -> tensor<2x32x2x32xf64>
func.func @main() -> (tensor<2x32x32xcomplex<f32>>, tensor<2x30x16xcomplex<f32>>, tensor<2x32x2x32xcomplex<f64>>) {
  %i = stablehlo.iota dim = 0 : tensor<2x32x32xf32>
  %j = stablehlo.iota dim = 1 : tensor<2x32x32xf32>
  %k = stablehlo.iota dim = 2 : tensor<2x32x32xf32>
  %a = stablehlo.complex %j, %k : tensor<2x32x32xcomplex<f32>>
  %l = stablehlo.add %i, %j : tensor<2x32x32xf32>
  %m = stablehlo.subtract %i, %k : tensor<2x32x32xf32>
  %b = stablehlo.complex %l, %m : tensor<2x32x32xcomplex<f32>>
  %0 = stablehlo.dot_general %a, %b, batching_dims = [0] x [0], contracting_dims = [2] x [1], precision = [HIGH, HIGH] : (tensor<2x32x32xcomplex<f32>>, tensor<2x32x32xcomplex<f32>>) -> tensor<2x32x32xcomplex<f32>>
  %n = stablehlo.iota dim = 0 : tensor<3x32x16xf32>
  %o = stablehlo.iota dim = 2 : tensor<3x32x16xf32>
  %w = stablehlo.complex %n, %o : tensor<3x32x16xcomplex<f32>>
  %1 = stablehlo.convolution(%a, %w) dim_numbers = [b, 0, f]x[0, i, o]->[b, 0, f], window = {} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<2x32x32xcomplex<f32>>, tensor<3x32x16xcomplex<f32>>) -> tensor<2x30x16xcomplex<f32>>
  %c = stablehlo.convert %a : (tensor<2x32x32xcomplex<f32>>) -> tensor<2x32x32xcomplex<f64>>
  %2 = stablehlo.dot_general %c, %c, contracting_dims = [2] x [2] : (tensor<2x32x32xcomplex<f64>>, tensor<2x32x32xcomplex<f64>>) -> tensor<2x32x2x32xcomplex<f64>>
  return %0, %1, %2 : tensor<2x32x32xcomplex<f32>>, tensor<2x30x16xcomplex<f32>>, tensor<2x32x2x32xcomplex<f64>>
}

// Separating the parts of the operands would take longer than this product.
// CHECK-LABEL: func.func @small
// CHECK-NEXT: stablehlo.dot_general
// CHECK-NEXT: return
func.func @small(%a: tensor<4x4xcomplex<f32>>) -> tensor<4x4xcomplex<f32>> {
  %0 = stablehlo.dot_general %a, %a, contracting_dims = [1] x [0] : (tensor<4x4xcomplex<f32>>, tensor<4x4xcomplex<f32>>) -> tensor<4x4xcomplex<f32>>
  return %0 : tensor<4x4xcomplex<f32>>
}
