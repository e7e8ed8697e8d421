// REQUIRES: cpu
// RUN: hlo-run %s --check | FileCheck %s
// CHECK: checks hold

func.func public @main() {
  %x = stablehlo.constant dense<[[1, 2, 3], [4, 5, 6]]> : tensor<2x3xi32>
  %i = stablehlo.constant dense<[10, 20]> : tensor<2xi32>
  // Sums along the second dimension, from the front and from the back.
  %sums, %total = "chlo.scan"(%x, %i) <{dimension = 1 : i64, operandSegmentSizes = array<i32: 1, 1>, resultSegmentSizes = array<i32: 1, 1>}> ({
  ^bb0(%a: tensor<2xi32>, %b: tensor<2xi32>):
    %c = stablehlo.add %a, %b : tensor<2xi32>
    %d = chlo.mulhi %c, %c : tensor<2xi32>, tensor<2xi32> -> tensor<2xi32>
    %e = stablehlo.add %c, %d : tensor<2xi32>
    "stablehlo.return"(%e, %c) : (tensor<2xi32>, tensor<2xi32>) -> ()
  }) : (tensor<2x3xi32>, tensor<2xi32>) -> (tensor<2x3xi32>, tensor<2xi32>)
  check.expect_eq_const %sums, dense<[[11, 13, 16], [24, 29, 35]]> : tensor<2x3xi32>
  check.expect_eq_const %total, dense<[16, 35]> : tensor<2xi32>
  %back, %same = "chlo.scan"(%x, %i) <{dimension = 1 : i64, is_reverse = true, operandSegmentSizes = array<i32: 1, 1>, resultSegmentSizes = array<i32: 1, 1>}> ({
  ^bb0(%a: tensor<2xi32>, %b: tensor<2xi32>):
    %c = stablehlo.add %a, %b : tensor<2xi32>
    "stablehlo.return"(%c, %c) : (tensor<2xi32>, tensor<2xi32>) -> ()
  }) : (tensor<2x3xi32>, tensor<2xi32>) -> (tensor<2x3xi32>, tensor<2xi32>)
  check.expect_eq_const %back, dense<[[16, 15, 13], [35, 31, 26]]> : tensor<2x3xi32>
  check.expect_eq_const %same, dense<[16, 35]> : tensor<2xi32>

  // Rows 0 and 1 are multiplied by the first matrix, row 2 by the third, row 3 by none. The
  // infinity in the second matrix must have no effect.
  %l = stablehlo.constant dense<[[1.0, 2.0], [3.0, 4.0], [5.0, 6.0], [7.0, 8.0]]> : tensor<4x2xf32>
  %r = stablehlo.constant dense<[[[1.0], [10.0]], [[0x7F800000], [0.0]], [[2.0], [3.0]]]> : tensor<3x2x1xf32>
  %g = stablehlo.constant dense<[2, 0, 1]> : tensor<3xi32>
  %rows = "chlo.ragged_dot"(%l, %r, %g) <{ragged_dot_dimension_numbers = #chlo.ragged_dot<lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [1], lhs_ragged_dimensions = [0], rhs_group_dimensions = [0]>}> : (tensor<4x2xf32>, tensor<3x2x1xf32>, tensor<3xi32>) -> tensor<4x1xf32>
  check.expect_eq_const %rows, dense<[[21.0], [43.0], [28.0], [0.0]]> : tensor<4x1xf32>

  // The contracted dimension is split into groups.
  %v = stablehlo.constant dense<[[1.0], [1.0], [2.0], [0x7F800000]]> : tensor<4x1xf32>
  %groups = "chlo.ragged_dot"(%l, %v, %g) <{ragged_dot_dimension_numbers = #chlo.ragged_dot<lhs_contracting_dimensions = [0], rhs_contracting_dimensions = [0], lhs_ragged_dimensions = [0]>}> : (tensor<4x2xf32>, tensor<4x1xf32>, tensor<3xi32>) -> tensor<3x2x1xf32>
  check.expect_eq_const %groups, dense<[[[4.0], [6.0]], [[0.0], [0.0]], [[10.0], [12.0]]]> : tensor<3x2x1xf32>

  // Complex numbers; a row outside all groups is zero.
  %cl = stablehlo.constant dense<[[(1.0, 1.0)], [(0.0, 2.0)]]> : tensor<2x1xcomplex<f32>>
  %cr = stablehlo.constant dense<[[[(2.0, 0.0)]], [[(0.0, 1.0)]]]> : tensor<2x1x1xcomplex<f32>>
  %cg = stablehlo.constant dense<[0, 1]> : tensor<2xi32>
  %complex = "chlo.ragged_dot"(%cl, %cr, %cg) <{ragged_dot_dimension_numbers = #chlo.ragged_dot<lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [1], lhs_ragged_dimensions = [0], rhs_group_dimensions = [0]>}> : (tensor<2x1xcomplex<f32>>, tensor<2x1x1xcomplex<f32>>, tensor<2xi32>) -> tensor<2x1xcomplex<f32>>
  check.expect_eq_const %complex, dense<[[(-1.0, 1.0)], [(0.0, 0.0)]]> : tensor<2x1xcomplex<f32>>
  return
}
