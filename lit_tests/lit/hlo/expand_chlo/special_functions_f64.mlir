// REQUIRES: cpu
// RUN: hlo-run %s --check | FileCheck %s
// CHECK: checks hold

// Compares special functions in f64 with mpmath at 50 digits: the error in units in the last
// place at ordinary points, zeros, poles and where the formula changes.
func.func public @main() {
  %erf_inv_x0 = stablehlo.constant dense<[0.0, 0.1, -0.5, 0.75, 0.9, -0.99, 0.9999, 0.9999999, 1.0, -1.0]> : tensor<10xf64>
  %erf_inv = chlo.erf_inv %erf_inv_x0 : tensor<10xf64> -> tensor<10xf64>
  %erf_inv_want = stablehlo.constant dense<[0.0, 0.088855990494257692, -0.476936276204469873, 0.813419847597618542, 1.16308715367667416, -1.82138636771844946, 2.75106390571207969, 3.76656258163847089, 0x7FF0000000000000, 0xFFF0000000000000]> : tensor<10xf64>
  check.expect_close %erf_inv, %erf_inv_want, max_ulp_difference = 4 : tensor<10xf64>, tensor<10xf64>
  %lgamma_x0 = stablehlo.constant dense<[1.00000000000000008e-30, 0.25, 0.999, 1.0, 1.375, 2.0, 2.001, 2.75, 6.5, 7.999, 9.5, 11.0, 100.0, 1.00000000000000000e+20, -0.25, -1.5, -7.3, -2.0, 0.0]> : tensor<19xf64>
  %lgamma = chlo.lgamma %lgamma_x0 : tensor<19xf64> -> tensor<19xf64>
  %lgamma_want = stablehlo.constant dense<[69.0775527898213704, 1.28802252469807746, 5.78038532891380238e-4, 0.0, -0.117755270741078774, 0.0, 4.23106734800116991e-4, 0.47521466691493713, 5.66256205985714153, 8.52314578615891549, 11.6893334207972685, 15.1044125730755153, 359.134205369575399, 4.50517018598809137e+21, 1.58957531255118599, 0.860047015376481015, -7.77910162982685167, 0x7FF0000000000000, 0x7FF0000000000000]> : tensor<19xf64>
  check.expect_close %lgamma, %lgamma_want, max_ulp_difference = 8 : tensor<19xf64>, tensor<19xf64>
  %digamma_x0 = stablehlo.constant dense<[9.99999999999999945e-21, 0.3, 1.0, 1.4616, 1.5, 2.25, 7.5, 9.5, 10.5, 10000000000.0, -0.001, -1.25, -7.9, 0.0, -3.0]> : tensor<15xf64>
  %digamma = chlo.digamma %digamma_x0 : tensor<15xf64> -> tensor<15xf64>
  %digamma_want = stablehlo.constant dense<[-1.00000000000000005e+20, -3.50252422220013312, -0.577215664901532861, -3.11062512303416497e-5, 0.0364899739785765206, 0.572546466623734592, 1.94675748424608679, 2.19773787640294953, 2.30300103429768638, 23.0258509298904568, 999.421138197891334, 3.71413912021352783, -7.54000722441947843, 0x7FF8000000000000, 0x7FF8000000000000]> : tensor<15xf64>
  check.expect_close %digamma, %digamma_want, max_ulp_difference = 8 : tensor<15xf64>, tensor<15xf64>
  %bessel_i1e_x0 = stablehlo.constant dense<[0.0, 1.00000000000000004e-10, 0.5, -2.0, 7.75, 8.0, 8.25, 50.0, -1000000.0]> : tensor<9xf64>
  %bessel_i1e = chlo.bessel_i1e %bessel_i1e_x0 : tensor<9xf64> -> tensor<9xf64>
  %bessel_i1e_want = stablehlo.constant dense<[0.0, 4.99999999950000018e-11, 0.156420803184871697, -0.215269289248937659, 0.136051100080339109, 0.134142493292698178, 0.132310173965001423, 0.0559931238928953996, -3.98942130798030776e-4]> : tensor<9xf64>
  check.expect_close %bessel_i1e, %bessel_i1e_want, max_ulp_difference = 8 : tensor<9xf64>, tensor<9xf64>
  %zeta_x0 = stablehlo.constant dense<[2.0, 2.0, 1.001, 3.5, 30.0, 100.0, 2.0, 3.0, 5.0, 1.0, 0.5, 2.0, 3.0]> : tensor<13xf64>
  %zeta_x1 = stablehlo.constant dense<[1.0, 0.001, 5.0, 100.0, 1.0, 2.5, -0.5, -20.5, -1.25, 2.0, 2.0, -1.0, -2.0]> : tensor<13xf64>
  %zeta = chlo.zeta %zeta_x0, %zeta_x1 : tensor<13xf64>, tensor<13xf64> -> tensor<13xf64>
  %zeta_want = stablehlo.constant dense<[1.64493406684822644, 1000001.64253319583, 998.495013932669517, 4.05029165463681287e-6, 1.00000000093132743, 1.60693804425899419e-40, 8.93480220054467931, 0.00113314495981889847, -1020.04432142435761, 0x7FF0000000000000, 0x7FF8000000000000, 0x7FF0000000000000, 0x7FF8000000000000]> : tensor<13xf64>
  check.expect_close %zeta, %zeta_want, max_ulp_difference = 8 : tensor<13xf64>, tensor<13xf64>
  %polygamma_x0 = stablehlo.constant dense<[0.0, 1.0, 2.0, 3.0, 5.0, 12.0, 13.0, 30.0, 1.0, 2.0]> : tensor<10xf64>
  %polygamma_x1 = stablehlo.constant dense<[2.5, 1.0, 0.125, 10.0, 1000.0, 3.5, 3.5, 20.0, -0.5, -3.25]> : tensor<10xf64>
  %polygamma = chlo.polygamma %polygamma_x0, %polygamma_x1 : tensor<10xf64>, tensor<10xf64> -> tensor<10xf64>
  %polygamma_want = stablehlo.constant dense<[0.703156640645243187, 1.64493406684822644, -1025.75333811813568, 0.00231990130428986839, 2.40600599999440001e-14, -42.17265738445786, 155.186197385971843, -1.59402668621415014e-8, 8.93480220054467931, 123.955211039422023]> : tensor<10xf64>
  check.expect_close %polygamma, %polygamma_want, max_ulp_difference = 100 : tensor<10xf64>, tensor<10xf64>
  return
}
