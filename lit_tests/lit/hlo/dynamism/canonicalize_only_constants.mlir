// StableHLO's name leaves operations whose sizes follow only from the types of their results.
// RUN: hlo-opt %s --stablehlo-canonicalize-dynamism --split-input-file --verify-diagnostics | FileCheck %s

// CHECK-LABEL: func.func @main
// CHECK: stablehlo.dynamic_broadcast_in_dim %arg0
// CHECK: stablehlo.dynamic_broadcast_in_dim %arg1
// CHECK: stablehlo.dynamic_reshape
// CHECK: stablehlo.dynamic_iota
// CHECK: stablehlo.real_dynamic_slice
func.func @main(%x: tensor<3xf32>, %y: tensor<?xf32>, %sizes: tensor<2xi64>, %size: tensor<1xi64>) -> (tensor<2x3xf32>, tensor<2x3xf32>, tensor<3x1xf32>, tensor<4xi32>, tensor<2xf32>) {
  %known = stablehlo.constant dense<[2, 3]> : tensor<2xi64>
  %one = stablehlo.constant dense<1> : tensor<1xi64>
  %0 = stablehlo.dynamic_broadcast_in_dim %x, %sizes, dims = [1] : (tensor<3xf32>, tensor<2xi64>) -> tensor<2x3xf32>
  %1 = stablehlo.dynamic_broadcast_in_dim %y, %known, dims = [1] : (tensor<?xf32>, tensor<2xi64>) -> tensor<2x3xf32>
  %2 = stablehlo.dynamic_reshape %x, %sizes : (tensor<3xf32>, tensor<2xi64>) -> tensor<3x1xf32>
  %3 = stablehlo.dynamic_iota %size, dim = 0 : (tensor<1xi64>) -> tensor<4xi32>
  %4 = stablehlo.real_dynamic_slice %x, %one, %size, %one : (tensor<3xf32>, tensor<1xi64>, tensor<1xi64>, tensor<1xi64>) -> tensor<2xf32>
  return %0, %1, %2, %3, %4 : tensor<2x3xf32>, tensor<2x3xf32>, tensor<3x1xf32>, tensor<4xi32>, tensor<2xf32>
}

// -----

// Types may stay dynamic, and attributes of other tools are kept.
// CHECK-LABEL: func.func @main
// CHECK: stablehlo.pad %arg0, %arg1, low = [1], high = [1], interior = [1] : (tensor<3xf32>, tensor<f32>) -> tensor<?xf32>
// CHECK: stablehlo.slice %arg0 [1:3] {mhlo.frontend_attributes = {a = "b"}} : (tensor<3xf32>) -> tensor<?xf32>
// CHECK: %[[START:.*]] = stablehlo.reshape %{{.*}} : (tensor<1xi64>) -> tensor<i64>
// CHECK: stablehlo.dynamic_slice %arg0, %[[START]], sizes = [1] : (tensor<3xf32>, tensor<i64>) -> tensor<?xf32>
func.func @main(%x: tensor<3xf32>, %p: tensor<f32>, %start: tensor<1xi64>) -> (tensor<?xf32>, tensor<?xf32>, tensor<?xf32>) {
  %one = stablehlo.constant dense<1> : tensor<1xi64>
  %three = stablehlo.constant dense<3> : tensor<1xi64>
  %limit = stablehlo.add %one, %start : tensor<1xi64>
  %0 = stablehlo.dynamic_pad %x, %p, %one, %one, %one : (tensor<3xf32>, tensor<f32>, tensor<1xi64>, tensor<1xi64>, tensor<1xi64>) -> tensor<?xf32>
  %1 = stablehlo.real_dynamic_slice %x, %one, %three, %one {mhlo.frontend_attributes = {a = "b"}} : (tensor<3xf32>, tensor<1xi64>, tensor<1xi64>, tensor<1xi64>) -> tensor<?xf32>
  %2 = stablehlo.real_dynamic_slice %x, %start, %limit, %one : (tensor<3xf32>, tensor<1xi64>, tensor<1xi64>, tensor<1xi64>) -> tensor<?xf32>
  return %0, %1, %2 : tensor<?xf32>, tensor<?xf32>, tensor<?xf32>
}

// -----

func.func @main(%x: tensor<1xi64>) -> tensor<2xf32> {
  // expected-error @below {{indices_of_shape_operands: index #0 (1) must be within bounds for operation operands (from 0 to 1)}}
  %0 = stablehlo.custom_call @f(%x) {indices_of_shape_operands = dense<1> : tensor<1xi64>} : (tensor<1xi64>) -> tensor<2xf32>
  return %0 : tensor<2xf32>
}

// -----

func.func @main() -> tensor<2xf32> {
  %three = stablehlo.constant dense<3> : tensor<1xi64>
  // expected-error @below {{indices_of_shape_operands: refinement #0 ([3]) must be compatible with operation result #0 ('tensor<2xf32>')}}
  %0 = stablehlo.custom_call @f(%three) {indices_of_shape_operands = dense<0> : tensor<1xi64>} : (tensor<1xi64>) -> tensor<2xf32>
  return %0 : tensor<2xf32>
}
