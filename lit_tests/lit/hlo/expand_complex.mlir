// RUN: hlo-opt %s --pass-pipeline='builtin.module(hlo-expand-complex)' | FileCheck %s

// The real part is the logarithm of the modulus, the imaginary part the angle. The square of the
// modulus is not computed directly: it overflows, and cancels near one.
// CHECK-LABEL: func.func @log
// CHECK-DAG: %[[RE:.*]] = stablehlo.real %arg0 : (tensor<4xcomplex<f32>>) -> tensor<4xf32>
// CHECK-DAG: %[[IM:.*]] = stablehlo.imag %arg0 : (tensor<4xcomplex<f32>>) -> tensor<4xf32>
// CHECK-DAG: %[[X:.*]] = stablehlo.abs %[[RE]]
// CHECK-DAG: %[[Y:.*]] = stablehlo.abs %[[IM]]
// CHECK: %[[HIGH:.*]] = stablehlo.maximum %[[X]], %[[Y]]
// CHECK: %[[LOW:.*]] = stablehlo.minimum %[[X]], %[[Y]]
// CHECK: %[[LESS:.*]] = stablehlo.subtract %[[HIGH]], %{{.*}}
// CHECK: %[[MORE:.*]] = stablehlo.add %[[HIGH]], %{{.*}}
// CHECK: %[[PRODUCT:.*]] = stablehlo.multiply %[[LESS]], %[[MORE]]
// CHECK: %[[SQUARE:.*]] = stablehlo.multiply %[[LOW]], %[[LOW]]
// CHECK: %[[SUM:.*]] = stablehlo.add %[[PRODUCT]], %[[SQUARE]]
// CHECK: stablehlo.log_plus_one %[[SUM]]
// CHECK: stablehlo.log %[[HIGH]]
// CHECK: %[[MODULUS:.*]] = stablehlo.select
// CHECK: %[[ANGLE:.*]] = stablehlo.atan2 %[[IM]], %[[RE]] : tensor<4xf32>
// CHECK: %[[RESULT:.*]] = stablehlo.complex %[[MODULUS]], %[[ANGLE]] : tensor<4xcomplex<f32>>
// CHECK: return %[[RESULT]]
func.func @log(%z: tensor<4xcomplex<f32>>) -> tensor<4xcomplex<f32>> {
  %0 = stablehlo.log %z : tensor<4xcomplex<f32>>
  return %0 : tensor<4xcomplex<f32>>
}

// All complex values are replaced except the argument and the result.
// CHECK-LABEL: func.func @functions
// CHECK-NOT: stablehlo.{{[a-z_0-9]+}} %{{[a-z0-9]+}} : tensor<complex<f64>>
func.func @functions(%z: tensor<complex<f64>>) -> (tensor<complex<f64>>, tensor<complex<f64>>, tensor<complex<f64>>, tensor<complex<f64>>, tensor<complex<f64>>, tensor<complex<f64>>, tensor<complex<f64>>) {
  %0 = stablehlo.cosine %z : tensor<complex<f64>>
  %1 = stablehlo.exponential_minus_one %z : tensor<complex<f64>>
  %2 = stablehlo.log_plus_one %z : tensor<complex<f64>>
  %3 = stablehlo.logistic %z : tensor<complex<f64>>
  %4 = stablehlo.sine %z : tensor<complex<f64>>
  %5 = stablehlo.tan %z : tensor<complex<f64>>
  %6 = stablehlo.tanh %z : tensor<complex<f64>>
  return %0, %1, %2, %3, %4, %5, %6 : tensor<complex<f64>>, tensor<complex<f64>>, tensor<complex<f64>>, tensor<complex<f64>>, tensor<complex<f64>>, tensor<complex<f64>>, tensor<complex<f64>>
}

// Operations in regions are expanded, too.
// CHECK-LABEL: func.func @inside
// CHECK: stablehlo.map
// CHECK-NOT: stablehlo.tanh
// CHECK: %[[RESULT:.*]] = stablehlo.complex %{{.*}}, %{{.*}} : tensor<complex<f32>>
// CHECK: stablehlo.return %[[RESULT]]
func.func @inside(%z: tensor<4xcomplex<f32>>) -> tensor<4xcomplex<f32>> {
  %0 = "stablehlo.map"(%z) <{dimensions = array<i64: 0>}> ({
  ^bb0(%a: tensor<complex<f32>>):
    %1 = stablehlo.tanh %a : tensor<complex<f32>>
    stablehlo.return %1 : tensor<complex<f32>>
  }) : (tensor<4xcomplex<f32>>) -> tensor<4xcomplex<f32>>
  return %0 : tensor<4xcomplex<f32>>
}

// These have a lowering of their own.
// CHECK-LABEL: func.func @lowered_later
// CHECK-NEXT: stablehlo.exponential
// CHECK-NEXT: stablehlo.sqrt
// CHECK-NEXT: stablehlo.rsqrt
// CHECK-NEXT: stablehlo.power
// CHECK-NEXT: stablehlo.abs
// CHECK-NEXT: return
func.func @lowered_later(%z: tensor<4xcomplex<f32>>) -> tensor<4xf32> {
  %0 = stablehlo.exponential %z : tensor<4xcomplex<f32>>
  %1 = stablehlo.sqrt %0 : tensor<4xcomplex<f32>>
  %2 = stablehlo.rsqrt %1 : tensor<4xcomplex<f32>>
  %3 = stablehlo.power %2, %1 : tensor<4xcomplex<f32>>
  %4 = stablehlo.abs %3 : (tensor<4xcomplex<f32>>) -> tensor<4xf32>
  return %4 : tensor<4xf32>
}

// Functions of floats are unchanged, and so are those of dynamic shape until it is refined.
// CHECK-LABEL: func.func @unchanged
// CHECK-NEXT: stablehlo.log %arg0 : tensor<4xf32>
// CHECK-NEXT: stablehlo.log %arg1 : tensor<?xcomplex<f32>>
// CHECK-NEXT: return
func.func @unchanged(%x: tensor<4xf32>, %z: tensor<?xcomplex<f32>>) -> (tensor<4xf32>, tensor<?xcomplex<f32>>) {
  %0 = stablehlo.log %x : tensor<4xf32>
  %1 = stablehlo.log %z : tensor<?xcomplex<f32>>
  return %0, %1 : tensor<4xf32>, tensor<?xcomplex<f32>>
}
