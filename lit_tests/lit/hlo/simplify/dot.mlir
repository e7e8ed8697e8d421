// RUN: hlo-opt %s --hlo-simplify --split-input-file | FileCheck %s

// transpose(dot_general(x, y)) = dot_general(y, x)
// CHECK-LABEL: func.func @exchanged
// CHECK-SAME: (%[[X:.*]]: tensor<2x3x4x5xf32>, %[[Y:.*]]: tensor<2x5x6xf32>)
// CHECK-NEXT: %[[Z:.*]] = stablehlo.dot_general %[[Y]], %[[X]], batching_dims = [0] x [0], contracting_dims = [1] x [3], precision = [HIGH, DEFAULT] : (tensor<2x5x6xf32>, tensor<2x3x4x5xf32>) -> tensor<2x6x3x4xf32>
// CHECK-NEXT: return %[[Z]]
func.func @exchanged(%x: tensor<2x3x4x5xf32>, %y: tensor<2x5x6xf32>) -> tensor<2x6x3x4xf32> {
  %0 = stablehlo.dot_general %x, %y, batching_dims = [0] x [0], contracting_dims = [3] x [1], precision = [DEFAULT, HIGH] : (tensor<2x3x4x5xf32>, tensor<2x5x6xf32>) -> tensor<2x3x4x6xf32>
  %1 = stablehlo.transpose %0, dims = [0, 3, 1, 2] : (tensor<2x3x4x6xf32>) -> tensor<2x6x3x4xf32>
  return %1 : tensor<2x6x3x4xf32>
}

// -----

// Another use of the product, another permutation, an algorithm.
// CHECK-LABEL: func.func @kept
// CHECK-COUNT-3: stablehlo.transpose
func.func @kept(%x: tensor<3x4xf32>, %y: tensor<4x5xf32>, %z: tensor<3x3x4xf32>)
    -> (tensor<3x5xf32>, tensor<5x3xf32>, tensor<3x5x3xf32>, tensor<5x3xf32>) {
  %0 = stablehlo.dot_general %x, %y, contracting_dims = [1] x [0] : (tensor<3x4xf32>, tensor<4x5xf32>) -> tensor<3x5xf32>
  %1 = stablehlo.transpose %0, dims = [1, 0] : (tensor<3x5xf32>) -> tensor<5x3xf32>
  %2 = stablehlo.dot_general %z, %y, contracting_dims = [2] x [0] : (tensor<3x3x4xf32>, tensor<4x5xf32>) -> tensor<3x3x5xf32>
  %3 = stablehlo.transpose %2, dims = [0, 2, 1] : (tensor<3x3x5xf32>) -> tensor<3x5x3xf32>
  %4 = stablehlo.dot_general %x, %y, contracting_dims = [1] x [0], algorithm = <lhs_precision_type = tf32, rhs_precision_type = tf32, accumulation_type = f32, lhs_component_count = 1, rhs_component_count = 1, num_primitive_operations = 1, allow_imprecise_accumulation = false> : (tensor<3x4xf32>, tensor<4x5xf32>) -> tensor<3x5xf32>
  %5 = stablehlo.transpose %4, dims = [1, 0] : (tensor<3x5xf32>) -> tensor<5x3xf32>
  return %0, %1, %3, %5 : tensor<3x5xf32>, tensor<5x3xf32>, tensor<3x5x3xf32>, tensor<5x3xf32>
}

// -----

// dot_general(transpose(x), transpose(y)) = dot_general(x, y)
// CHECK-LABEL: func.func @transposed_operands
// CHECK-SAME: (%[[X:.*]]: tensor<4x2x3x5xf32>, %[[Y:.*]]: tensor<6x2x4xf32>)
// CHECK-NEXT: %[[Z:.*]] = stablehlo.dot_general %[[X]], %[[Y]], batching_dims = [1] x [1], contracting_dims = [0] x [2] : (tensor<4x2x3x5xf32>, tensor<6x2x4xf32>) -> tensor<2x3x5x6xf32>
// CHECK-NEXT: return %[[Z]]
func.func @transposed_operands(%x: tensor<4x2x3x5xf32>, %y: tensor<6x2x4xf32>) -> tensor<2x3x5x6xf32> {
  %0 = stablehlo.transpose %x, dims = [1, 2, 3, 0] : (tensor<4x2x3x5xf32>) -> tensor<2x3x5x4xf32>
  %1 = stablehlo.transpose %y, dims = [1, 2, 0] : (tensor<6x2x4xf32>) -> tensor<2x4x6xf32>
  %2 = stablehlo.dot_general %0, %1, batching_dims = [0] x [0], contracting_dims = [3] x [1] : (tensor<2x3x5x4xf32>, tensor<2x4x6xf32>) -> tensor<2x3x5x6xf32>
  return %2 : tensor<2x3x5x6xf32>
}

