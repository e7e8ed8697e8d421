// REQUIRES: cpu
// RUN: hlo-run %s --check | FileCheck %s
// CHECK: checks hold

// Values are rounded once, also from f64, alone and in loops, and moved by select.
func.func public @main() {
  // Just above and below the midpoint of two values, which f32 rounds to the midpoint.
  %x = stablehlo.constant dense<[1.00390625000001, 1.00390624999999, -1.00390625000001, -1.00390624999999, 1.01171875, 3.5e38, 1.0e-39, 0.5]> : tensor<8xf64>
  %y = stablehlo.convert %x : (tensor<8xf64>) -> tensor<8xbf16>
  check.expect_eq_const %y, dense<[1.0078125, 1.0, -1.0078125, -1.0, 1.015625, 0x7F80, 1.000e-39, 0.5]> : tensor<8xbf16>
  %z = stablehlo.constant dense<1.00390625000001> : tensor<f64>
  %w = stablehlo.convert %z : (tensor<f64>) -> tensor<bf16>
  check.expect_eq_const %w, dense<1.0078125> : tensor<bf16>
  %zero = stablehlo.constant dense<0.0> : tensor<8xf64>
  %p = stablehlo.compare LT, %x, %zero : (tensor<8xf64>, tensor<8xf64>) -> tensor<8xi1>
  %n = stablehlo.negate %y : tensor<8xbf16>
  %s = stablehlo.select %p, %n, %y : tensor<8xi1>, tensor<8xbf16>
  check.expect_eq_const %s, dense<[1.0078125, 1.0, 1.0078125, 1.0, 1.015625, 0x7F80, 1.0e-39, 0.5]> : tensor<8xbf16>
  %nan = stablehlo.constant dense<0xFFF8000000000001> : tensor<f64>
  %q = stablehlo.convert %nan : (tensor<f64>) -> tensor<bf16>
  %same = stablehlo.compare EQ, %q, %q : (tensor<bf16>, tensor<bf16>) -> tensor<i1>
  check.expect_eq_const %same, dense<false> : tensor<i1>
  return
}
