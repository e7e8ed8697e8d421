// Updates of different elements are iterations of a parallel loop.

// RUN: hlo-opt %s --split-input-file --hlo-to-linalg=gpus=true | FileCheck %s
// RUN: hlo-opt %s --split-input-file --hlo-to-linalg | FileCheck %s --check-prefix SEQUENTIAL --implicit-check-not scf.forall

// SEQUENTIAL-COUNT-6: func.func

// The gradient of an embedding: each feature has an iteration, which adds it for all tokens.
func.func @features(%table: tensor<1000x4096xf32>, %tokens: tensor<20xi32>, %gradient: tensor<20x4096xf32>) -> tensor<1000x4096xf32> {
  %0 = "stablehlo.scatter"(%table, %tokens, %gradient) <{
    scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>
  }> ({
  ^bb0(%old: tensor<f32>, %new: tensor<f32>):
    %1 = stablehlo.add %old, %new : tensor<f32>
    stablehlo.return %1 : tensor<f32>
  }) : (tensor<1000x4096xf32>, tensor<20xi32>, tensor<20x4096xf32>) -> tensor<1000x4096xf32>
  return %0 : tensor<1000x4096xf32>
}
// CHECK-LABEL: func.func @features
// CHECK: scf.forall (%[[FEATURE:.*]]) in (4096) shared_outs(%[[TABLE:.*]] = %arg0)
// CHECK: %[[COLUMN:.*]] = tensor.extract_slice %[[TABLE]][0, %[[FEATURE]]] [1000, 1] [1, 1]
// CHECK: scf.for %[[TOKEN:[^ ]*]] = %{{.*}} iter_args(%[[NEW:.*]] = %[[COLUMN]])
// CHECK-NOT: scf.for
// CHECK: tensor.extract %arg2[%[[TOKEN]], %[[FEATURE]]]
// CHECK: tensor.parallel_insert_slice %{{.*}} into %[[TABLE]][0, %[[FEATURE]]] [1000, 1] [1, 1]

// -----

// A histogram: each bin has an iteration, which looks for its updates among all.
func.func @bins(%bins: tensor<64xi32>, %places: tensor<5000x1xi32>, %ones: tensor<5000xi32>) -> tensor<64xi32> {
  %0 = "stablehlo.scatter"(%bins, %places, %ones) <{
    scatter_dimension_numbers = #stablehlo.scatter<inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>
  }> ({
  ^bb0(%old: tensor<i32>, %new: tensor<i32>):
    %1 = stablehlo.add %old, %new : tensor<i32>
    stablehlo.return %1 : tensor<i32>
  }) : (tensor<64xi32>, tensor<5000x1xi32>, tensor<5000xi32>) -> tensor<64xi32>
  return %0 : tensor<64xi32>
}
// CHECK-LABEL: func.func @bins
// CHECK: scf.forall (%[[BIN:.*]]) in (64)
// CHECK: scf.for
// CHECK: %[[OFFSET:.*]] = arith.subi %[[BIN]], %{{.*}} : index
// CHECK: arith.cmpi ult, %[[OFFSET]], %{{.*}} : index
// CHECK: scf.if

// -----

// Too many bins to look at all updates for each.
func.func @many_bins(%bins: tensor<1000000xi32>, %places: tensor<5000x1xi32>, %ones: tensor<5000xi32>) -> tensor<1000000xi32> {
  %0 = "stablehlo.scatter"(%bins, %places, %ones) <{
    scatter_dimension_numbers = #stablehlo.scatter<inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>
  }> ({
  ^bb0(%old: tensor<i32>, %new: tensor<i32>):
    %1 = stablehlo.add %old, %new : tensor<i32>
    stablehlo.return %1 : tensor<i32>
  }) : (tensor<1000000xi32>, tensor<5000x1xi32>, tensor<5000xi32>) -> tensor<1000000xi32>
  return %0 : tensor<1000000xi32>
}
// CHECK-LABEL: func.func @many_bins
// CHECK-NOT: scf.forall
// CHECK: return

// -----

// A dimension that is inserted in the window, and has no index: only its first position is updated.
func.func @first(%x: tensor<4x300xf32>, %places: tensor<5x1xi32>, %updates: tensor<5xf32>) -> tensor<4x300xf32> {
  %0 = "stablehlo.scatter"(%x, %places, %updates) <{
    scatter_dimension_numbers = #stablehlo.scatter<inserted_window_dims = [0, 1], scatter_dims_to_operand_dims = [1], index_vector_dim = 1>
  }> ({
  ^bb0(%old: tensor<f32>, %new: tensor<f32>):
    %1 = stablehlo.add %old, %new : tensor<f32>
    stablehlo.return %1 : tensor<f32>
  }) : (tensor<4x300xf32>, tensor<5x1xi32>, tensor<5xf32>) -> tensor<4x300xf32>
  return %0 : tensor<4x300xf32>
}
// CHECK-LABEL: func.func @first
// CHECK: scf.forall (%{{.*}}) in (300)
// CHECK: tensor.extract_slice %{{.*}} [4, 1] [1, 1]

// -----

// The gradient of a maximum over windows that lie side by side.
func.func @side_by_side(%x: tensor<2x8x8x3xf32>, %gradient: tensor<2x4x4x3xf32>) -> tensor<2x8x8x3xf32> {
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %0 = "stablehlo.select_and_scatter"(%x, %gradient, %zero) <{window_dimensions = array<i64: 1, 2, 2, 1>, window_strides = array<i64: 1, 2, 2, 1>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %1 = stablehlo.compare GE, %a, %b : (tensor<f32>, tensor<f32>) -> tensor<i1>
    stablehlo.return %1 : tensor<i1>
  }, {
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %1 = stablehlo.add %a, %b : tensor<f32>
    stablehlo.return %1 : tensor<f32>
  }) : (tensor<2x8x8x3xf32>, tensor<2x4x4x3xf32>, tensor<f32>) -> tensor<2x8x8x3xf32>
  return %0 : tensor<2x8x8x3xf32>
}
// CHECK-LABEL: func.func @side_by_side
// CHECK: scf.forall (%{{.*}}, %{{.*}}, %{{.*}}, %{{.*}}) in (2, 4, 4, 3)
// CHECK: tensor.extract_slice %{{.*}} [1, 2, 2, 1] [1, 1, 1, 1]

// -----

// Windows that overlap in one dimension.
func.func @overlapping(%x: tensor<8x6xf32>, %gradient: tensor<6x6xf32>) -> tensor<8x6xf32> {
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %0 = "stablehlo.select_and_scatter"(%x, %gradient, %zero) <{window_dimensions = array<i64: 3, 1>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %1 = stablehlo.compare GE, %a, %b : (tensor<f32>, tensor<f32>) -> tensor<i1>
    stablehlo.return %1 : tensor<i1>
  }, {
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %1 = stablehlo.add %a, %b : tensor<f32>
    stablehlo.return %1 : tensor<f32>
  }) : (tensor<8x6xf32>, tensor<6x6xf32>, tensor<f32>) -> tensor<8x6xf32>
  return %0 : tensor<8x6xf32>
}
// CHECK-LABEL: func.func @overlapping
// CHECK: scf.forall (%{{.*}}) in (6)
// CHECK: tensor.extract_slice %{{.*}} [8, 1] [1, 1]
