// REQUIRES: cpu, interpreter
// RUN: hlo-run %s --input 'dense<[[-1], [0], [3], [4], [2147483647], [-2147483648]]> : tensor<6x1xi32>' --compare-with interpreter | FileCheck %s
// CHECK: 4 of 4 results on cpu match those on interpreter

// Scatters and gathers of one window in a loop, with indices inside and outside of the array. The
// simplification makes them updates and slices.
func.func public @main(%indices: tensor<6x1xi32>) -> (tensor<4x3xf32>, tensor<4x3xf32>, tensor<6x3xf32>, tensor<6x3xf32>) {
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %one = stablehlo.constant dense<1> : tensor<i32>
  %six = stablehlo.constant dense<6> : tensor<i32>
  %x = stablehlo.constant dense<[[1.0, 2.0, 3.0], [4.0, 5.0, 6.0], [7.0, 8.0, 9.0], [10.0, 11.0, 12.0]]> : tensor<4x3xf32>
  %y = stablehlo.constant dense<[0.5, -0.0, 1.5]> : tensor<3xf32>
  %r = stablehlo.constant dense<0.0> : tensor<6x3xf32>
  %0:5 = stablehlo.while(%i = %zero, %a = %x, %b = %x, %c = %r, %d = %r) : tensor<i32>, tensor<4x3xf32>, tensor<4x3xf32>, tensor<6x3xf32>, tensor<6x3xf32>
  cond {
    %more = stablehlo.compare LT, %i, %six : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %more : tensor<i1>
  } do {
    %next = stablehlo.add %i, %one : tensor<i32>
    %row = stablehlo.dynamic_slice %indices, %i, %zero, sizes = [1, 1] : (tensor<6x1xi32>, tensor<i32>, tensor<i32>) -> tensor<1x1xi32>
    %at = stablehlo.reshape %row : (tensor<1x1xi32>) -> tensor<1xi32>
    %number = stablehlo.convert %i : (tensor<i32>) -> tensor<f32>
    %numbers = stablehlo.broadcast_in_dim %number, dims = [] : (tensor<f32>) -> tensor<3xf32>
    %values = stablehlo.add %y, %numbers : tensor<3xf32>
    %set = "stablehlo.scatter"(%a, %at, %values) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [0], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0]>, indices_are_sorted = true, unique_indices = true}> ({
    ^bb0(%p: tensor<f32>, %q: tensor<f32>):
      stablehlo.return %q : tensor<f32>
    }) : (tensor<4x3xf32>, tensor<1xi32>, tensor<3xf32>) -> tensor<4x3xf32>
    %sum = "stablehlo.scatter"(%b, %at, %values) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [0], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0]>, indices_are_sorted = true, unique_indices = true}> ({
    ^bb0(%p: tensor<f32>, %q: tensor<f32>):
      %s = stablehlo.add %p, %q : tensor<f32>
      stablehlo.return %s : tensor<f32>
    }) : (tensor<4x3xf32>, tensor<1xi32>, tensor<3xf32>) -> tensor<4x3xf32>
    %read = "stablehlo.gather"(%b, %at) <{dimension_numbers = #stablehlo.gather<offset_dims = [0], collapsed_slice_dims = [0], start_index_map = [0]>, slice_sizes = array<i64: 1, 3>, indices_are_sorted = false}> : (tensor<4x3xf32>, tensor<1xi32>) -> tensor<3xf32>
    %old = stablehlo.reshape %read : (tensor<3xf32>) -> tensor<1x3xf32>
    %e = stablehlo.dynamic_update_slice %c, %old, %i, %zero : (tensor<6x3xf32>, tensor<1x3xf32>, tensor<i32>, tensor<i32>) -> tensor<6x3xf32>
    %column = stablehlo.slice %values [2:3] : (tensor<3xf32>) -> tensor<1xf32>
    %product = stablehlo.dot_general %column, %values, contracting_dims = [] x [] : (tensor<1xf32>, tensor<3xf32>) -> tensor<1x3xf32>
    %f = stablehlo.dynamic_update_slice %d, %product, %i, %zero : (tensor<6x3xf32>, tensor<1x3xf32>, tensor<i32>, tensor<i32>) -> tensor<6x3xf32>
    stablehlo.return %next, %set, %sum, %e, %f : tensor<i32>, tensor<4x3xf32>, tensor<4x3xf32>, tensor<6x3xf32>, tensor<6x3xf32>
  }
  return %0#1, %0#2, %0#3, %0#4 : tensor<4x3xf32>, tensor<4x3xf32>, tensor<6x3xf32>, tensor<6x3xf32>
}
