// RUN: hlo-opt %s --hlo-simplify --split-input-file | FileCheck %s

// broadcast = broadcast_in_dim along the last dimensions
// CHECK-LABEL: func.func @broadcast
// CHECK-SAME: (%[[X:.*]]: tensor<3xf32>)
// CHECK-NEXT: %[[V1:.*]] = stablehlo.broadcast_in_dim %[[X]], dims = [2] : (tensor<3xf32>) -> tensor<4x2x3xf32>
// CHECK-NEXT: return %[[V1]] : tensor<4x2x3xf32>
func.func @broadcast(%x: tensor<3xf32>) -> tensor<4x2x3xf32> {
  %0 = stablehlo.broadcast %x, sizes = [4, 2] : (tensor<3xf32>) -> tensor<4x2x3xf32>
  return %0 : tensor<4x2x3xf32>
}

// -----

// dot = dot_general
// CHECK-LABEL: func.func @dot
// CHECK-SAME: (%[[X:.*]]: tensor<2x3xf32>, %[[Y:.*]]: tensor<3x4xf32>)
// CHECK-NEXT: %[[V2:.*]] = stablehlo.dot_general %[[X]], %[[Y]], contracting_dims = [1] x [0], precision = [HIGHEST, DEFAULT] : (tensor<2x3xf32>, tensor<3x4xf32>) -> tensor<2x4xf32>
// CHECK-NEXT: return %[[V2]] : tensor<2x4xf32>
func.func @dot(%x: tensor<2x3xf32>, %y: tensor<3x4xf32>) -> tensor<2x4xf32> {
  %0 = stablehlo.dot %x, %y, precision = [HIGHEST, DEFAULT] : (tensor<2x3xf32>, tensor<3x4xf32>) -> tensor<2x4xf32>
  return %0 : tensor<2x4xf32>
}

// -----

// CHECK-LABEL: func.func @dot_vectors
// CHECK-SAME: (%[[X:.*]]: tensor<3xf32>, %[[Y:.*]]: tensor<3xf32>)
// CHECK-NEXT: %[[V2:.*]] = stablehlo.dot_general %[[X]], %[[Y]], contracting_dims = [0] x [0] : (tensor<3xf32>, tensor<3xf32>) -> tensor<f32>
// CHECK-NEXT: return %[[V2]] : tensor<f32>
func.func @dot_vectors(%x: tensor<3xf32>, %y: tensor<3xf32>) -> tensor<f32> {
  %0 = stablehlo.dot %x, %y : (tensor<3xf32>, tensor<3xf32>) -> tensor<f32>
  return %0 : tensor<f32>
}

// -----

// einsum = transpose(dot_general(sum(x), sum(y)))
// CHECK-LABEL: func.func @einsum
// CHECK-SAME: (%[[X:.*]]: tensor<2x3x4x5xf32>, %[[Y:.*]]: tensor<4x6x2xf32>)
// CHECK-NEXT: %[[V2:.*]] = stablehlo.constant dense<0.000000e+00> : tensor<f32>
// CHECK-NEXT: %[[V3:.*]] = stablehlo.reduce(%[[X]] init: %[[V2]]) applies stablehlo.add across dimensions = [3] : (tensor<2x3x4x5xf32>, tensor<f32>) -> tensor<2x3x4xf32>
// CHECK-NEXT: %[[V4:.*]] = stablehlo.dot_general %[[V3]], %[[Y]], batching_dims = [0] x [2], contracting_dims = [2] x [0] : (tensor<2x3x4xf32>, tensor<4x6x2xf32>) -> tensor<2x3x6xf32>
// CHECK-NEXT: %[[V5:.*]] = stablehlo.transpose %[[V4]], dims = [2, 0, 1] : (tensor<2x3x6xf32>) -> tensor<6x2x3xf32>
// CHECK-NEXT: return %[[V5]] : tensor<6x2x3xf32>
func.func @einsum(%x: tensor<2x3x4x5xf32>, %y: tensor<4x6x2xf32>) -> tensor<6x2x3xf32> {
  %0 = stablehlo.einsum %x, %y, config = "bmks,knb->nbm" : (tensor<2x3x4x5xf32>, tensor<4x6x2xf32>) -> tensor<6x2x3xf32>
  return %0 : tensor<6x2x3xf32>
}

