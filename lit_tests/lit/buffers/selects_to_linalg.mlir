// RUN: hlo-opt %s --pass-pipeline='builtin.module(func.func(hloom-selects-to-linalg))' | FileCheck %s

// CHECK-LABEL: func.func @tensors
// CHECK: linalg.generic {{.*}} ins(%arg1, %arg2 : tensor<4xf32>, tensor<4xf32>)
// CHECK: arith.select %arg0, %{{.*}}, %{{.*}} : f32
func.func @tensors(%p: i1, %a: tensor<4xf32>, %b: tensor<4xf32>) -> tensor<4xf32> {
  %0 = arith.select %p, %a, %b : tensor<4xf32>
  return %0 : tensor<4xf32>
}

// CHECK-LABEL: func.func @scalars
// CHECK-NOT: linalg
func.func @scalars(%p: i1, %a: f32, %b: f32) -> f32 {
  %0 = arith.select %p, %a, %b : f32
  return %0 : f32
}