// -----

// The free dimensions of x change their order; y has no such dimension.
// CHECK-LABEL: func.func @free_dimensions_exchanged
// CHECK-SAME: (%[[X:.*]]: tensor<3x2x4xf32>, %[[Y:.*]]: tensor<5x4xf32>)
// CHECK-NEXT: %[[T:.*]] = stablehlo.transpose %[[X]], dims = [1, 0, 2]
// CHECK-NEXT: stablehlo.dot_general %[[T]], %[[Y]], contracting_dims = [2] x [1]
func.func @free_dimensions_exchanged(%x: tensor<3x2x4xf32>, %y: tensor<5x4xf32>) -> tensor<2x3x5xf32> {
  %0 = stablehlo.transpose %x, dims = [1, 0, 2] : (tensor<3x2x4xf32>) -> tensor<2x3x4xf32>
  %1 = stablehlo.transpose %y, dims = [1, 0] : (tensor<5x4xf32>) -> tensor<4x5xf32>
  %2 = stablehlo.dot_general %0, %1, contracting_dims = [2] x [0] : (tensor<2x3x4xf32>, tensor<4x5xf32>) -> tensor<2x3x5xf32>
  return %2 : tensor<2x3x5xf32>
}

// -----

// dot_general(x, y) without a sum = broadcast(x) * broadcast(y) + 0
// CHECK-LABEL: func.func @one_term
// CHECK-SAME: (%[[X:.*]]: tensor<1x2x3xf32>, %[[Y:.*]]: tensor<2x5x1xf32>)
// CHECK-DAG: %[[ZERO:.*]] = stablehlo.constant dense<0.000000e+00> : tensor<2x3x5xf32>
// CHECK-DAG: %[[A:.*]] = stablehlo.reshape %[[X]] : (tensor<1x2x3xf32>) -> tensor<2x3xf32>
// CHECK-DAG: %[[B:.*]] = stablehlo.broadcast_in_dim %[[A]], dims = [0, 1] : (tensor<2x3xf32>) -> tensor<2x3x5xf32>
// CHECK-DAG: %[[C:.*]] = stablehlo.reshape %[[Y]] : (tensor<2x5x1xf32>) -> tensor<2x5xf32>
// CHECK-DAG: %[[D:.*]] = stablehlo.broadcast_in_dim %[[C]], dims = [0, 2] : (tensor<2x5xf32>) -> tensor<2x3x5xf32>
// CHECK-DAG: %[[E:.*]] = stablehlo.multiply %[[B]], %[[D]]
// CHECK: %[[F:.*]] = stablehlo.add %[[E]], %[[ZERO]]
// CHECK: return %[[F]]
func.func @one_term(%x: tensor<1x2x3xf32>, %y: tensor<2x5x1xf32>) -> tensor<2x3x5xf32> {
  %0 = stablehlo.dot_general %x, %y, batching_dims = [1] x [0], contracting_dims = [0] x [2] : (tensor<1x2x3xf32>, tensor<2x5x1xf32>) -> tensor<2x3x5xf32>
  return %0 : tensor<2x3x5xf32>
}

// -----

// A sum of integers starts from zero without a sign. Booleans and wider sums remain.
// CHECK-LABEL: func.func @one_term_of_integers
// CHECK: %[[P:.*]] = stablehlo.multiply
// CHECK: stablehlo.dot_general
// CHECK: stablehlo.dot_general
// CHECK: return %[[P]]
func.func @one_term_of_integers(%x: tensor<3xi8>, %y: tensor<5xi8>, %b: tensor<3xi1>) -> (tensor<3x5xi8>, tensor<3x5xi32>, tensor<3x3xi1>) {
  %0 = stablehlo.dot_general %x, %y, contracting_dims = [] x [] : (tensor<3xi8>, tensor<5xi8>) -> tensor<3x5xi8>
  %1 = stablehlo.dot_general %x, %y, contracting_dims = [] x [] : (tensor<3xi8>, tensor<5xi8>) -> tensor<3x5xi32>
  %2 = stablehlo.dot_general %b, %b, contracting_dims = [] x [] : (tensor<3xi1>, tensor<3xi1>) -> tensor<3x3xi1>
  return %0, %1, %2 : tensor<3x5xi8>, tensor<3x5xi32>, tensor<3x3xi1>
}
