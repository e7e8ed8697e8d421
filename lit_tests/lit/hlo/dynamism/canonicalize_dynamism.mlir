// RUN: hlo-opt %s --pass-pipeline='builtin.module(func.func(hlo-canonicalize-dynamism))' | FileCheck %s

// Constant operands become attributes.
// CHECK-LABEL: func.func @constants
// CHECK-SAME: (%[[X:.*]]: tensor<3xf32>, %[[P:.*]]: tensor<f32>)
// CHECK: %[[ROWS:.*]] = stablehlo.broadcast_in_dim %[[X]], dims = [1] : (tensor<3xf32>) -> tensor<2x3xf32>
// CHECK: %[[PAD:.*]] = stablehlo.pad %[[X]], %[[P]], low = [1], high = [-1], interior = [2] : (tensor<3xf32>, tensor<f32>) -> tensor<7xf32>
// CHECK: return %[[ROWS]], %[[PAD]]
func.func @constants(%x: tensor<3xf32>, %p: tensor<f32>) -> (tensor<2x3xf32>, tensor<7xf32>) {
  %sizes = stablehlo.constant dense<[2, 3]> : tensor<2xi64>
  %0 = stablehlo.dynamic_broadcast_in_dim %x, %sizes, dims = [1] : (tensor<3xf32>, tensor<2xi64>) -> tensor<2x3xf32>
  %low = stablehlo.constant dense<1> : tensor<1xi64>
  %high = stablehlo.constant dense<-1> : tensor<1xi64>
  %interior = stablehlo.constant dense<2> : tensor<1xi64>
  %1 = stablehlo.dynamic_pad %x, %p, %low, %high, %interior : (tensor<3xf32>, tensor<f32>, tensor<1xi64>, tensor<1xi64>, tensor<1xi64>) -> tensor<7xf32>
  return %0, %1 : tensor<2x3xf32>, tensor<7xf32>
}

// The result type determines these sizes, so that the operands need not be constants.
// CHECK-LABEL: func.func @sizes_of_the_type
// CHECK: stablehlo.reshape %arg0 : (tensor<6xf32>) -> tensor<2x3xf32>
// CHECK: stablehlo.iota dim = 0 : tensor<4xi32>
func.func @sizes_of_the_type(%x: tensor<6xf32>, %shape: tensor<2xi32>, %n: tensor<1xi32>) -> (tensor<2x3xf32>, tensor<4xi32>) {
  %0 = stablehlo.dynamic_reshape %x, %shape : (tensor<6xf32>, tensor<2xi32>) -> tensor<2x3xf32>
  %1 = stablehlo.dynamic_iota %n, dim = 0 : (tensor<1xi32>) -> tensor<4xi32>
  return %0, %1 : tensor<2x3xf32>, tensor<4xi32>
}

// CHECK-LABEL: func.func @slice
// CHECK: stablehlo.slice %arg0 [1:7:2] : (tensor<8xf32>) -> tensor<3xf32>
func.func @slice(%x: tensor<8xf32>) -> tensor<3xf32> {
  %start = stablehlo.constant dense<1> : tensor<1xi64>
  %limit = stablehlo.constant dense<7> : tensor<1xi64>
  %stride = stablehlo.constant dense<2> : tensor<1xi64>
  %0 = stablehlo.real_dynamic_slice %x, %start, %limit, %stride : (tensor<8xf32>, tensor<1xi64>, tensor<1xi64>, tensor<1xi64>) -> tensor<3xf32>
  return %0 : tensor<3xf32>
}

// A slice with known sizes and unknown start. A `dynamic_slice` has no strides.
// CHECK-LABEL: func.func @unknown_start
// CHECK: %[[FIRST:.*]] = stablehlo.slice %arg1 [0:1] : (tensor<2xi64>) -> tensor<1xi64>
// CHECK: %[[ROW:.*]] = stablehlo.reshape %[[FIRST]] : (tensor<1xi64>) -> tensor<i64>
// CHECK: %[[SECOND:.*]] = stablehlo.slice %arg1 [1:2] : (tensor<2xi64>) -> tensor<1xi64>
// CHECK: %[[COLUMN:.*]] = stablehlo.reshape %[[SECOND]] : (tensor<1xi64>) -> tensor<i64>
// CHECK: stablehlo.dynamic_slice %arg0, %[[ROW]], %[[COLUMN]], sizes = [2, 5] : (tensor<8x5xf32>, tensor<i64>, tensor<i64>) -> tensor<2x5xf32>
// CHECK: stablehlo.real_dynamic_slice
func.func @unknown_start(%x: tensor<8x5xf32>, %start: tensor<2xi64>, %limit: tensor<2xi64>) -> (tensor<2x5xf32>, tensor<2x3xf32>) {
  %ones = stablehlo.constant dense<1> : tensor<2xi64>
  %0 = stablehlo.real_dynamic_slice %x, %start, %limit, %ones : (tensor<8x5xf32>, tensor<2xi64>, tensor<2xi64>, tensor<2xi64>) -> tensor<2x5xf32>
  %strides = stablehlo.constant dense<[1, 2]> : tensor<2xi64>
  %1 = stablehlo.real_dynamic_slice %x, %start, %limit, %strides : (tensor<8x5xf32>, tensor<2xi64>, tensor<2xi64>, tensor<2xi64>) -> tensor<2x3xf32>
  return %0, %1 : tensor<2x5xf32>, tensor<2x3xf32>
}

