// REQUIRES: cpu
// RUN: hlo-run %s --check | FileCheck %s
// CHECK: checks hold

// Compares special functions in f32 with mpmath at 50 digits: the error in units in the last
// place at ordinary points, zeros, poles and where the formula changes.
func.func public @main() {
  %erf_inv_x0 = stablehlo.constant dense<[0.0, 0.10000000149011612, -0.5, 0.75, 0.8999999761581421, -0.9900000095367432, 0.9998999834060669, 0.9999998807907104, 1.0, -1.0]> : tensor<10xf32>
  %erf_inv = chlo.erf_inv %erf_inv_x0 : tensor<10xf32> -> tensor<10xf32>
  %erf_inv_want = stablehlo.constant dense<[0.0, 0.0888559918253, -0.476936276204, 0.813419847598, 1.16308707195, -1.8213866009, 2.7510354379, 3.74392116278, 0x7F800000, 0xFF800000]> : tensor<10xf32>
  check.expect_close %erf_inv, %erf_inv_want, max_ulp_difference = 3 : tensor<10xf32>, tensor<10xf32>
  %lgamma_x0 = stablehlo.constant dense<[1.00000000317107685e-30, 0.25, 0.9990000128746033, 1.0, 1.375, 2.0, 2.000999927520752, 2.75, 6.5, 7.999000072479248, 9.5, 11.0, 100.0, 1.00000002004087734e+20, -0.25, -1.5, -7.300000190734863, -2.0, 0.0]> : tensor<19xf32>
  %lgamma = chlo.lgamma %lgamma_x0 : tensor<19xf32> -> tensor<19xf32>
  %lgamma_want = stablehlo.constant dense<[69.0775527867, 1.2880225247, 5.78031080275e-4, 0.0, -0.117755270741, 0.0, 4.23076044981e-4, 0.475214666915, 5.66256205986, 8.52314593224, 11.6893334208, 15.1044125731, 359.13420537, 4.50517027828e+21, 1.58957531255, 0.860047015376, -7.7791024571, 0x7F800000, 0x7F800000]> : tensor<19xf32>
  check.expect_close %lgamma, %lgamma_want, max_ulp_difference = 6 : tensor<19xf32>, tensor<19xf32>
  %digamma_x0 = stablehlo.constant dense<[9.99999968265522539e-21, 0.30000001192092896, 1.0, 1.4615999460220337, 1.5, 2.25, 7.5, 9.5, 10.5, 10000000000.0, -0.0010000000474974513, -1.25, -7.900000095367432, 0.0, -3.0]> : tensor<15xf32>
  %digamma = chlo.digamma %digamma_x0 : tensor<15xf32> -> tensor<15xf32>
  %digamma_want = stablehlo.constant dense<[-1.00000003173e+20, -3.50252407622, -0.577215664902, -3.1158485748e-5, 0.0364899739786, 0.572546466624, 1.94675748425, 2.1977378764, 2.3030010343, 23.0258509299, 999.4210907, 3.71413912021, -7.54001706987, 0x7FC00000, 0x7FC00000]> : tensor<15xf32>
  check.expect_close %digamma, %digamma_want, max_ulp_difference = 5 : tensor<15xf32>, tensor<15xf32>
  %bessel_i1e_x0 = stablehlo.constant dense<[0.0, 1.00000001335143196e-10, 0.5, -2.0, 7.75, 8.0, 8.25, 50.0, -1000000.0]> : tensor<9xf32>
  %bessel_i1e = chlo.bessel_i1e %bessel_i1e_x0 : tensor<9xf32> -> tensor<9xf32>
  %bessel_i1e_want = stablehlo.constant dense<[0.0, 5.00000006626e-11, 0.156420803185, -0.215269289249, 0.13605110008, 0.134142493293, 0.132310173965, 0.0559931238929, -3.98942130798e-4]> : tensor<9xf32>
  check.expect_close %bessel_i1e, %bessel_i1e_want, max_ulp_difference = 8 : tensor<9xf32>, tensor<9xf32>
  %zeta_x0 = stablehlo.constant dense<[2.0, 2.0, 1.0010000467300415, 3.5, 30.0, 100.0, 2.0, 3.0, 5.0, 1.0, 0.5, 2.0, 3.0]> : tensor<13xf32>
  %zeta_x1 = stablehlo.constant dense<[1.0, 0.0010000000474974513, 5.0, 100.0, 1.0, 2.5, -0.5, -20.5, -1.25, 2.0, 2.0, -1.0, -2.0]> : tensor<13xf32>
  %zeta = chlo.zeta %zeta_x0, %zeta_x1 : tensor<13xf32>, tensor<13xf32> -> tensor<13xf32>
  %zeta_want = stablehlo.constant dense<[1.64493406685, 1000001.54754, 998.448286128, 4.05029165464e-6, 1.00000000093, 1.60693804426e-40, 8.93480220054, 0.00113314495982, -1020.04432142, 0x7F800000, 0x7FC00000, 0x7F800000, 0x7FC00000]> : tensor<13xf32>
  check.expect_close %zeta, %zeta_want, max_ulp_difference = 8 : tensor<13xf32>, tensor<13xf32>
  %polygamma_x0 = stablehlo.constant dense<[0.0, 1.0, 2.0, 3.0, 5.0, 12.0, 13.0, 30.0, 1.0, 2.0]> : tensor<10xf32>
  %polygamma_x1 = stablehlo.constant dense<[2.5, 1.0, 0.125, 10.0, 1000.0, 3.5, 3.5, 20.0, -0.5, -3.25]> : tensor<10xf32>
  %polygamma = chlo.polygamma %polygamma_x0, %polygamma_x1 : tensor<10xf32>, tensor<10xf32> -> tensor<10xf32>
  %polygamma_want = stablehlo.constant dense<[0.703156640645, 1.64493406685, -1025.75333812, 0.00231990130429, 2.40600599999e-14, -42.1726573845, 155.186197386, -1.59402668621e-8, 8.93480220054, 123.955211039]> : tensor<10xf32>
  check.expect_close %polygamma, %polygamma_want, max_ulp_difference = 60 : tensor<10xf32>, tensor<10xf32>
  return
}