// -----

// Einsums that take diagonals are unchanged.
// CHECK-LABEL: func.func @einsum_diagonal
// CHECK-SAME: (%[[X:.*]]: tensor<3x3xf32>, %[[Y:.*]]: tensor<3xf32>)
// CHECK-NEXT: %[[V2:.*]] = stablehlo.einsum %[[X]], %[[Y]], config = "aa,a->a" : (tensor<3x3xf32>, tensor<3xf32>) -> tensor<3xf32>
// CHECK-NEXT: return %[[V2]] : tensor<3xf32>
func.func @einsum_diagonal(%x: tensor<3x3xf32>, %y: tensor<3xf32>) -> tensor<3xf32> {
  %0 = stablehlo.einsum %x, %y, config = "aa,a->a" : (tensor<3x3xf32>, tensor<3xf32>) -> tensor<3xf32>
  return %0 : tensor<3xf32>
}

// -----

// unary_einsum = transpose(sum(x))
// CHECK-LABEL: func.func @unary_einsum
// CHECK-SAME: (%[[X:.*]]: tensor<2x3x4xi32>)
// CHECK-NEXT: %[[V1:.*]] = stablehlo.constant dense<0> : tensor<i32>
// CHECK-NEXT: %[[V2:.*]] = stablehlo.reduce(%[[X]] init: %[[V1]]) applies stablehlo.add across dimensions = [1] : (tensor<2x3x4xi32>, tensor<i32>) -> tensor<2x4xi32>
// CHECK-NEXT: %[[V3:.*]] = stablehlo.transpose %[[V2]], dims = [1, 0] : (tensor<2x4xi32>) -> tensor<4x2xi32>
// CHECK-NEXT: return %[[V3]] : tensor<4x2xi32>
func.func @unary_einsum(%x: tensor<2x3x4xi32>) -> tensor<4x2xi32> {
  %0 = stablehlo.unary_einsum %x, config = "abc->ca" : (tensor<2x3x4xi32>) -> tensor<4x2xi32>
  return %0 : tensor<4x2xi32>
}

// -----

// torch_index_select = gather
// CHECK-LABEL: func.func @torch_index_select
// CHECK-SAME: (%[[X:.*]]: tensor<2x5x4xf32>, %[[I:.*]]: tensor<2x3xi32>)
// CHECK-NEXT: %[[V2:.*]] = "stablehlo.gather"(%[[X]], %[[I]]) <{dimension_numbers = #stablehlo.gather<offset_dims = [2], collapsed_slice_dims = [1], operand_batching_dims = [0], start_indices_batching_dims = [0], start_index_map = [1], index_vector_dim = 2>, indices_are_sorted = false, slice_sizes = array<i64: 1, 1, 4>}> : (tensor<2x5x4xf32>, tensor<2x3xi32>) -> tensor<2x3x4xf32>
// CHECK-NEXT: return %[[V2]] : tensor<2x3x4xf32>
func.func @torch_index_select(%x: tensor<2x5x4xf32>, %i: tensor<2x3xi32>) -> tensor<2x3x4xf32> {
  %0 = "stablehlo.torch_index_select"(%x, %i) <{dim = 1 : i64, batch_dims = 1 : i64}> : (tensor<2x5x4xf32>, tensor<2x3xi32>) -> tensor<2x3x4xf32>
  return %0 : tensor<2x3x4xf32>
}

// -----

