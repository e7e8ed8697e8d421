// RUN: hlo-opt %s --hlo-simplify --split-input-file | FileCheck %s

// scatter(x, i, y) of one window inside of x = dynamic_update_slice(x, y)
// CHECK-LABEL: func.func @inner
// CHECK-SAME: (%[[X:.*]]: tensor<6x8xf32>, %[[Y:.*]]: tensor<4x8xf32>)
// CHECK-DAG: %[[ONE:.*]] = stablehlo.constant dense<1> : tensor<i32>
// CHECK-DAG: %[[ZERO:.*]] = stablehlo.constant dense<0> : tensor<i32>
// CHECK: %[[R:.*]] = stablehlo.dynamic_update_slice %[[X]], %[[Y]], %[[ONE]], %[[ZERO]]
// CHECK-NEXT: return %[[R]]
func.func @inner(%x: tensor<6x8xf32>, %y: tensor<4x8xf32>) -> tensor<6x8xf32> {
  %i = stablehlo.constant dense<1> : tensor<1xi32>
  %0 = "stablehlo.scatter"(%x, %i, %y) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [0, 1], scatter_dims_to_operand_dims = [0]>, indices_are_sorted = true, unique_indices = true}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    stablehlo.return %b : tensor<f32>
  }) : (tensor<6x8xf32>, tensor<1xi32>, tensor<4x8xf32>) -> tensor<6x8xf32>
  return %0 : tensor<6x8xf32>
}

// -----

// The row may be outside of x. The column of the window is that of y.
// CHECK-LABEL: func.func @row
// CHECK-SAME: (%[[X:.*]]: tensor<6x8xf32>, %[[I:.*]]: tensor<1xi32>, %[[Y:.*]]: tensor<8xf32>)
// CHECK-DAG: %[[ZERO:.*]] = stablehlo.constant dense<0> : tensor<i32>
// CHECK-DAG: %[[SIX:.*]] = stablehlo.constant dense<6> : tensor<i32>
// CHECK-DAG: %[[S:.*]] = stablehlo.reshape %[[I]] : (tensor<1xi32>) -> tensor<i32>
// CHECK-DAG: %[[W:.*]] = stablehlo.reshape %[[Y]] : (tensor<8xf32>) -> tensor<1x8xf32>
// CHECK-DAG: %[[LOW:.*]] = stablehlo.compare GE, %[[S]], %{{.*}}
// CHECK-DAG: %[[HIGH:.*]] = stablehlo.compare LT, %[[S]], %[[SIX]]
// CHECK: %[[IN:.*]] = stablehlo.and %[[LOW]], %[[HIGH]]
// CHECK: %[[OLD:.*]] = stablehlo.dynamic_slice %[[X]], %[[S]], %{{.*}}, sizes = [1, 8]
// CHECK: %[[ALL:.*]] = stablehlo.broadcast_in_dim %[[IN]], dims = [] : (tensor<i1>) -> tensor<1x8xi1>
// CHECK: %[[NEW:.*]] = stablehlo.select %[[ALL]], %[[W]], %[[OLD]]
// CHECK: %[[R:.*]] = stablehlo.dynamic_update_slice %[[X]], %[[NEW]], %[[S]], %{{.*}}
// CHECK: return %[[R]]
func.func @row(%x: tensor<6x8xf32>, %i: tensor<1xi32>, %y: tensor<8xf32>) -> tensor<6x8xf32> {
  %0 = "stablehlo.scatter"(%x, %i, %y) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [0], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0]>, indices_are_sorted = true, unique_indices = true}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    stablehlo.return %b : tensor<f32>
  }) : (tensor<6x8xf32>, tensor<1xi32>, tensor<8xf32>) -> tensor<6x8xf32>
  return %0 : tensor<6x8xf32>
}

// -----

// The body combines the old and the new elements. Every index of the type is less than 300.
// CHECK-LABEL: func.func @sum
// CHECK-SAME: (%[[X:.*]]: tensor<300xi32>, %[[I:.*]]: tensor<1xui8>, %[[Y:.*]]: tensor<i32>)
// CHECK-NOT: stablehlo.select
// CHECK: %[[OLD:.*]] = stablehlo.dynamic_slice %[[X]], %[[S:.*]], sizes = [1]
// CHECK: %[[NEW:.*]] = stablehlo.add %[[OLD]], %{{.*}}
// CHECK: stablehlo.dynamic_update_slice %[[X]], %[[NEW]], %[[S]]
func.func @sum(%x: tensor<300xi32>, %i: tensor<1xui8>, %y: tensor<i32>) -> tensor<300xi32> {
  %0 = "stablehlo.scatter"(%x, %i, %y) <{scatter_dimension_numbers = #stablehlo.scatter<inserted_window_dims = [0], scatter_dims_to_operand_dims = [0]>, indices_are_sorted = true, unique_indices = true}> ({
  ^bb0(%a: tensor<i32>, %b: tensor<i32>):
    %1 = stablehlo.add %b, %a : tensor<i32>
    stablehlo.return %1 : tensor<i32>
  }) : (tensor<300xi32>, tensor<1xui8>, tensor<i32>) -> tensor<300xi32>
  return %0 : tensor<300xi32>
}

// -----

// A window that is partly outside, one that may be, two windows, and another body.
// CHECK-LABEL: func.func @kept
// CHECK-COUNT-4: stablehlo.scatter
func.func @kept(%x: tensor<6xf32>, %i: tensor<1xi32>, %j: tensor<2x1xi32>, %y: tensor<4xf32>, %z: tensor<2xf32>, %s: tensor<f32>)
    -> (tensor<6xf32>, tensor<6xf32>, tensor<6xf32>, tensor<6xf32>) {
  %three = stablehlo.constant dense<3> : tensor<1xi32>
  %0 = "stablehlo.scatter"(%x, %three, %y) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [0], scatter_dims_to_operand_dims = [0]>, indices_are_sorted = true, unique_indices = true}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    stablehlo.return %b : tensor<f32>
  }) : (tensor<6xf32>, tensor<1xi32>, tensor<4xf32>) -> tensor<6xf32>
  %1 = "stablehlo.scatter"(%x, %i, %y) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [0], scatter_dims_to_operand_dims = [0]>, indices_are_sorted = true, unique_indices = true}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    stablehlo.return %b : tensor<f32>
  }) : (tensor<6xf32>, tensor<1xi32>, tensor<4xf32>) -> tensor<6xf32>
  %2 = "stablehlo.scatter"(%x, %j, %z) <{scatter_dimension_numbers = #stablehlo.scatter<inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>, indices_are_sorted = true, unique_indices = true}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    stablehlo.return %b : tensor<f32>
  }) : (tensor<6xf32>, tensor<2x1xi32>, tensor<2xf32>) -> tensor<6xf32>
  %3 = "stablehlo.scatter"(%x, %i, %s) <{scatter_dimension_numbers = #stablehlo.scatter<inserted_window_dims = [0], scatter_dims_to_operand_dims = [0]>, indices_are_sorted = true, unique_indices = true}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %4 = stablehlo.subtract %a, %b : tensor<f32>
    stablehlo.return %4 : tensor<f32>
  }) : (tensor<6xf32>, tensor<1xi32>, tensor<f32>) -> tensor<6xf32>
  return %0, %1, %2, %3 : tensor<6xf32>, tensor<6xf32>, tensor<6xf32>, tensor<6xf32>
}
