// REQUIRES: cpu
// RUN: hlo-opt %s --pass-pipeline='builtin.module(hlo-expand-chlo{functions=inline})' | FileCheck %s --check-prefix=INLINE
// RUN: hlo-opt %s --pass-pipeline='builtin.module(hlo-expand-chlo{functions=inline})' | hlo-run - --check
// RUN: hlo-opt %s --pass-pipeline='builtin.module(hlo-expand-chlo{functions=composites})' | FileCheck %s
// RUN: hlo-opt %s --pass-pipeline='builtin.module(hlo-expand-chlo{functions=composites})' | hlo-run - --check
// RUN: hlo-opt %s --pass-pipeline='builtin.module(hlo-expand-chlo{functions=composites keep=erf,tan})' | FileCheck %s --check-prefix=KEEP
// RUN: not hlo-opt %s --pass-pipeline='builtin.module(hlo-expand-chlo{functions=none})' 2>&1 | FileCheck %s --check-prefix=REFUSED

// The expected values are from mpmath, rounded.

// INLINE-NOT: chlo.
// REFUSED: option `functions`: expected `keep`, `composites` or `inline`, found `none`

// CHECK-LABEL: func.func public @main
// CHECK: stablehlo.composite "chlo.acos" %{{.*}} {decomposition = @chlo.acos.impl{{.*}}, version = 1 : i32}
// CHECK-NOT: = chlo.
// CHECK: func.func private @chlo.

// KEEP: = chlo.erf
// KEEP: stablehlo.composite "chlo.erfc"
// KEEP: = chlo.tan

