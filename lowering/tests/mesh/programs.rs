// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Programs without shardings, at least one for each partitioning rule.

/// A program: its name, the types of its arguments and results, and the operations of `@main`. The
/// name begins with `sum` if devices add in an order of their own, so that results are rounded
/// differently.
pub type TestProgram =
    (&'static str, &'static [&'static str], &'static [&'static str], &'static str);

/// The programs. The test replaces `SHARDED %x : type` with a random sharding constraint.
pub const PROGRAMS: &[TestProgram] = &[
    (
        "elementwise",
        &["tensor<8x6xf32>", "tensor<8x6xf32>"],
        &["tensor<8x6xf32>", "tensor<8x6xi1>"],
        r#"%0 = stablehlo.add %arg0, %arg1 : tensor<8x6xf32>
%1 = SHARDED %0 : tensor<8x6xf32>
%c = stablehlo.constant dense<0.25> : tensor<f32>
%d = stablehlo.constant dense<-0.5> : tensor<f32>
%2 = stablehlo.clamp %d, %1, %c : (tensor<f32>, tensor<8x6xf32>, tensor<f32>) -> tensor<8x6xf32>
%3 = stablehlo.compare LT, %2, %arg0 : (tensor<8x6xf32>, tensor<8x6xf32>) -> tensor<8x6xi1>
%4 = stablehlo.select %3, %2, %arg1 : tensor<8x6xi1>, tensor<8x6xf32>
%5 = stablehlo.negate %4 : tensor<8x6xf32>
%6 = chlo.erf %5 : tensor<8x6xf32> -> tensor<8x6xf32>
return %6, %3 : tensor<8x6xf32>, tensor<8x6xi1>"#,
    ),
    (
        "broadcast and transpose",
        &["tensor<8xf32>", "tensor<4x8xf32>"],
        &["tensor<8x4x2xf32>"],
        r#"%0 = stablehlo.broadcast_in_dim %arg0, dims = [1] : (tensor<8xf32>) -> tensor<4x8xf32>
%1 = stablehlo.multiply %0, %arg1 : tensor<4x8xf32>
%2 = SHARDED %1 : tensor<4x8xf32>
%3 = stablehlo.broadcast_in_dim %2, dims = [1, 0] : (tensor<4x8xf32>) -> tensor<8x4x2xf32>
%4 = stablehlo.transpose %3, dims = [2, 0, 1] : (tensor<8x4x2xf32>) -> tensor<2x8x4xf32>
%5 = SHARDED %4 : tensor<2x8x4xf32>
%6 = stablehlo.transpose %5, dims = [1, 2, 0] : (tensor<2x8x4xf32>) -> tensor<8x4x2xf32>
return %6 : tensor<8x4x2xf32>"#,
    ),
    (
        "reshapes",
        &["tensor<8x12xf32>"],
        &["tensor<96xf32>", "tensor<4x2x3x4xf32>", "tensor<6x16xf32>", "tensor<8x1x12xf32>"],
        r#"%0 = stablehlo.reshape %arg0 : (tensor<8x12xf32>) -> tensor<96xf32>
%1 = SHARDED %0 : tensor<96xf32>
%2 = stablehlo.reshape %1 : (tensor<96xf32>) -> tensor<4x2x3x4xf32>
%3 = SHARDED %2 : tensor<4x2x3x4xf32>
%4 = stablehlo.reshape %3 : (tensor<4x2x3x4xf32>) -> tensor<6x16xf32>
%5 = stablehlo.reshape %arg0 : (tensor<8x12xf32>) -> tensor<8x1x12xf32>
return %1, %3, %4, %5 : tensor<96xf32>, tensor<4x2x3x4xf32>, tensor<6x16xf32>, tensor<8x1x12xf32>"#,
    ),
    (
        "sum products",
        &["tensor<8x12xf32>", "tensor<12x4xf32>", "tensor<4x8xf32>"],
        &["tensor<8x8xf32>"],
        r#"%0 = stablehlo.dot_general %arg0, %arg1, contracting_dims = [1] x [0] : (tensor<8x12xf32>, tensor<12x4xf32>) -> tensor<8x4xf32>
%1 = SHARDED %0 : tensor<8x4xf32>
%2 = stablehlo.dot_general %1, %arg2, contracting_dims = [1] x [0] : (tensor<8x4xf32>, tensor<4x8xf32>) -> tensor<8x8xf32>
return %2 : tensor<8x8xf32>"#,
    ),
    (
        "sum gradients",
        &["tensor<32x4xf32>", "tensor<32x8xf32>"],
        &["tensor<4x8xf32>"],
        r#"%0 = stablehlo.dot_general %arg0, %arg1, contracting_dims = [0] x [0] : (tensor<32x4xf32>, tensor<32x8xf32>) -> tensor<4x8xf32>
%1 = SHARDED %0 : tensor<4x8xf32>
return %1 : tensor<4x8xf32>"#,
    ),
    (
        "integer products in batches",
        &["tensor<4x6x8xi32>", "tensor<8x4x5xi32>"],
        &["tensor<4x6x5xi32>"],
        r#"%0 = stablehlo.dot_general %arg0, %arg1, batching_dims = [0] x [1], contracting_dims = [2] x [0] : (tensor<4x6x8xi32>, tensor<8x4x5xi32>) -> tensor<4x6x5xi32>
return %0 : tensor<4x6x5xi32>"#,
    ),
    (
        "sums of all kinds",
        &["tensor<8x4x6xf32>", "tensor<8x4xi32>"],
        &["tensor<8xf32>", "tensor<4x6xf32>", "tensor<i32>", "tensor<4xi32>", "tensor<8xi32>"],
        r#"%z = stablehlo.constant dense<0.0> : tensor<f32>
%i = stablehlo.constant dense<0> : tensor<i32>
%one = stablehlo.constant dense<1> : tensor<i32>
%five = stablehlo.constant dense<5> : tensor<i32>
%0 = stablehlo.reduce(%arg0 init: %z) applies stablehlo.add across dimensions = [1, 2] : (tensor<8x4x6xf32>, tensor<f32>) -> tensor<8xf32>
%1 = stablehlo.reduce(%arg0 init: %z) applies stablehlo.maximum across dimensions = [0] : (tensor<8x4x6xf32>, tensor<f32>) -> tensor<4x6xf32>
%2 = stablehlo.reduce(%arg1 init: %five) applies stablehlo.add across dimensions = [0, 1] : (tensor<8x4xi32>, tensor<i32>) -> tensor<i32>
%3 = stablehlo.reduce(%arg1 init: %one) applies stablehlo.multiply across dimensions = [0] : (tensor<8x4xi32>, tensor<i32>) -> tensor<4xi32>
%4 = stablehlo.reduce(%arg1 init: %i) applies stablehlo.xor across dimensions = [1] : (tensor<8x4xi32>, tensor<i32>) -> tensor<8xi32>
return %0, %1, %2, %3, %4 : tensor<8xf32>, tensor<4x6xf32>, tensor<i32>, tensor<4xi32>, tensor<8xi32>"#,
    ),
    (
        "the place of the largest",
        &["tensor<8x4xf32>"],
        &["tensor<8xi32>", "tensor<4xf32>"],
        r#"%i = stablehlo.iota dim = 1 : tensor<8x4xi32>
%j = stablehlo.iota dim = 0 : tensor<8x4xi32>
%low = stablehlo.constant dense<0xFF800000> : tensor<f32>
%zero = stablehlo.constant dense<0> : tensor<i32>
%0:2 = stablehlo.reduce(%arg0 init: %low), (%i init: %zero) across dimensions = [1] : (tensor<8x4xf32>, tensor<8x4xi32>, tensor<f32>, tensor<i32>) -> (tensor<8xf32>, tensor<8xi32>)
 reducer(%a: tensor<f32>, %b: tensor<f32>) (%c: tensor<i32>, %d: tensor<i32>) {
  %g = stablehlo.compare GT, %a, %b : (tensor<f32>, tensor<f32>) -> tensor<i1>
  %v = stablehlo.select %g, %a, %b : tensor<i1>, tensor<f32>
  %w = stablehlo.select %g, %c, %d : tensor<i1>, tensor<i32>
  stablehlo.return %v, %w : tensor<f32>, tensor<i32>
}
%1:2 = stablehlo.reduce(%arg0 init: %low), (%j init: %zero) across dimensions = [0] : (tensor<8x4xf32>, tensor<8x4xi32>, tensor<f32>, tensor<i32>) -> (tensor<4xf32>, tensor<4xi32>)
 reducer(%a: tensor<f32>, %b: tensor<f32>) (%c: tensor<i32>, %d: tensor<i32>) {
  %g = stablehlo.compare GT, %a, %b : (tensor<f32>, tensor<f32>) -> tensor<i1>
  %v = stablehlo.select %g, %a, %b : tensor<i1>, tensor<f32>
  %w = stablehlo.select %g, %c, %d : tensor<i1>, tensor<i32>
  stablehlo.return %v, %w : tensor<f32>, tensor<i32>
}
return %0#1, %1#0 : tensor<8xi32>, tensor<4xf32>"#,
    ),
    (
        "parts and wholes",
        &["tensor<8x4xf32>", "tensor<8x4xf32>"],
        &["tensor<8x8xf32>", "tensor<4x4xf32>", "tensor<9x8xf32>", "tensor<8x4xf32>"],
        r#"%z = stablehlo.constant dense<2.0> : tensor<f32>
%0 = stablehlo.concatenate %arg0, %arg1, dim = 1 : (tensor<8x4xf32>, tensor<8x4xf32>) -> tensor<8x8xf32>
%1 = stablehlo.slice %0 [0:8:2, 2:6] : (tensor<8x8xf32>) -> tensor<4x4xf32>
%2 = stablehlo.slice %0 [0:8, 1:8:2] : (tensor<8x8xf32>) -> tensor<8x4xf32>
%3 = stablehlo.pad %0, %z, low = [1, 0], high = [0, 0], interior = [0, 0] : (tensor<8x8xf32>, tensor<f32>) -> tensor<9x8xf32>
%4 = stablehlo.reverse %2, dims = [0] : tensor<8x4xf32>
%5 = SHARDED %4 : tensor<8x4xf32>
return %0, %1, %3, %5 : tensor<8x8xf32>, tensor<4x4xf32>, tensor<9x8xf32>, tensor<8x4xf32>"#,
    ),
    (
        "in order",
        &["tensor<8x4xf32>", "tensor<8x4xi32>"],
        &["tensor<8x4xf32>", "tensor<8x4xi32>", "tensor<8x4xf32>"],
        r#"%0:2 = "stablehlo.sort"(%arg0, %arg1) ({
^bb0(%a: tensor<f32>, %b: tensor<f32>, %c: tensor<i32>, %d: tensor<i32>):
  %l = stablehlo.compare LT, %a, %b : (tensor<f32>, tensor<f32>) -> tensor<i1>
  stablehlo.return %l : tensor<i1>
}) {dimension = 1 : i64, is_stable = true} : (tensor<8x4xf32>, tensor<8x4xi32>) -> (tensor<8x4xf32>, tensor<8x4xi32>)
%1 = "stablehlo.sort"(%arg0) ({
^bb0(%a: tensor<f32>, %b: tensor<f32>):
  %l = stablehlo.compare GT, %a, %b : (tensor<f32>, tensor<f32>) -> tensor<i1>
  stablehlo.return %l : tensor<i1>
}) {dimension = 0 : i64, is_stable = true} : (tensor<8x4xf32>) -> tensor<8x4xf32>
return %0#0, %0#1, %1 : tensor<8x4xf32>, tensor<8x4xi32>, tensor<8x4xf32>"#,
    ),
    (
        "running sums",
        &["tensor<8x4xi32>"],
        &["tensor<8x4xi32>", "tensor<8x4xi32>"],
        r#"%z = stablehlo.constant dense<0> : tensor<i32>
%0 = "stablehlo.reduce_window"(%arg0, %z) ({
^bb0(%a: tensor<i32>, %b: tensor<i32>):
  %s = stablehlo.add %a, %b : tensor<i32>
  stablehlo.return %s : tensor<i32>
}) {window_dimensions = array<i64: 8, 1>, padding = dense<[[7, 0], [0, 0]]> : tensor<2x2xi64>} : (tensor<8x4xi32>, tensor<i32>) -> tensor<8x4xi32>
%1 = "stablehlo.reduce_window"(%arg0, %z) ({
^bb0(%a: tensor<i32>, %b: tensor<i32>):
  %s = stablehlo.add %a, %b : tensor<i32>
  stablehlo.return %s : tensor<i32>
}) {window_dimensions = array<i64: 1, 4>, padding = dense<[[0, 0], [3, 0]]> : tensor<2x2xi64>} : (tensor<8x4xi32>, tensor<i32>) -> tensor<8x4xi32>
return %0, %1 : tensor<8x4xi32>, tensor<8x4xi32>"#,
    ),
    (
        "sources",
        &["tensor<8x4xi32>"],
        &["tensor<8x4xi32>", "tensor<8x4xbf16>", "tensor<8xf32>"],
        r#"%i = stablehlo.iota dim = 0 : tensor<8x4xi32>
%j = stablehlo.iota dim = 1 : tensor<8x4xi32>
%c = stablehlo.constant dense<[1.0, 2.0, 3.0, 4.0, 5.0, 6.0, 7.0, 8.0]> : tensor<8xf32>
%d = stablehlo.constant dense<3> : tensor<8x4xi32>
%0 = stablehlo.multiply %i, %d : tensor<8x4xi32>
%1 = stablehlo.add %0, %j : tensor<8x4xi32>
%2 = stablehlo.add %1, %arg0 : tensor<8x4xi32>
%3 = stablehlo.iota dim = 1 : tensor<8x4xbf16>
%4 = SHARDED %c : tensor<8xf32>
return %2, %3, %4 : tensor<8x4xi32>, tensor<8x4xbf16>, tensor<8xf32>"#,
    ),
    (
        "computed places",
        &["tensor<8x4xf32>", "tensor<i32>", "tensor<8x2xf32>"],
        &["tensor<8x2xf32>", "tensor<3x4xf32>", "tensor<8x4xf32>"],
        r#"%z = stablehlo.constant dense<0> : tensor<i32>
%0 = stablehlo.dynamic_slice %arg0, %arg1, %arg1, sizes = [8, 2] : (tensor<8x4xf32>, tensor<i32>, tensor<i32>) -> tensor<8x2xf32>
%1 = stablehlo.dynamic_slice %arg0, %arg1, %z, sizes = [3, 4] : (tensor<8x4xf32>, tensor<i32>, tensor<i32>) -> tensor<3x4xf32>
%2 = stablehlo.dynamic_update_slice %arg0, %arg2, %arg1, %arg1 : (tensor<8x4xf32>, tensor<8x2xf32>, tensor<i32>, tensor<i32>) -> tensor<8x4xf32>
return %0, %1, %2 : tensor<8x2xf32>, tensor<3x4xf32>, tensor<8x4xf32>"#,
    ),
    (
        "rows by number",
        &["tensor<8x4xf32>", "tensor<4x2x1xi32>", "tensor<4x2x4xf32>"],
        &["tensor<4x2x4xf32>", "tensor<8x4xf32>"],
        r#"%0 = "stablehlo.gather"(%arg0, %arg1) {dimension_numbers = #stablehlo.gather<offset_dims = [2], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 2>, slice_sizes = array<i64: 1, 4>} : (tensor<8x4xf32>, tensor<4x2x1xi32>) -> tensor<4x2x4xf32>
%1 = "stablehlo.scatter"(%arg0, %arg1, %arg2) ({
^bb0(%a: tensor<f32>, %b: tensor<f32>):
  %s = stablehlo.add %a, %b : tensor<f32>
  stablehlo.return %s : tensor<f32>
}) {scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [2], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 2>} : (tensor<8x4xf32>, tensor<4x2x1xi32>, tensor<4x2x4xf32>) -> tensor<8x4xf32>
return %0, %1 : tensor<4x2x4xf32>, tensor<8x4xf32>"#,
    ),
    (
        "rows by number in batches",
        &["tensor<4x8x2xf32>", "tensor<4x3x1xi32>", "tensor<4x3x2xf32>"],
        &["tensor<4x3x2xf32>", "tensor<4x8x2xf32>"],
        r#"%0 = "stablehlo.gather"(%arg0, %arg1) {dimension_numbers = #stablehlo.gather<offset_dims = [2], collapsed_slice_dims = [1], operand_batching_dims = [0], start_indices_batching_dims = [0], start_index_map = [1], index_vector_dim = 2>, slice_sizes = array<i64: 1, 1, 2>} : (tensor<4x8x2xf32>, tensor<4x3x1xi32>) -> tensor<4x3x2xf32>
%1 = "stablehlo.scatter"(%arg0, %arg1, %arg2) ({
^bb0(%a: tensor<f32>, %b: tensor<f32>):
  stablehlo.return %b : tensor<f32>
}) {scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [2], inserted_window_dims = [1], input_batching_dims = [0], scatter_indices_batching_dims = [0], scatter_dims_to_operand_dims = [1], index_vector_dim = 2>} : (tensor<4x8x2xf32>, tensor<4x3x1xi32>, tensor<4x3x2xf32>) -> tensor<4x8x2xf32>
return %0, %1 : tensor<4x3x2xf32>, tensor<4x8x2xf32>"#,
    ),
    (
        "sum while",
        &["tensor<8x8xf32>", "tensor<8x8xf32>", "tensor<8xf32>"],
        &["tensor<8x8xf32>", "tensor<8xf32>"],
        r#"%z = stablehlo.constant dense<0> : tensor<i32>
%0:3 = stablehlo.while(%i = %z, %x = %arg0, %y = %arg2) : tensor<i32>, tensor<8x8xf32>, tensor<8xf32>
 cond {
  %n = stablehlo.constant dense<2> : tensor<i32>
  %less = stablehlo.compare LT, %i, %n : (tensor<i32>, tensor<i32>) -> tensor<i1>
  stablehlo.return %less : tensor<i1>
} do {
  %one = stablehlo.constant dense<1> : tensor<i32>
  %next = stablehlo.add %i, %one : tensor<i32>
  %p = stablehlo.dot_general %x, %arg1, contracting_dims = [1] x [0] : (tensor<8x8xf32>, tensor<8x8xf32>) -> tensor<8x8xf32>
  %t = stablehlo.tanh %p : tensor<8x8xf32>
  %f = stablehlo.constant dense<0.0> : tensor<f32>
  %r = stablehlo.reduce(%t init: %f) applies stablehlo.add across dimensions = [0] : (tensor<8x8xf32>, tensor<f32>) -> tensor<8xf32>
  %s = stablehlo.add %y, %r : tensor<8xf32>
  %u = SHARDED %s : tensor<8xf32>
  stablehlo.return %next, %t, %u : tensor<i32>, tensor<8x8xf32>, tensor<8xf32>
}
return %0#1, %0#2 : tensor<8x8xf32>, tensor<8xf32>"#,
    ),
    (
        "sum choices",
        &["tensor<i32>", "tensor<8x4xf32>", "tensor<i32>"],
        &["tensor<8x4xf32>", "tensor<4xf32>"],
        r#"%0:2 = "stablehlo.case"(%arg0) ({
  %f = stablehlo.constant dense<0.0> : tensor<f32>
  %r = stablehlo.reduce(%arg1 init: %f) applies stablehlo.add across dimensions = [0] : (tensor<8x4xf32>, tensor<f32>) -> tensor<4xf32>
  stablehlo.return %arg1, %r : tensor<8x4xf32>, tensor<4xf32>
}, {
  %f = stablehlo.constant dense<0.5> : tensor<4xf32>
  %r = stablehlo.reverse %arg1, dims = [0] : tensor<8x4xf32>
  %s = SHARDED %r : tensor<8x4xf32>
  stablehlo.return %s, %f : tensor<8x4xf32>, tensor<4xf32>
}) : (tensor<i32>) -> (tensor<8x4xf32>, tensor<4xf32>)
return %0#0, %0#1 : tensor<8x4xf32>, tensor<4xf32>"#,
    ),
    (
        "sum convolutions",
        &["tensor<4x6x6x4xf32>", "tensor<3x3x4x8xf32>"],
        &["tensor<4x4x4x8xf32>"],
        r#"%0 = "stablehlo.convolution"(%arg0, %arg1) {dimension_numbers = #stablehlo.conv<[b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f]>, feature_group_count = 1 : i64, batch_group_count = 1 : i64} : (tensor<4x6x6x4xf32>, tensor<3x3x4x8xf32>) -> tensor<4x4x4x8xf32>
return %0 : tensor<4x4x4x8xf32>"#,
    ),
    (
        "uneven sizes",
        &["tensor<3x5xf32>", "tensor<6x10xf32>"],
        &["tensor<3x5xf32>", "tensor<6x10xf32>"],
        r#"%0 = SHARDED %arg0 : tensor<3x5xf32>
%1 = stablehlo.abs %0 : tensor<3x5xf32>
%2 = SHARDED %arg1 : tensor<6x10xf32>
%3 = stablehlo.abs %2 : tensor<6x10xf32>
%4 = SHARDED %3 : tensor<6x10xf32>
return %1, %4 : tensor<3x5xf32>, tensor<6x10xf32>"#,
    ),
    (
        "empty",
        &["tensor<0x4xf32>"],
        &["tensor<0x4xf32>", "tensor<4xf32>"],
        r#"%z = stablehlo.constant dense<1.0> : tensor<f32>
%0 = SHARDED %arg0 : tensor<0x4xf32>
%1 = stablehlo.abs %0 : tensor<0x4xf32>
%2 = stablehlo.reduce(%1 init: %z) applies stablehlo.add across dimensions = [0] : (tensor<0x4xf32>, tensor<f32>) -> tensor<4xf32>
return %1, %2 : tensor<0x4xf32>, tensor<4xf32>"#,
    ),
    (
        "whole operations",
        &["tensor<4x4xf32>", "tensor<8xf32>"],
        &["tensor<4x4xf32>", "tensor<8xf32>"],
        r#"%0 = stablehlo.optimization_barrier %arg0 : tensor<4x4xf32>
%1 = "stablehlo.triangular_solve"(%0, %arg0) {left_side = true, lower = true, unit_diagonal = true, transpose_a = #stablehlo<transpose NO_TRANSPOSE>} : (tensor<4x4xf32>, tensor<4x4xf32>) -> tensor<4x4xf32>
%2 = "stablehlo.map"(%arg1) ({
^bb0(%a: tensor<f32>):
  %m = stablehlo.multiply %a, %a : tensor<f32>
  stablehlo.return %m : tensor<f32>
}) {dimensions = array<i64: 0>} : (tensor<8xf32>) -> tensor<8xf32>
return %1, %2 : tensor<4x4xf32>, tensor<8xf32>"#,
    ),
    (
        "sum of gathered rows and scattered updates",
        &["tensor<24x6xf32>", "tensor<8x4xi32>", "tensor<8x4x6xf32>"],
        &["tensor<8x4x6xf32>", "tensor<24x6xf32>", "tensor<24x6xf32>"],
        r#"%three = stablehlo.constant dense<3> : tensor<8x4xi32>
%0 = stablehlo.multiply %arg1, %three : tensor<8x4xi32>
%least = stablehlo.constant dense<-1> : tensor<8x4xi32>
%indices = stablehlo.add %0, %least : tensor<8x4xi32>
%1 = SHARDED %arg0 : tensor<24x6xf32>
%rows = "stablehlo.gather"(%1, %indices) <{dimension_numbers = #stablehlo.gather<offset_dims = [2], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 2>, indices_are_sorted = false, slice_sizes = array<i64: 1, 6>}> : (tensor<24x6xf32>, tensor<8x4xi32>) -> tensor<8x4x6xf32>
%z = stablehlo.constant dense<0.0> : tensor<24x6xf32>
%2 = SHARDED %z : tensor<24x6xf32>
%sums = "stablehlo.scatter"(%2, %indices, %arg2) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [2], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 2>, indices_are_sorted = false, unique_indices = false}> ({
^bb0(%a: tensor<f32>, %b: tensor<f32>):
  %s = stablehlo.add %a, %b : tensor<f32>
  stablehlo.return %s : tensor<f32>
}) : (tensor<24x6xf32>, tensor<8x4xi32>, tensor<8x4x6xf32>) -> tensor<24x6xf32>
%last = "stablehlo.scatter"(%arg0, %indices, %arg2) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [2], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 2>, indices_are_sorted = false, unique_indices = false}> ({
^bb0(%a: tensor<f32>, %b: tensor<f32>):
  %s = stablehlo.maximum %a, %b : tensor<f32>
  stablehlo.return %s : tensor<f32>
}) : (tensor<24x6xf32>, tensor<8x4xi32>, tensor<8x4x6xf32>) -> tensor<24x6xf32>
%3 = SHARDED %rows : tensor<8x4x6xf32>
return %3, %sums, %last : tensor<8x4x6xf32>, tensor<24x6xf32>, tensor<24x6xf32>"#,
    ),
    (
        "elements at pairs of indices",
        &["tensor<8x8xi32>", "tensor<12x2xi32>"],
        &["tensor<12xi32>", "tensor<12x1xi32>"],
        r#"%0 = SHARDED %arg0 : tensor<8x8xi32>
%1 = "stablehlo.gather"(%0, %arg1) <{dimension_numbers = #stablehlo.gather<collapsed_slice_dims = [0, 1], start_index_map = [1, 0], index_vector_dim = 1>, indices_are_sorted = false, slice_sizes = array<i64: 1, 1>}> : (tensor<8x8xi32>, tensor<12x2xi32>) -> tensor<12xi32>
%8 = stablehlo.convert %arg1 : (tensor<12x2xi32>) -> tensor<12x2xui8>
%2 = "stablehlo.gather"(%0, %8) <{dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [0], start_index_map = [0, 1], index_vector_dim = 1>, indices_are_sorted = false, slice_sizes = array<i64: 1, 1>}> : (tensor<8x8xi32>, tensor<12x2xui8>) -> tensor<12x1xi32>
return %1, %2 : tensor<12xi32>, tensor<12x1xi32>"#,
    ),
    (
        "sum in sliding windows",
        &["tensor<4x16x12x3xf32>", "tensor<3x4x3x5xf32>", "tensor<16x24xf32>"],
        &[
            "tensor<4x16x12x5xf32>",
            "tensor<4x8x4x5xf32>",
            "tensor<16x24xf32>",
            "tensor<8x8xf32>",
            "tensor<16x24xf32>",
        ],
        r#"%0 = SHARDED %arg0 : tensor<4x16x12x3xf32>
%1 = stablehlo.convolution(%0, %arg1) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {pad = [[1, 1], [3, 0]]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<4x16x12x3xf32>, tensor<3x4x3x5xf32>) -> tensor<4x16x12x5xf32>
%2 = stablehlo.convolution(%0, %arg1) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {stride = [2, 3], pad = [[2, 1], [-1, 3]], rhs_dilate = [2, 1]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<4x16x12x3xf32>, tensor<3x4x3x5xf32>) -> tensor<4x8x4x5xf32>
%init = stablehlo.constant dense<1.5> : tensor<f32>
%least = stablehlo.constant dense<-1.0> : tensor<f32>
%5 = SHARDED %arg2 : tensor<16x24xf32>
%3 = "stablehlo.reduce_window"(%5, %init) <{padding = dense<[[1, 1], [2, 0]]> : tensor<2x2xi64>, window_dimensions = array<i64: 3, 3>}> ({
^bb0(%a: tensor<f32>, %b: tensor<f32>):
  %s = stablehlo.add %a, %b : tensor<f32>
  stablehlo.return %s : tensor<f32>
}) : (tensor<16x24xf32>, tensor<f32>) -> tensor<16x24xf32>
%4 = "stablehlo.reduce_window"(%5, %least) <{window_dimensions = array<i64: 2, 3>, window_strides = array<i64: 2, 3>}> ({
^bb0(%a: tensor<f32>, %b: tensor<f32>):
  %s = stablehlo.maximum %a, %b : tensor<f32>
  stablehlo.return %s : tensor<f32>
}) : (tensor<16x24xf32>, tensor<f32>) -> tensor<8x8xf32>
%6 = "stablehlo.reduce_window"(%5, %init) <{padding = dense<[[15, 0], [0, 0]]> : tensor<2x2xi64>, window_dimensions = array<i64: 16, 1>}> ({
^bb0(%a: tensor<f32>, %b: tensor<f32>):
  %s = stablehlo.add %a, %b : tensor<f32>
  stablehlo.return %s : tensor<f32>
}) : (tensor<16x24xf32>, tensor<f32>) -> tensor<16x24xf32>
return %1, %2, %3, %4, %6 : tensor<4x16x12x5xf32>, tensor<4x8x4x5xf32>, tensor<16x24xf32>, tensor<8x8xf32>, tensor<16x24xf32>"#,
    ),
    (
        "sum of products of the same rows",
        &["tensor<8x12xf32>", "tensor<12x4xf32>", "tensor<12x4xf32>", "tensor<4x12xf32>"],
        &["tensor<8x4xf32>", "tensor<8x12xf32>"],
        r#"%0 = stablehlo.dot_general %arg0, %arg1, contracting_dims = [1] x [0] : (tensor<8x12xf32>, tensor<12x4xf32>) -> tensor<8x4xf32>
%1 = stablehlo.dot_general %arg0, %arg2, contracting_dims = [1] x [0] : (tensor<8x12xf32>, tensor<12x4xf32>) -> tensor<8x4xf32>
%2 = stablehlo.dot_general %arg0, %arg1, contracting_dims = [1] x [0] : (tensor<8x12xf32>, tensor<12x4xf32>) -> tensor<8x4xf32>
%3 = stablehlo.add %0, %1 : tensor<8x4xf32>
%4 = stablehlo.add %2, %3 : tensor<8x4xf32>
%5 = SHARDED %4 : tensor<8x4xf32>
%6:2 = stablehlo.optimization_barrier %5, %arg3 : tensor<8x4xf32>, tensor<4x12xf32>
%7 = stablehlo.dot_general %6#0, %6#1, contracting_dims = [1] x [0] : (tensor<8x4xf32>, tensor<4x12xf32>) -> tensor<8x12xf32>
return %4, %7 : tensor<8x4xf32>, tensor<8x12xf32>"#,
    ),
    (
        "sum of products in nested loops",
        &["tensor<8x12xf32>", "tensor<12x4xf32>"],
        &["tensor<4x8x2xf32>", "tensor<i32>"],
        r#"%zero = stablehlo.constant dense<0> : tensor<i32>
%one = stablehlo.constant dense<1> : tensor<i32>
%two = stablehlo.constant dense<2> : tensor<i32>
%z = stablehlo.constant dense<0.0> : tensor<f32>
%zeros = stablehlo.broadcast_in_dim %z, dims = [] : (tensor<f32>) -> tensor<4x8x2xf32>
%outer:2 = stablehlo.while(%i = %zero, %sum = %zeros) : tensor<i32>, tensor<4x8x2xf32>
cond {
  %c = stablehlo.compare LT, %i, %two : (tensor<i32>, tensor<i32>) -> tensor<i1>
  stablehlo.return %c : tensor<i1>
} do {
  %none = stablehlo.constant dense<0.0> : tensor<2x8x4xf32>
  %inner:2 = stablehlo.while(%j = %zero, %stored = %none) : tensor<i32>, tensor<2x8x4xf32>
  cond {
    %c = stablehlo.compare LT, %j, %two : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %c : tensor<i1>
  } do {
    %0 = stablehlo.add %i, %j : tensor<i32>
    %1 = stablehlo.convert %0 : (tensor<i32>) -> tensor<f32>
    %2 = stablehlo.broadcast_in_dim %1, dims = [] : (tensor<f32>) -> tensor<8x12xf32>
    %3 = stablehlo.multiply %arg0, %2 : tensor<8x12xf32>
    %4 = stablehlo.dot_general %3, %arg1, contracting_dims = [1] x [0] : (tensor<8x12xf32>, tensor<12x4xf32>) -> tensor<8x4xf32>
    %5 = stablehlo.broadcast_in_dim %4, dims = [1, 2] : (tensor<8x4xf32>) -> tensor<1x8x4xf32>
    %6 = stablehlo.dynamic_update_slice %stored, %5, %j, %zero, %zero : (tensor<2x8x4xf32>, tensor<1x8x4xf32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<2x8x4xf32>
    %7 = stablehlo.add %j, %one : tensor<i32>
    stablehlo.return %7, %6 : tensor<i32>, tensor<2x8x4xf32>
  }
  %8 = stablehlo.transpose %inner#1, dims = [2, 1, 0] : (tensor<2x8x4xf32>) -> tensor<4x8x2xf32>
  %9 = stablehlo.add %sum, %8 : tensor<4x8x2xf32>
  %10 = stablehlo.add %i, %one : tensor<i32>
  stablehlo.return %10, %9 : tensor<i32>, tensor<4x8x2xf32>
}
return %outer#1, %outer#0 : tensor<4x8x2xf32>, tensor<i32>"#,
    ),
    (
        "sum products of vectors and matrices",
        &["tensor<8xf32>", "tensor<8x12xf32>", "tensor<12xf32>"],
        &["tensor<12xf32>", "tensor<8xf32>", "tensor<f32>"],
        r#"%0 = stablehlo.dot %arg0, %arg1 : (tensor<8xf32>, tensor<8x12xf32>) -> tensor<12xf32>
%1 = stablehlo.dot %arg1, %arg2 : (tensor<8x12xf32>, tensor<12xf32>) -> tensor<8xf32>
%2 = stablehlo.dot %arg0, %arg0 : (tensor<8xf32>, tensor<8xf32>) -> tensor<f32>
return %0, %1, %2 : tensor<12xf32>, tensor<8xf32>, tensor<f32>"#,
    ),
    (
        "dimensions needed as a whole",
        &["tensor<8x8x4x4xf32>", "tensor<8x8x4x6xf32>", "tensor<8x4xi32>"],
        &[
            "tensor<8x8x4x6xf32>",
            "tensor<8x8x4x6xf32>",
            "tensor<8x8x4x4xf32>",
            "tensor<8x4x4xi8>",
            "tensor<8xi64>",
        ],
        r#"%0 = SHARDED %arg0 : tensor<8x8x4x4xf32>
%1 = "stablehlo.triangular_solve"(%0, %arg1) {left_side = true, lower = true, unit_diagonal = true, transpose_a = #stablehlo<transpose NO_TRANSPOSE>} : (tensor<8x8x4x4xf32>, tensor<8x8x4x6xf32>) -> tensor<8x8x4x6xf32>
%2 = "stablehlo.sort"(%arg1) <{dimension = 1 : i64, is_stable = true}> ({
^bb0(%a: tensor<f32>, %b: tensor<f32>):
  %l = stablehlo.compare LT, %a, %b, TOTALORDER : (tensor<f32>, tensor<f32>) -> tensor<i1>
  stablehlo.return %l : tensor<i1>
}) : (tensor<8x8x4x6xf32>) -> tensor<8x8x4x6xf32>
%3 = stablehlo.reverse %0, dims = [0, 2] : tensor<8x8x4x4xf32>
%4 = stablehlo.bitcast_convert %arg2 : (tensor<8x4xi32>) -> tensor<8x4x4xi8>
%5 = stablehlo.slice %arg2 [0:8, 0:2] : (tensor<8x4xi32>) -> tensor<8x2xi32>
%6 = stablehlo.bitcast_convert %5 : (tensor<8x2xi32>) -> tensor<8xi64>
return %1, %2, %3, %4, %6 : tensor<8x8x4x6xf32>, tensor<8x8x4x6xf32>, tensor<8x8x4x4xf32>, tensor<8x4x4xi8>, tensor<8xi64>"#,
    ),
];
