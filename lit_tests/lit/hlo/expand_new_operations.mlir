// RUN: hlo-opt %s --pass-pipeline='builtin.module(hlo-expand-new-operations{target=1.0.0})' | FileCheck %s
// RUN: hlo-opt %s --stablehlo-compatibility-expander=target=1.0.0 | FileCheck %s
// RUN: hlo-opt %s --hlo-expand-new-operations=target=1.4.0 | FileCheck %s --check-prefix=NEW
// RUN: not hlo-opt %s --hlo-expand-new-operations=target=new 2>&1 | FileCheck %s --check-prefix=VERSION
// VERSION: option `target`: expected a StableHLO version x.y.z, found `new`
// RUN: not hlo-opt %s --hlo-expand-new-operations=target=1.x.2.3 2>&1 | FileCheck %s --check-prefix=PARTS
// PARTS: option `target`: expected a StableHLO version x.y.z, found `1.x.2.3`

// CHECK-LABEL: func.func @main
// CHECK-NEXT: %[[SINE:.*]] = stablehlo.sine %arg0
// CHECK-NEXT: %[[COSINE:.*]] = stablehlo.cosine %arg0
// CHECK-NEXT: stablehlo.divide %[[SINE]], %[[COSINE]]
// NEW: stablehlo.tan
func.func @main(%x: tensor<4xf64>) -> tensor<4xf64> {
  %0 = stablehlo.tan %x : tensor<4xf64>
  return %0 : tensor<4xf64>
}

// CHECK-LABEL: func.func @gather
// CHECK: %[[ONE:.*]] = stablehlo.iota dim = 1 : tensor<4x3x5x1xi32>
// CHECK: %[[ZERO:.*]] = stablehlo.iota dim = 0 : tensor<4x3x5x1xi32>
// CHECK: stablehlo.concatenate %[[ONE]], %[[ZERO]], %arg1, dim = 3
// CHECK: collapsed_slice_dims = [0, 1, 2], start_index_map = [0, 2, 1], index_vector_dim = 3>
// CHECK-SAME: indices_are_sorted = false
// NEW: operand_batching_dims
func.func @gather(%x: tensor<3x2x4x9xi32>, %indices: tensor<4x3x5x1xi32>) -> tensor<4x3x5x8xi32> {
  %0 = "stablehlo.gather"(%x, %indices) {
    dimension_numbers = #stablehlo.gather<offset_dims = [3], collapsed_slice_dims = [1], operand_batching_dims = [0, 2], start_indices_batching_dims = [1, 0], start_index_map = [1], index_vector_dim = 3>,
    slice_sizes = array<i64: 1, 1, 1, 8>, indices_are_sorted = true
  } : (tensor<3x2x4x9xi32>, tensor<4x3x5x1xi32>) -> tensor<4x3x5x8xi32>
  return %0 : tensor<4x3x5x8xi32>
}

// Narrow indices that cannot count the batches are converted.
// CHECK-LABEL: func.func @scatter
// CHECK: stablehlo.convert %arg1 : (tensor<200x1xi8>) -> tensor<200x1xi32>
// CHECK: inserted_window_dims = [0, 1], scatter_dims_to_operand_dims = [0, 1], index_vector_dim = 1>
func.func @scatter(%x: tensor<200x3xf32>, %indices: tensor<200x1xi8>, %y: tensor<200xf32>) -> tensor<200x3xf32> {
  %0 = "stablehlo.scatter"(%x, %indices, %y) ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %1 = stablehlo.add %a, %b : tensor<f32>
    stablehlo.return %1 : tensor<f32>
  }) {scatter_dimension_numbers = #stablehlo.scatter<inserted_window_dims = [1], input_batching_dims = [0], scatter_indices_batching_dims = [0], scatter_dims_to_operand_dims = [1], index_vector_dim = 1>} : (tensor<200x3xf32>, tensor<200x1xi8>, tensor<200xf32>) -> tensor<200x3xf32>
  return %0 : tensor<200x3xf32>
}

// The expanded programs compute the same.
// RUN: hlo-run %s --entry gather --random-inputs --input-range=-2..4 > %t.gather
// RUN: hlo-opt %s --hlo-expand-new-operations | hlo-run - --entry gather --random-inputs --input-range=-2..4 | diff - %t.gather
// RUN: hlo-run %s --entry scatter --random-inputs --input-range=-2..4 > %t.scatter
// RUN: hlo-opt %s --hlo-expand-new-operations | hlo-run - --entry scatter --random-inputs --input-range=-2..4 | diff - %t.scatter