// The other attributes are kept.
// CHECK-LABEL: func.func @gather
// CHECK: "stablehlo.gather"(%arg0, %arg1) <{dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>, indices_are_sorted = true, slice_sizes = array<i64: 1, 5>}>
func.func @gather(%x: tensor<9x5xf32>, %i: tensor<3x1xi32>) -> tensor<3x5xf32> {
  %sizes = stablehlo.constant dense<[1, 5]> : tensor<2xi64>
  %0 = "stablehlo.dynamic_gather"(%x, %i, %sizes) <{dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>, indices_are_sorted = true}> : (tensor<9x5xf32>, tensor<3x1xi32>, tensor<2xi64>) -> tensor<3x5xf32>
  return %0 : tensor<3x5xf32>
}

// CHECK-LABEL: func.func @convolution
// CHECK: stablehlo.convolution(%arg0, %arg1) dim_numbers = [b, 0, f]x[0, i, o]->[b, 0, f], window = {stride = [2], pad = {{\[\[}}0, 1]]}
func.func @convolution(%x: tensor<1x8x3xf32>, %w: tensor<3x3x4xf32>) -> tensor<1x4x4xf32> {
  %padding = stablehlo.constant dense<[[0, 1]]> : tensor<1x2xi64>
  %0 = "stablehlo.dynamic_conv"(%x, %w, %padding) <{window_strides = array<i64: 2>, dimension_numbers = #stablehlo.conv<[b, 0, f]x[0, i, o]->[b, 0, f]>, feature_group_count = 1 : i64, batch_group_count = 1 : i64}> : (tensor<1x8x3xf32>, tensor<3x3x4xf32>, tensor<1x2xi64>) -> tensor<1x4x4xf32>
  return %0 : tensor<1x4x4xf32>
}

// Custom calls lose the operands that hold the shapes of their results. Other operands and
// attributes are kept, and so are all operands while a result is dynamic.
// CHECK-LABEL: func.func @custom_calls
// CHECK: stablehlo.custom_call @f(%arg0) {backend_config = "c"} : (tensor<4xf32>) -> (tensor<4xf32>, tensor<2x4xf32>)
// CHECK: stablehlo.custom_call @f(%arg0, %arg1) {indices_of_shape_operands = dense<1> : tensor<1xi64>} : (tensor<4xf32>, tensor<1xi32>) -> tensor<?xf32>
func.func @custom_calls(%x: tensor<4xf32>, %a: tensor<1xi32>, %b: tensor<2xi32>) -> (tensor<4xf32>, tensor<2x4xf32>, tensor<?xf32>) {
  %0:2 = stablehlo.custom_call @f(%x, %a, %b) {indices_of_shape_operands = dense<[1, 2]> : tensor<2xi64>, backend_config = "c"} : (tensor<4xf32>, tensor<1xi32>, tensor<2xi32>) -> (tensor<4xf32>, tensor<2x4xf32>)
  %1 = stablehlo.custom_call @f(%x, %a) {indices_of_shape_operands = dense<1> : tensor<1xi64>} : (tensor<4xf32>, tensor<1xi32>) -> tensor<?xf32>
  return %0#0, %0#1, %1 : tensor<4xf32>, tensor<2x4xf32>, tensor<?xf32>
}

// Layouts and aliases are those of the operands that remain. A call whose result shares the memory
// of a removed operand keeps all operands.
// CHECK-LABEL: func.func @layouts_and_aliases
// CHECK: stablehlo.custom_call @f(%arg1, %arg2) {operand_layouts = [dense<[1, 0]> : tensor<2xindex>, dense<0> : tensor<1xindex>], output_operand_aliases = [#stablehlo.output_operand_alias<output_tuple_indices = [], operand_index = 1, operand_tuple_indices = []>], result_layouts = [dense<0> : tensor<1xindex>]} : (tensor<2x3xf32>, tensor<4xf32>) -> tensor<4xf32>
// CHECK: stablehlo.custom_call @g(%arg0) {{.*}}operand_index = 0
func.func @layouts_and_aliases(%shape: tensor<1xi32>, %x: tensor<2x3xf32>, %y: tensor<4xf32>) -> (tensor<4xf32>, tensor<1xi32>) {
  %0 = stablehlo.custom_call @f(%shape, %x, %y) {
    indices_of_shape_operands = dense<0> : tensor<1xi64>,
    operand_layouts = [dense<0> : tensor<1xindex>, dense<[1, 0]> : tensor<2xindex>, dense<0> : tensor<1xindex>],
    result_layouts = [dense<0> : tensor<1xindex>],
    output_operand_aliases = [#stablehlo.output_operand_alias<output_tuple_indices = [], operand_index = 2, operand_tuple_indices = []>]
  } : (tensor<1xi32>, tensor<2x3xf32>, tensor<4xf32>) -> tensor<4xf32>
  %1 = stablehlo.custom_call @g(%shape) {
    indices_of_shape_operands = dense<0> : tensor<1xi64>,
    output_operand_aliases = [#stablehlo.output_operand_alias<output_tuple_indices = [], operand_index = 0, operand_tuple_indices = []>]
  } : (tensor<1xi32>) -> tensor<1xi32>
  return %0, %1 : tensor<4xf32>, tensor<1xi32>
}

// A dimension that is set to its own size. Other sizes are left to the run.
// CHECK-LABEL: func.func @dimension_size
// CHECK: %[[PART:.*]] = stablehlo.set_dimension_size %arg0, %{{.*}}, dim = 0
// CHECK: %[[OPEN:.*]] = stablehlo.set_dimension_size %arg1, %{{.*}}, dim = 0
// CHECK: return %arg0, %[[PART]], %[[OPEN]]
func.func @dimension_size(%x: tensor<4xf32>, %y: tensor<?xf32, #stablehlo.bounds<4>>) -> (tensor<4xf32>, tensor<?xf32, #stablehlo.bounds<4>>, tensor<?xf32, #stablehlo.bounds<4>>) {
  %four = stablehlo.constant dense<4> : tensor<i32>
  %three = stablehlo.constant dense<3> : tensor<i32>
  %0 = stablehlo.set_dimension_size %x, %four, dim = 0 : (tensor<4xf32>, tensor<i32>) -> tensor<4xf32>
  %1 = stablehlo.set_dimension_size %x, %three, dim = 0 : (tensor<4xf32>, tensor<i32>) -> tensor<?xf32, #stablehlo.bounds<4>>
  %2 = stablehlo.set_dimension_size %y, %four, dim = 0 : (tensor<?xf32, #stablehlo.bounds<4>>, tensor<i32>) -> tensor<?xf32, #stablehlo.bounds<4>>
  return %0, %1, %2 : tensor<4xf32>, tensor<?xf32, #stablehlo.bounds<4>>, tensor<?xf32, #stablehlo.bounds<4>>
}

// Operands that must become attributes, but are not constants.
// CHECK-LABEL: func.func @unknown_operands
// CHECK: stablehlo.dynamic_pad
// CHECK: "stablehlo.dynamic_gather"
// CHECK: "stablehlo.dynamic_conv"
func.func @unknown_operands(%x: tensor<9x5xf32>, %p: tensor<f32>, %edges: tensor<2xi64>, %i: tensor<3x1xi32>, %y: tensor<1x8x3xf32>, %w: tensor<3x3x4xf32>, %padding: tensor<1x2xi64>) -> (tensor<10x6xf32>, tensor<3x5xf32>, tensor<1x4x4xf32>) {
  %zeros = stablehlo.constant dense<0> : tensor<2xi64>
  %0 = stablehlo.dynamic_pad %x, %p, %edges, %edges, %zeros : (tensor<9x5xf32>, tensor<f32>, tensor<2xi64>, tensor<2xi64>, tensor<2xi64>) -> tensor<10x6xf32>
  %1 = "stablehlo.dynamic_gather"(%x, %i, %edges) <{dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>}> : (tensor<9x5xf32>, tensor<3x1xi32>, tensor<2xi64>) -> tensor<3x5xf32>
  %2 = "stablehlo.dynamic_conv"(%y, %w, %padding) <{window_strides = array<i64: 2>, dimension_numbers = #stablehlo.conv<[b, 0, f]x[0, i, o]->[b, 0, f]>, feature_group_count = 1 : i64, batch_group_count = 1 : i64}> : (tensor<1x8x3xf32>, tensor<3x3x4xf32>, tensor<1x2xi64>) -> tensor<1x4x4xf32>
  return %0, %1, %2 : tensor<10x6xf32>, tensor<3x5xf32>, tensor<1x4x4xf32>
}

// The type of a result never changes: `hlo-refine-shapes` must come first.
// CHECK-LABEL: func.func @dynamic_types
// CHECK: stablehlo.dynamic_broadcast_in_dim {{.*}} -> tensor<?x3xf32>
// CHECK: stablehlo.dynamic_reshape {{.*}} -> tensor<?xf32>
// CHECK: stablehlo.dynamic_iota {{.*}} -> tensor<?xi32>
func.func @dynamic_types(%x: tensor<3xf32>) -> (tensor<?x3xf32>, tensor<?xf32>, tensor<?xi32>) {
  %sizes = stablehlo.constant dense<[2, 3]> : tensor<2xi64>
  %three = stablehlo.constant dense<3> : tensor<1xi64>
  %0 = stablehlo.dynamic_broadcast_in_dim %x, %sizes, dims = [1] : (tensor<3xf32>, tensor<2xi64>) -> tensor<?x3xf32>
  %1 = stablehlo.dynamic_reshape %x, %three : (tensor<3xf32>, tensor<1xi64>) -> tensor<?xf32>
  %2 = stablehlo.dynamic_iota %three, dim = 0 : (tensor<1xi64>) -> tensor<?xi32>
  return %0, %1, %2 : tensor<?x3xf32>, tensor<?xf32>, tensor<?xi32>
}
