// RUN: hlo-opt %s --pass-pipeline='builtin.module(func.func(hloom-splats-to-fills{threshold=16}))' | FileCheck %s
// RUN: hlo-opt %s --pass-pipeline='builtin.module(func.func(hloom-splats-to-fills))' | FileCheck %s --check-prefix=DEFAULT

// CHECK-LABEL: func.func @large
// CHECK-NEXT: %[[ONE:.*]] = arith.constant 1.000000e+00 : f32
// CHECK-NEXT: %[[EMPTY:.*]] = tensor.empty() : tensor<4x4xf32>
// CHECK-NEXT: %[[FILL:.*]] = linalg.fill ins(%[[ONE]] : f32) outs(%[[EMPTY]] : tensor<4x4xf32>)
// CHECK-NEXT: return %[[FILL]]
// DEFAULT-LABEL: func.func @large
// DEFAULT-NEXT: arith.constant dense<1.000000e+00> : tensor<4x4xf32>
func.func @large() -> tensor<4x4xf32> {
  %0 = arith.constant dense<1.0> : tensor<4x4xf32>
  return %0 : tensor<4x4xf32>
}

// Other element types have constants of their own.
// CHECK-LABEL: func.func @types
// CHECK: %[[TRUE:.*]] = arith.constant true
// CHECK: %[[TRUES:.*]] = linalg.fill ins(%[[TRUE]] : i1)
// CHECK: %[[NUMBER:.*]] = complex.constant [1.000000e+00 : f32, -2.000000e+00 : f32] : complex<f32>
// CHECK: %[[NUMBERS:.*]] = linalg.fill ins(%[[NUMBER]] : complex<f32>)
// CHECK: return %[[TRUES]], %[[NUMBERS]]
func.func @types() -> (tensor<16xi1>, tensor<16xcomplex<f32>>) {
  %0 = arith.constant dense<true> : tensor<16xi1>
  %1 = arith.constant dense<(1.0, -2.0)> : tensor<16xcomplex<f32>>
  return %0, %1 : tensor<16xi1>, tensor<16xcomplex<f32>>
}

// Small splats, other data, scalars and vectors are unchanged.
// CHECK-LABEL: func.func @unchanged
// CHECK-NEXT: arith.constant dense<1> : tensor<15xi8>
// CHECK-NEXT: arith.constant dense<{{.*}}> : tensor<16xi8>
// CHECK-NEXT: arith.constant 1 : i8
// CHECK-NEXT: arith.constant dense<1> : vector<16xi8>
// CHECK-NEXT: return
func.func @unchanged() -> (tensor<15xi8>, tensor<16xi8>, i8, vector<16xi8>) {
  %0 = arith.constant dense<1> : tensor<15xi8>
  %1 = arith.constant dense<[0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15]> : tensor<16xi8>
  %2 = arith.constant 1 : i8
  %3 = arith.constant dense<1> : vector<16xi8>
  return %0, %1, %2, %3 : tensor<15xi8>, tensor<16xi8>, i8, vector<16xi8>
}

// By default, splats of 16384 elements are large.
// DEFAULT-LABEL: func.func @default
// DEFAULT: arith.constant dense<0> : tensor<16383xi8>
// DEFAULT: linalg.fill {{.*}} -> tensor<128x128xi8>
func.func @default() -> (tensor<16383xi8>, tensor<128x128xi8>) {
  %0 = arith.constant dense<0> : tensor<16383xi8>
  %1 = arith.constant dense<0> : tensor<128x128xi8>
  return %0, %1 : tensor<16383xi8>, tensor<128x128xi8>
}