func.func public @main() {
  %x0 = stablehlo.constant dense<[-1.0e0, -7.0e-1, 0.0e0, 3.0e-1, 1.0e0, 2.0e0]> : tensor<6xf32>
  %y0 = stablehlo.constant dense<[3.1415927e0, 2.3461938e0, 1.5707964e0, 1.2661036e0, 0.0e0, 0x7FC00000]> : tensor<6xf32>
  %r0 = chlo.acos %x0 : tensor<6xf32> -> tensor<6xf32>
  check.expect_close %r0, %y0, max_ulp_difference = 3 : tensor<6xf32>, tensor<6xf32>
  %x1 = stablehlo.constant dense<[1.0e0, 1.001e0, 3.0e0, 1.0e20, 5.0e-1]> : tensor<5xf32>
  %y1 = stablehlo.constant dense<[0.0e0, 4.471868e-2, 1.7627472e0, 4.674485e1, 0x7FC00000]> : tensor<5xf32>
  %r1 = chlo.acosh %x1 : tensor<5xf32> -> tensor<5xf32>
  check.expect_close %r1, %y1, max_ulp_difference = 3 : tensor<5xf32>, tensor<5xf32>
  %x2 = stablehlo.constant dense<[-1.0e0, -7.0e-1, -0.0e0, 3.0e-1, 1.0e-20, 2.0e0]> : tensor<6xf32>
  %y2 = stablehlo.constant dense<[-1.5707964e0, -7.753975e-1, -0.0e0, 3.0469266e-1, 1.0e-20, 0x7FC00000]> : tensor<6xf32>
  %r2 = chlo.asin %x2 : tensor<6xf32> -> tensor<6xf32>
  check.expect_close %r2, %y2, max_ulp_difference = 3 : tensor<6xf32>, tensor<6xf32>
  %x3 = stablehlo.constant dense<[-1.0e20, -4.0e-1, 1.0e-20, 7.0e-1, 5.0e0]> : tensor<5xf32>
  %y3 = stablehlo.constant dense<[-4.674485e1, -3.9003533e-1, 1.0e-20, 6.5266657e-1, 2.3124382e0]> : tensor<5xf32>
  %r3 = chlo.asinh %x3 : tensor<5xf32> -> tensor<5xf32>
  check.expect_close %r3, %y3, max_ulp_difference = 3 : tensor<5xf32>, tensor<5xf32>
  %x4 = stablehlo.constant dense<[-1.0e20, -9.0e-1, 1.0e-20, 3.0e-1, 2.0e0]> : tensor<5xf32>
  %y4 = stablehlo.constant dense<[-1.5707964e0, -7.328151e-1, 1.0e-20, 2.9145682e-1, 1.1071488e0]> : tensor<5xf32>
  %r4 = chlo.atan %x4 : tensor<5xf32> -> tensor<5xf32>
  check.expect_close %r4, %y4, max_ulp_difference = 3 : tensor<5xf32>, tensor<5xf32>
  %x5 = stablehlo.constant dense<[-1.0e0, -5.0e-1, 1.0e-20, 4.5e-1, 9.9e-1, 2.0e0]> : tensor<6xf32>
  %y5 = stablehlo.constant dense<[0xFF800000, -5.4930615e-1, 1.0e-20, 4.8470026e-1, 2.646653e0, 0x7FC00000]> : tensor<6xf32>
  %r5 = chlo.atanh %x5 : tensor<6xf32> -> tensor<6xf32>
  check.expect_close %r5, %y5, max_ulp_difference = 3 : tensor<6xf32>, tensor<6xf32>
  %x6 = stablehlo.constant dense<[-5.0e0, -2.0e-1, 0.0e0, 6.0e-1, 8.8e1, 8.0e2]> : tensor<6xf32>
  %y6 = stablehlo.constant dense<[7.4209946e1, 1.0200667e0, 1.0e0, 1.1854652e0, 8.2581813e37, 0x7F800000]> : tensor<6xf32>
  %r6 = chlo.cosh %x6 : tensor<6xf32> -> tensor<6xf32>
  check.expect_close %r6, %y6, max_ulp_difference = 3 : tensor<6xf32>, tensor<6xf32>
  %x7 = stablehlo.constant dense<[-4.0e0, -1.04e0, 1.0e-20, 4.5e-1, 2.0e0, 7.0e0]> : tensor<6xf32>
  %y7 = stablehlo.constant dense<[-1.0e0, -8.586499e-1, 1.1283791e-20, 4.7548172e-1, 9.953223e-1, 1.0e0]> : tensor<6xf32>
  %r7 = chlo.erf %x7 : tensor<6xf32> -> tensor<6xf32>
  check.expect_close %r7, %y7, max_ulp_difference = 3 : tensor<6xf32>, tensor<6xf32>
  %x8 = stablehlo.constant dense<[-4.0e0, -2.0e-1, 4.5e-1, 9.0e-1, 3.0e0, 9.0e0]> : tensor<6xf32>
  %y8 = stablehlo.constant dense<[2.0e0, 1.2227026e0, 5.245183e-1, 2.030918e-1, 2.2090497e-5, 4.1370317e-37]> : tensor<6xf32>
  %r8 = chlo.erfc %x8 : tensor<6xf32> -> tensor<6xf32>
  check.expect_close %r8, %y8, max_ulp_difference = 3 : tensor<6xf32>, tensor<6xf32>
  %x9 = stablehlo.constant dense<[-5.0e0, -2.0e-1, 1.0e-20, 6.0e-1, 8.0e1, 8.0e2]> : tensor<6xf32>
  %y9 = stablehlo.constant dense<[-7.420321e1, -2.0133601e-1, 1.0e-20, 6.366536e-1, 2.7703112e34, 0x7F800000]> : tensor<6xf32>
  %r9 = chlo.sinh %x9 : tensor<6xf32> -> tensor<6xf32>
  check.expect_close %r9, %y9, max_ulp_difference = 3 : tensor<6xf32>, tensor<6xf32>
  %x10 = stablehlo.constant dense<[-4.0e0, -2.0e-1, 1.0e-20, 7.0e-1, 1.0e2, 1.0e10]> : tensor<6xf32>
  %y10 = stablehlo.constant dense<[-1.1578213e0, -2.0271003e-1, 1.0e-20, 8.422884e-1, -5.8721393e-1, -5.583496e-1]> : tensor<6xf32>
  %r10 = chlo.tan %x10 : tensor<6xf32> -> tensor<6xf32>
  check.expect_close %r10, %y10, max_ulp_difference = 3 : tensor<6xf32>, tensor<6xf32>
  %x11 = stablehlo.constant dense<[-1.0e0, -7.0e-1, 0.0e0, 3.0e-1, 1.0e0, 2.0e0]> : tensor<6xf64>
  %y11 = stablehlo.constant dense<[3.141592653589793e0, 2.3461938234056494e0, 1.5707963267948966e0, 1.2661036727794992e0, 0.0e0, 0x7FF8000000000000]> : tensor<6xf64>
  %r11 = chlo.acos %x11 : tensor<6xf64> -> tensor<6xf64>
  check.expect_close %r11, %y11, max_ulp_difference = 3 : tensor<6xf64>, tensor<6xf64>
  %x12 = stablehlo.constant dense<[1.0e0, 1.001e0, 3.0e0, 1.0e20, 5.0e-1]> : tensor<5xf64>
  %y12 = stablehlo.constant dense<[0.0e0, 4.471763360830685e-2, 1.762747174039086e0, 4.674484904044086e1, 0x7FF8000000000000]> : tensor<5xf64>
  %r12 = chlo.acosh %x12 : tensor<5xf64> -> tensor<5xf64>
  check.expect_close %r12, %y12, max_ulp_difference = 3 : tensor<5xf64>, tensor<5xf64>
  %x13 = stablehlo.constant dense<[-1.0e0, -7.0e-1, -0.0e0, 3.0e-1, 1.0e-20, 2.0e0]> : tensor<6xf64>
  %y13 = stablehlo.constant dense<[-1.5707963267948966e0, -7.75397496610753e-1, -0.0e0, 3.046926540153975e-1, 1.0e-20, 0x7FF8000000000000]> : tensor<6xf64>
  %r13 = chlo.asin %x13 : tensor<6xf64> -> tensor<6xf64>
  check.expect_close %r13, %y13, max_ulp_difference = 3 : tensor<6xf64>, tensor<6xf64>
  %x14 = stablehlo.constant dense<[-1.0e20, -4.0e-1, 1.0e-20, 7.0e-1, 5.0e0]> : tensor<5xf64>
  %y14 = stablehlo.constant dense<[-4.674484904044086e1, -3.900353197707153e-1, 1.0e-20, 6.526665660823557e-1, 2.3124383412727525e0]> : tensor<5xf64>
  %r14 = chlo.asinh %x14 : tensor<5xf64> -> tensor<5xf64>
  check.expect_close %r14, %y14, max_ulp_difference = 3 : tensor<5xf64>, tensor<5xf64>
  %x15 = stablehlo.constant dense<[-1.0e20, -9.0e-1, 1.0e-20, 3.0e-1, 2.0e0]> : tensor<5xf64>
  %y15 = stablehlo.constant dense<[-1.5707963267948966e0, -7.328151017865066e-1, 1.0e-20, 2.914567944778671e-1, 1.1071487177940904e0]> : tensor<5xf64>
  %r15 = chlo.atan %x15 : tensor<5xf64> -> tensor<5xf64>
  check.expect_close %r15, %y15, max_ulp_difference = 3 : tensor<5xf64>, tensor<5xf64>
  %x16 = stablehlo.constant dense<[-1.0e0, -5.0e-1, 1.0e-20, 4.5e-1, 9.9e-1, 2.0e0]> : tensor<6xf64>
  %y16 = stablehlo.constant dense<[0xFFF0000000000000, -5.493061443340549e-1, 1.0e-20, 4.8470027859405174e-1, 2.6466524123622457e0, 0x7FF8000000000000]> : tensor<6xf64>
  %r16 = chlo.atanh %x16 : tensor<6xf64> -> tensor<6xf64>
  check.expect_close %r16, %y16, max_ulp_difference = 3 : tensor<6xf64>, tensor<6xf64>
  %x17 = stablehlo.constant dense<[-5.0e0, -2.0e-1, 0.0e0, 6.0e-1, 8.8e1, 8.0e2]> : tensor<6xf64>
  %y17 = stablehlo.constant dense<[7.420994852478785e1, 1.020066755619076e0, 1.0e0, 1.1854652182422676e0, 8.258181274970009e37, 0x7FF0000000000000]> : tensor<6xf64>
  %r17 = chlo.cosh %x17 : tensor<6xf64> -> tensor<6xf64>
  check.expect_close %r17, %y17, max_ulp_difference = 3 : tensor<6xf64>, tensor<6xf64>
  %x18 = stablehlo.constant dense<[-4.0e0, -1.04e0, 1.0e-20, 4.5e-1, 2.0e0, 7.0e0]> : tensor<6xf64>
  %y18 = stablehlo.constant dense<[-9.999999845827421e-1, -8.586499465266515e-1, 1.1283791670955125e-20, 4.7548171978692366e-1, 9.953222650189527e-1, 1.0e0]> : tensor<6xf64>
  %r18 = chlo.erf %x18 : tensor<6xf64> -> tensor<6xf64>
  check.expect_close %r18, %y18, max_ulp_difference = 3 : tensor<6xf64>, tensor<6xf64>
  %x19 = stablehlo.constant dense<[-4.0e0, -2.0e-1, 4.5e-1, 9.0e-1, 3.0e0, 9.0e0]> : tensor<6xf64>
  %y19 = stablehlo.constant dense<[1.999999984582742e0, 1.2227025892104784e0, 5.245182802130763e-1, 2.0309178757716786e-1, 2.209049699858544e-5, 4.13703174651381e-37]> : tensor<6xf64>
  %r19 = chlo.erfc %x19 : tensor<6xf64> -> tensor<6xf64>
  check.expect_close %r19, %y19, max_ulp_difference = 3 : tensor<6xf64>, tensor<6xf64>
  %x20 = stablehlo.constant dense<[-5.0e0, -2.0e-1, 1.0e-20, 6.0e-1, 8.0e1, 8.0e2]> : tensor<6xf64>
  %y20 = stablehlo.constant dense<[-7.420321057778875e1, -2.01336002541094e-1, 1.0e-20, 6.366535821482412e-1, 2.770311192196755e34, 0x7FF0000000000000]> : tensor<6xf64>
  %r20 = chlo.sinh %x20 : tensor<6xf64> -> tensor<6xf64>
  check.expect_close %r20, %y20, max_ulp_difference = 3 : tensor<6xf64>, tensor<6xf64>
  %x21 = stablehlo.constant dense<[-4.0e0, -2.0e-1, 1.0e-20, 7.0e-1, 1.0e2, 1.0e10]> : tensor<6xf64>
  %y21 = stablehlo.constant dense<[-1.1578212823495775e0, -2.027100355086725e-1, 1.0e-20, 8.422883804630794e-1, -5.872139151569291e-1, -5.583496378112418e-1]> : tensor<6xf64>
  %r21 = chlo.tan %x21 : tensor<6xf64> -> tensor<6xf64>
  check.expect_close %r21, %y21, max_ulp_difference = 3 : tensor<6xf64>, tensor<6xf64>
  %half = stablehlo.constant dense<[0.5, 2.0]> : tensor<2xbf16>
  %narrow = chlo.erf %half : tensor<2xbf16> -> tensor<2xbf16>
  check.expect_eq_const %narrow, dense<[5.195310e-01, 9.960930e-01]> : tensor<2xbf16>
  %infinite = chlo.is_inf %x1 : tensor<5xf32> -> tensor<5xi1>
  check.expect_eq_const %infinite, dense<false> : tensor<5xi1>
  return
}