// CHECK-LABEL: func.func @torch_index_select_inner
// CHECK-SAME: (%[[X:.*]]: tensor<2x5x4xf32>, %[[I:.*]]: tensor<3x6xi32>)
// CHECK-NEXT: %[[V2:.*]] = "stablehlo.gather"(%[[X]], %[[I]]) <{dimension_numbers = #stablehlo.gather<offset_dims = [0, 3], collapsed_slice_dims = [1], start_index_map = [1], index_vector_dim = 2>, indices_are_sorted = false, slice_sizes = array<i64: 2, 1, 4>}> : (tensor<2x5x4xf32>, tensor<3x6xi32>) -> tensor<2x3x6x4xf32>
// CHECK-NEXT: return %[[V2]] : tensor<2x3x6x4xf32>
func.func @torch_index_select_inner(%x: tensor<2x5x4xf32>, %i: tensor<3x6xi32>) -> tensor<2x3x6x4xf32> {
  %0 = "stablehlo.torch_index_select"(%x, %i) <{dim = 1 : i64, batch_dims = 0 : i64}> : (tensor<2x5x4xf32>, tensor<3x6xi32>) -> tensor<2x3x6x4xf32>
  return %0 : tensor<2x3x6x4xf32>
}

// -----

// batch_norm_inference = scale * (x - mean) / sqrt(variance + epsilon) + offset
// CHECK-LABEL: func.func @batch_norm_inference
// CHECK-SAME: (%[[X:.*]]: tensor<2x3x4xf32>, %[[S:.*]]: tensor<3xf32>, %[[O:.*]]: tensor<3xf32>, %[[M:.*]]: tensor<3xf32>, %[[V:.*]]: tensor<3xf32>)
// CHECK-NEXT: %[[V5:.*]] = stablehlo.constant dense<1.000000e-03> : tensor<3xf32>
// CHECK-NEXT: %[[V6:.*]] = stablehlo.add %[[V]], %[[V5]] : tensor<3xf32>
// CHECK-NEXT: %[[V7:.*]] = stablehlo.sqrt %[[V6]] : tensor<3xf32>
// CHECK-NEXT: %[[V8:.*]] = stablehlo.broadcast_in_dim %[[M]], dims = [1] : (tensor<3xf32>) -> tensor<2x3x4xf32>
// CHECK-NEXT: %[[V9:.*]] = stablehlo.subtract %[[X]], %[[V8]] : tensor<2x3x4xf32>
// CHECK-NEXT: %[[V10:.*]] = stablehlo.broadcast_in_dim %[[V7]], dims = [1] : (tensor<3xf32>) -> tensor<2x3x4xf32>
// CHECK-NEXT: %[[V11:.*]] = stablehlo.divide %[[V9]], %[[V10]] : tensor<2x3x4xf32>
// CHECK-NEXT: %[[V12:.*]] = stablehlo.broadcast_in_dim %[[S]], dims = [1] : (tensor<3xf32>) -> tensor<2x3x4xf32>
// CHECK-NEXT: %[[V13:.*]] = stablehlo.multiply %[[V12]], %[[V11]] : tensor<2x3x4xf32>
// CHECK-NEXT: %[[V14:.*]] = stablehlo.broadcast_in_dim %[[O]], dims = [1] : (tensor<3xf32>) -> tensor<2x3x4xf32>
// CHECK-NEXT: %[[V15:.*]] = stablehlo.add %[[V13]], %[[V14]] : tensor<2x3x4xf32>
// CHECK-NEXT: return %[[V15]] : tensor<2x3x4xf32>
func.func @batch_norm_inference(%x: tensor<2x3x4xf32>, %s: tensor<3xf32>, %o: tensor<3xf32>, %m: tensor<3xf32>, %v: tensor<3xf32>) -> tensor<2x3x4xf32> {
  %0 = "stablehlo.batch_norm_inference"(%x, %s, %o, %m, %v) <{epsilon = 1.0e-3 : f32, feature_index = 1 : i64}> : (tensor<2x3x4xf32>, tensor<3xf32>, tensor<3xf32>, tensor<3xf32>, tensor<3xf32>) -> tensor<2x3x4xf32>
  return %0 : tensor<2x3x4xf32>
}
