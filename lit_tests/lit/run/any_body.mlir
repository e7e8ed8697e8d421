// REQUIRES: cpu, interpreter
// RUN: hlo-run %s --check | FileCheck %s
// RUN: hlo-run %s --check --platform interpreter | FileCheck %s
// CHECK: checks hold

// Bodies may contain any operations on scalars.
func.func public @main() {
  // Two inputs: the sum of squares by repeated addition, and the number of additions.
  %x = stablehlo.constant dense<[[1, 2, 3], [4, 5, 6]]> : tensor<2x3xi32>
  %half = stablehlo.constant dense<[[0.5, 1.5, 2.5], [3.5, 4.5, 5.5]]> : tensor<2x3xbf16>
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %zero_half = stablehlo.constant dense<0.0> : tensor<bf16>
  %squares:2 = "stablehlo.reduce"(%x, %half, %zero, %zero_half) ({
  ^bb0(%a: tensor<i32>, %b: tensor<bf16>, %c: tensor<i32>, %d: tensor<bf16>):
    %one = stablehlo.constant dense<1> : tensor<i32>
    %w:2 = stablehlo.while(%i = %zero, %s = %a) : tensor<i32>, tensor<i32>
     cond {
      %more = stablehlo.compare LT, %i, %c : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %more : tensor<i1>
    } do {
      %next = stablehlo.add %i, %one : tensor<i32>
      %sum = stablehlo.add %s, %c : tensor<i32>
      stablehlo.return %next, %sum : tensor<i32>, tensor<i32>
    }
    %e = stablehlo.add %b, %d : tensor<bf16>
    stablehlo.return %w#1, %e : tensor<i32>, tensor<bf16>
  }) {dimensions = array<i64: 1>} : (tensor<2x3xi32>, tensor<2x3xbf16>, tensor<i32>, tensor<bf16>) -> (tensor<2xi32>, tensor<2xbf16>)
  check.expect_eq_const %squares#0, dense<[14, 77]> : tensor<2xi32>
  check.expect_eq_const %squares#1, dense<[4.5, 13.5]> : tensor<2xbf16>

  // A comparator that looks keys up in a table.
  %keys = stablehlo.constant dense<[3, 0, 2, 1]> : tensor<4xui8>
  %sorted = "stablehlo.sort"(%keys) ({
  ^bb0(%a: tensor<ui8>, %b: tensor<ui8>):
    %order = stablehlo.constant dense<[7.0, 1.0, 9.0, 3.0]> : tensor<4xf64>
    %a0 = stablehlo.dynamic_slice %order, %a, sizes = [1] : (tensor<4xf64>, tensor<ui8>) -> tensor<1xf64>
    %b0 = stablehlo.dynamic_slice %order, %b, sizes = [1] : (tensor<4xf64>, tensor<ui8>) -> tensor<1xf64>
    %less = stablehlo.compare LT, %a0, %b0 : (tensor<1xf64>, tensor<1xf64>) -> tensor<1xi1>
    %0 = stablehlo.reshape %less : (tensor<1xi1>) -> tensor<i1>
    stablehlo.return %0 : tensor<i1>
  }) : (tensor<4xui8>) -> tensor<4xui8>
  check.expect_eq_const %sorted, dense<[1, 3, 0, 2]> : tensor<4xui8>

  // Complex numbers, scattered with a case in the body.
  %base = stablehlo.constant dense<[(1.0, 0.0), (2.0, 0.0), (3.0, 4.0)]> : tensor<3xcomplex<f32>>
  %at = stablehlo.constant dense<[[2], [0], [2]]> : tensor<3x1xi64>
  %updates = stablehlo.constant dense<[(0.0, 1.0), (5.0, 0.0), (2.0, 0.0)]> : tensor<3xcomplex<f32>>
  %scattered = "stablehlo.scatter"(%base, %at, %updates) ({
  ^bb0(%a: tensor<complex<f32>>, %b: tensor<complex<f32>>):
    %im = stablehlo.imag %b : (tensor<complex<f32>>) -> tensor<f32>
    %which = stablehlo.convert %im : (tensor<f32>) -> tensor<i32>
    %0 = "stablehlo.case"(%which) ({
      %1 = stablehlo.add %a, %b : tensor<complex<f32>>
      stablehlo.return %1 : tensor<complex<f32>>
    }, {
      %1 = stablehlo.multiply %a, %b : tensor<complex<f32>>
      stablehlo.return %1 : tensor<complex<f32>>
    }) : (tensor<i32>) -> tensor<complex<f32>>
    stablehlo.return %0 : tensor<complex<f32>>
  }) {scatter_dimension_numbers = #stablehlo.scatter<inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>} : (tensor<3xcomplex<f32>>, tensor<3x1xi64>, tensor<3xcomplex<f32>>) -> tensor<3xcomplex<f32>>
  check.expect_eq_const %scattered, dense<[(6.0, 0.0), (2.0, 0.0), (-2.0, 3.0)]> : tensor<3xcomplex<f32>>

  // A median, by sorting in the body of a map.
  %left = stablehlo.constant dense<[5.0, 1.0, -3.0]> : tensor<3xf16>
  %right = stablehlo.constant dense<[2.0, 8.0, -9.0]> : tensor<3xf16>
  %medians = "stablehlo.map"(%left, %right) ({
  ^bb0(%a: tensor<f16>, %b: tensor<f16>):
    %three = stablehlo.constant dense<3.0> : tensor<1xf16>
    %a0 = stablehlo.reshape %a : (tensor<f16>) -> tensor<1xf16>
    %b0 = stablehlo.reshape %b : (tensor<f16>) -> tensor<1xf16>
    %all = stablehlo.concatenate %a0, %b0, %three, dim = 0 : (tensor<1xf16>, tensor<1xf16>, tensor<1xf16>) -> tensor<3xf16>
    %in_order = "stablehlo.sort"(%all) ({
    ^bb0(%c: tensor<f16>, %d: tensor<f16>):
      %less = stablehlo.compare LT, %c, %d : (tensor<f16>, tensor<f16>) -> tensor<i1>
      stablehlo.return %less : tensor<i1>
    }) : (tensor<3xf16>) -> tensor<3xf16>
    %middle = stablehlo.slice %in_order [1:2] : (tensor<3xf16>) -> tensor<1xf16>
    %0 = stablehlo.reshape %middle : (tensor<1xf16>) -> tensor<f16>
    stablehlo.return %0 : tensor<f16>
  }) {dimensions = array<i64: 0>} : (tensor<3xf16>, tensor<3xf16>) -> tensor<3xf16>
  check.expect_eq_const %medians, dense<[3.0, 3.0, -3.0]> : tensor<3xf16>
  return
}
