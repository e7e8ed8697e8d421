// next_after of small floats steps in their own type.
// REQUIRES: cpu
// RUN: hlo-run %s --check | FileCheck %s
// CHECK: 2 of 2 checks hold
func.func public @main() {
  %x = stablehlo.constant dense<[0.0, 1.0, -1.0, 57344.0, 57344.0, 2.0]> : tensor<6xf8E5M2>
  %y = stablehlo.constant dense<[-1.0, 2.0, 0.0, 0x7C, 0.0, 2.0]> : tensor<6xf8E5M2>
  %0 = stablehlo.optimization_barrier %x : tensor<6xf8E5M2>
  %1 = chlo.next_after %0, %y : tensor<6xf8E5M2>, tensor<6xf8E5M2> -> tensor<6xf8E5M2>
  %bits = stablehlo.bitcast_convert %1 : (tensor<6xf8E5M2>) -> tensor<6xui8>
  check.expect_eq_const %bits, dense<[129, 61, 187, 124, 122, 64]> : tensor<6xui8>
  %a = stablehlo.constant dense<[0x81, 1.0, 0x80]> : tensor<3xf8E4M3FNUZ>
  %b = stablehlo.constant dense<[1.0, 0.0, 1.0]> : tensor<3xf8E4M3FNUZ>
  %2 = stablehlo.optimization_barrier %a : tensor<3xf8E4M3FNUZ>
  %3 = chlo.next_after %2, %b : tensor<3xf8E4M3FNUZ>, tensor<3xf8E4M3FNUZ> -> tensor<3xf8E4M3FNUZ>
  %4 = stablehlo.bitcast_convert %3 : (tensor<3xf8E4M3FNUZ>) -> tensor<3xui8>
  check.expect_eq_const %4, dense<[0, 63, 128]> : tensor<3xui8>
  return
}
