// StableHLO's name folds integers and booleans also where all shapes are static, but no floats.
// RUN: hlo-opt %s --stablehlo-refine-shapes --split-input-file --verify-diagnostics | FileCheck %s
// RUN: hlo-opt %s --hlo-refine-shapes --split-input-file | FileCheck %s --check-prefix=OWN

// CHECK-LABEL: func.func @main
// CHECK-NEXT: %[[FLOATS:.*]] = stablehlo.constant dense<[1.000000e+00, 2.000000e+00]> : tensor<2xf32>
// CHECK-NEXT: %[[SUM:.*]] = stablehlo.constant dense<7> : tensor<i32>
// CHECK-NEXT: %[[LESS:.*]] = stablehlo.constant dense<true> : tensor<i1>
// CHECK-NEXT: %[[ROUNDED:.*]] = stablehlo.convert %[[FLOATS]]
// CHECK-NEXT: return %[[SUM]], %[[LESS]], %[[ROUNDED]]
// OWN-LABEL: func.func @main
// OWN: stablehlo.get_dimension_size
// OWN: stablehlo.add
func.func @main(%x: tensor<4xf32>) -> (tensor<i32>, tensor<i1>, tensor<2xi64>) {
  %floats = stablehlo.constant dense<[1.0, 2.0]> : tensor<2xf32>
  %three = stablehlo.constant dense<3> : tensor<i32>
  %size = stablehlo.get_dimension_size %x, dim = 0 : (tensor<4xf32>) -> tensor<i32>
  %sum = stablehlo.add %size, %three : tensor<i32>
  %less = stablehlo.compare LT, %size, %sum : (tensor<i32>, tensor<i32>) -> tensor<i1>
  %rounded = stablehlo.convert %floats : (tensor<2xf32>) -> tensor<2xi64>
  return %sum, %less, %rounded : tensor<i32>, tensor<i1>, tensor<2xi64>
}

// -----

// The size of a group determines that of the result, unless groups span partitions.
// CHECK-LABEL: func.func @groups
// CHECK-SAME: -> (tensor<4x8xf32>, tensor<4x?xf32>, tensor<4x2xf32>, tensor<4x?xf32>)
func.func @groups(%x: tensor<4x4xf32>, %y: tensor<4x3xf32>) -> (tensor<4x?xf32>, tensor<4x?xf32>, tensor<4x?xf32>, tensor<4x?xf32>) {
  %0 = "stablehlo.all_gather"(%x) {all_gather_dim = 1 : i64, replica_groups = dense<[[0, 1], [2, 3]]> : tensor<2x2xi64>} : (tensor<4x4xf32>) -> tensor<4x?xf32>
  %1 = "stablehlo.all_gather"(%x) {all_gather_dim = 1 : i64, channel_handle = #stablehlo.channel_handle<handle = 1, type = 0>, replica_groups = dense<[[0, 1], [2, 3]]> : tensor<2x2xi64>} : (tensor<4x4xf32>) -> tensor<4x?xf32>
  %2 = "stablehlo.reduce_scatter"(%x) ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %sum = stablehlo.add %a, %b : tensor<f32>
    stablehlo.return %sum : tensor<f32>
  }) {replica_groups = dense<[[0, 1], [2, 3]]> : tensor<2x2xi64>, scatter_dimension = 1 : i64} : (tensor<4x4xf32>) -> tensor<4x?xf32>
  %3 = "stablehlo.reduce_scatter"(%y) ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %sum = stablehlo.add %a, %b : tensor<f32>
    stablehlo.return %sum : tensor<f32>
  }) {channel_handle = #stablehlo.channel_handle<handle = 1, type = 0>, replica_groups = dense<[[0, 1], [2, 3]]> : tensor<2x2xi64>, scatter_dimension = 1 : i64} : (tensor<4x3xf32>) -> tensor<4x?xf32>
  return %0, %1, %2, %3 : tensor<4x?xf32>, tensor<4x?xf32>, tensor<4x?xf32>, tensor<4x?xf32>
}

// -----

// A shape operand for each element of a tuple.
// CHECK-LABEL: func.func @tuple
// CHECK-SAME: -> tuple<tensor<1x2xf32>, tensor<3xf32>>
func.func @tuple() -> tuple<tensor<?x?xf32>, tensor<*xf32>> {
  %0 = stablehlo.constant dense<[1, 2]> : tensor<2xi64>
  %1 = stablehlo.constant dense<3> : tensor<1xi64>
  %2 = stablehlo.custom_call @f(%0, %1) {indices_of_shape_operands = dense<[0, 1]> : tensor<2xi64>} : (tensor<2xi64>, tensor<1xi64>) -> tuple<tensor<?x?xf32>, tensor<*xf32>>
  return %2 : tuple<tensor<?x?xf32>, tensor<*xf32>>
}

// -----

// `arith.addf` needs equal types, `tensor.dim` does not. Casts disappear.
// CHECK-LABEL: func.func @users
// CHECK-SAME: -> (tensor<?xf32>, index, tensor<4xf32>)
// CHECK: %[[KEPT:.*]] = stablehlo.abs %arg0 : (tensor<4xf32>) -> tensor<?xf32>
// CHECK: arith.addf %[[KEPT]], %arg1 : tensor<?xf32>
// CHECK: %[[REFINED:.*]] = stablehlo.negate %arg0 : tensor<4xf32>
// CHECK: tensor.dim %[[REFINED]], %{{.*}} : tensor<4xf32>
// CHECK-NOT: unrealized_conversion_cast
func.func @users(%x: tensor<4xf32>, %y: tensor<?xf32>) -> (tensor<?xf32>, index, tensor<?xf32>) {
  %0 = stablehlo.abs %x : (tensor<4xf32>) -> tensor<?xf32>
  %1 = arith.addf %0, %y : tensor<?xf32>
  %2 = stablehlo.negate %x : (tensor<4xf32>) -> tensor<?xf32>
  %c = arith.constant 0 : index
  %3 = tensor.dim %2, %c : tensor<?xf32>
  %4 = builtin.unrealized_conversion_cast %x : tensor<4xf32> to tensor<?xf32>
  return %1, %3, %4 : tensor<?xf32>, index, tensor<?xf32>
}
