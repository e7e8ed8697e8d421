// REQUIRES: cpu
// RUN: hlo-run %s --check | FileCheck %s
// CHECK: checks hold

// Compares functions of complex<f64> with mpmath at 80 digits, part by part.
func.func public @main() {
  %acos_z = stablehlo.constant dense<[(0.5, 0.25), (-0.5, 2.0), (1.0, 1.0e-20), (-3.0, -4.0), (1.0e-10, 1.5), (1.0e12, -1000.0), (-0.0, 0.75), (2.0, -1.0e-8)]> : tensor<8xcomplex<f64>>
  %acos = chlo.acos %acos_z : tensor<8xcomplex<f64>> -> tensor<8xcomplex<f64>>
  %acos_real = stablehlo.real %acos : (tensor<8xcomplex<f64>>) -> tensor<8xf64>
  %acos_real_want = stablehlo.constant dense<[1.06918747351939586, 1.79181496241778048, 9.99999999999999973e-11, 2.20478019243407334, 1.5707963267394266, 1.0e-9, 1.57079632679489662, 5.77350269189625767e-9]> : tensor<8xf64>
  check.expect_close %acos_real, %acos_real_want, max_ulp_difference = 8 : tensor<8xf64>, tensor<8xf64>
  %acos_imag = stablehlo.imag %acos : (tensor<8xcomplex<f64>>) -> tensor<8xf64>
  %acos_imag_want = stablehlo.constant dense<[-0.281396056245292769, -1.46571535194729052, -9.99999999999999973e-11, 2.30550903124347694, -1.1947632172871093, 28.3241682964884935, -0.693147180559945309, 1.31695789692481673]> : tensor<8xf64>
  check.expect_close %acos_imag, %acos_imag_want, max_ulp_difference = 8 : tensor<8xf64>, tensor<8xf64>
  %acosh_z = stablehlo.constant dense<[(0.5, 0.25), (-0.5, 2.0), (1.0, 1.0e-20), (-3.0, -4.0), (1.0e-10, 1.5), (1.0e12, -1000.0), (-0.0, 0.75), (2.0, -1.0e-8)]> : tensor<8xcomplex<f64>>
  %acosh = chlo.acosh %acosh_z : tensor<8xcomplex<f64>> -> tensor<8xcomplex<f64>>
  %acosh_real = stablehlo.real %acosh : (tensor<8xcomplex<f64>>) -> tensor<8xf64>
  %acosh_real_want = stablehlo.constant dense<[0.281396056245292769, 1.46571535194729052, 9.99999999999999973e-11, 2.30550903124347694, 1.1947632172871093, 28.3241682964884935, 0.693147180559945309, 1.31695789692481673]> : tensor<8xf64>
  check.expect_close %acosh_real, %acosh_real_want, max_ulp_difference = 8 : tensor<8xf64>, tensor<8xf64>
  %acosh_imag = stablehlo.imag %acosh : (tensor<8xcomplex<f64>>) -> tensor<8xf64>
  %acosh_imag_want = stablehlo.constant dense<[1.06918747351939586, 1.79181496241778048, 9.99999999999999973e-11, -2.20478019243407334, 1.5707963267394266, -1.0e-9, 1.57079632679489662, -5.77350269189625767e-9]> : tensor<8xf64>
  check.expect_close %acosh_imag, %acosh_imag_want, max_ulp_difference = 8 : tensor<8xf64>, tensor<8xf64>
  %asin_z = stablehlo.constant dense<[(0.5, 0.25), (-0.5, 2.0), (1.0, 1.0e-20), (-3.0, -4.0), (1.0e-10, 1.5), (1.0e12, -1000.0), (-0.0, 0.75), (2.0, -1.0e-8)]> : tensor<8xcomplex<f64>>
  %asin = chlo.asin %asin_z : tensor<8xcomplex<f64>> -> tensor<8xcomplex<f64>>
  %asin_real = stablehlo.real %asin : (tensor<8xcomplex<f64>>) -> tensor<8xf64>
  %asin_real_want = stablehlo.constant dense<[0.501608853275500763, -0.221018635622883859, 1.57079632669489662, -0.633983865639176716, 5.54700196225229142e-11, 1.57079632579489662, 0.0, 1.57079632102139393]> : tensor<8xf64>
  check.expect_close %asin_real, %asin_real_want, max_ulp_difference = 8 : tensor<8xf64>, tensor<8xf64>
  %asin_imag = stablehlo.imag %asin : (tensor<8xcomplex<f64>>) -> tensor<8xf64>
  %asin_imag_want = stablehlo.constant dense<[0.281396056245292769, 1.46571535194729052, 9.99999999999999973e-11, -2.30550903124347694, 1.1947632172871093, -28.3241682964884935, 0.693147180559945309, -1.31695789692481673]> : tensor<8xf64>
  check.expect_close %asin_imag, %asin_imag_want, max_ulp_difference = 8 : tensor<8xf64>, tensor<8xf64>
  %asinh_z = stablehlo.constant dense<[(0.5, 0.25), (-0.5, 2.0), (1.0, 1.0e-20), (-3.0, -4.0), (1.0e-10, 1.5), (1.0e12, -1000.0), (-0.0, 0.75), (2.0, -1.0e-8)]> : tensor<8xcomplex<f64>>
  %asinh = chlo.asinh %asinh_z : tensor<8xcomplex<f64>> -> tensor<8xcomplex<f64>>
  %asinh_real = stablehlo.real %asinh : (tensor<8xcomplex<f64>>) -> tensor<8xf64>
  %asinh_real_want = stablehlo.constant dense<[0.492675683420770616, -1.36180090085784579, 0.881373587019543025, -2.29991404087926965, 0.962423650119206895, 28.3241682964884935, 0.0, 1.44363547517881035]> : tensor<8xf64>
  check.expect_close %asinh_real, %asinh_real_want, max_ulp_difference = 8 : tensor<8xf64>, tensor<8xf64>
  %asinh_imag = stablehlo.imag %asinh : (tensor<8xcomplex<f64>>) -> tensor<8xf64>
  %asinh_imag_want = stablehlo.constant dense<[0.2243284526346675, 1.29304207023718266, 7.07106781186547486e-21, -0.917616853351478656, 1.5707963267054539, -1.0e-9, 0.848062078981481008, -4.47213595499957947e-9]> : tensor<8xf64>
  check.expect_close %asinh_imag, %asinh_imag_want, max_ulp_difference = 8 : tensor<8xf64>, tensor<8xf64>
  %atan_z = stablehlo.constant dense<[(0.5, 0.25), (-0.5, 2.0), (1.0, 1.0e-20), (-3.0, -4.0), (1.0e-10, 1.5), (1.0e12, -1000.0), (-0.0, 0.75), (2.0, -1.0e-8)]> : tensor<8xcomplex<f64>>
  %atan = chlo.atan %atan_z : tensor<8xcomplex<f64>> -> tensor<8xcomplex<f64>>
  %atan_real = stablehlo.real %atan : (tensor<8xcomplex<f64>>) -> tensor<8xf64>
  %atan_real_want = stablehlo.constant dense<[0.484254490329966219, -1.42154686100180698, 0.78539816339744831, -1.44830699523146454, 1.57079632671489662, 1.57079632679389662, 0.0, 1.10714871779409051]> : tensor<8xf64>
  check.expect_close %atan_real, %atan_real_want, max_ulp_difference = 8 : tensor<8xf64>, tensor<8xf64>
  %atan_imag = stablehlo.imag %atan : (tensor<8xcomplex<f64>>) -> tensor<8xf64>
  %atan_imag_want = stablehlo.constant dense<[0.200586618131234323, 0.500370000052531017, 4.99999999999999973e-21, -0.158997191679999174, 0.804718956217050187, -9.99999999999999999e-22, 0.972955074527656653, -2.00000000000000001e-9]> : tensor<8xf64>
  check.expect_close %atan_imag, %atan_imag_want, max_ulp_difference = 8 : tensor<8xf64>, tensor<8xf64>
  %atanh_z = stablehlo.constant dense<[(0.5, 0.25), (-0.5, 2.0), (1.0, 1.0e-20), (-3.0, -4.0), (1.0e-10, 1.5), (1.0e12, -1000.0), (-0.0, 0.75), (2.0, -1.0e-8)]> : tensor<8xcomplex<f64>>
  %atanh = chlo.atanh %atanh_z : tensor<8xcomplex<f64>> -> tensor<8xcomplex<f64>>
  %atanh_real = stablehlo.real %atanh : (tensor<8xcomplex<f64>>) -> tensor<8xf64>
  %atanh_real_want = stablehlo.constant dense<[0.500370000052531017, -0.0964156202029961672, 23.3724245202204295, -0.117500907311433888, 3.07692307692307704e-11, 9.99999999999999999e-13, 0.0, 0.549306144334054823]> : tensor<8xf64>
  check.expect_close %atanh_real, %atanh_real_want, max_ulp_difference = 8 : tensor<8xf64>, tensor<8xf64>
  %atanh_imag = stablehlo.imag %atanh : (tensor<8xcomplex<f64>>) -> tensor<8xf64>
  %atanh_imag_want = stablehlo.constant dense<[0.314398143207716477, 1.12655644083482235, 0.78539816339744831, -1.40992104959657552, 0.982793723247329068, -1.57079632679489662, 0.643501108793284387, -1.57079632346156329]> : tensor<8xf64>
  check.expect_close %atanh_imag, %atanh_imag_want, max_ulp_difference = 8 : tensor<8xf64>, tensor<8xf64>
  %cosh_z = stablehlo.constant dense<[(0.5, 0.25), (-0.5, 2.0), (1.0, 1.0e-20), (-3.0, -4.0), (1.0e-10, 1.5), (-0.0, 0.75), (2.0, -1.0e-8)]> : tensor<7xcomplex<f64>>
  %cosh = chlo.cosh %cosh_z : tensor<7xcomplex<f64>> -> tensor<7xcomplex<f64>>
  %cosh_real = stablehlo.real %cosh : (tensor<7xcomplex<f64>>) -> tensor<7xf64>
  %cosh_real_want = stablehlo.constant dense<[1.09257080473191768, -0.469257978229053413, 1.54308063481524378, -6.58066304055115643, 0.0707372016677029101, 0.731688868873820886, 3.76219569108363127]> : tensor<7xf64>
  check.expect_close %cosh_real, %cosh_real_want, max_ulp_difference = 8 : tensor<7xf64>, tensor<7xf64>
  %cosh_imag = stablehlo.imag %cosh : (tensor<7xcomplex<f64>>) -> tensor<7xf64>
  %cosh_imag_want = stablehlo.constant dense<[0.128921041728098251, -0.47383062041640699, 1.17520119364380139e-20, -7.58155274274654435, 9.97494986604054467e-11, 0.0, -3.62686040784701878e-8]> : tensor<7xf64>
  check.expect_close %cosh_imag, %cosh_imag_want, max_ulp_difference = 8 : tensor<7xf64>, tensor<7xf64>
  %sinh_z = stablehlo.constant dense<[(0.5, 0.25), (-0.5, 2.0), (1.0, 1.0e-20), (-3.0, -4.0), (1.0e-10, 1.5), (-0.0, 0.75), (2.0, -1.0e-8)]> : tensor<7xcomplex<f64>>
  %sinh = chlo.sinh %sinh_z : tensor<7xcomplex<f64>> -> tensor<7xcomplex<f64>>
  %sinh_real = stablehlo.real %sinh : (tensor<7xcomplex<f64>>) -> tensor<7xf64>
  %sinh_real_want = stablehlo.constant dense<[0.504895714387995017, 0.216852162920789712, 1.17520119364380146, 6.54812004091100165, 7.07372016677029127e-12, 0.0, 3.62686040784701859]> : tensor<7xf64>
  check.expect_close %sinh_real, %sinh_real_want, max_ulp_difference = 8 : tensor<7xf64>, tensor<7xf64>
  %sinh_imag = stablehlo.imag %sinh : (tensor<7xcomplex<f64>>) -> tensor<7xf64>
  %sinh_imag_want = stablehlo.constant dense<[0.278979128350261522, 1.02534738858398773, 1.54308063481524369e-20, 7.61923172032141021, 0.997494986604054431, 0.681638760023334167, -3.76219569108363148e-8]> : tensor<7xf64>
  check.expect_close %sinh_imag, %sinh_imag_want, max_ulp_difference = 8 : tensor<7xf64>, tensor<7xf64>
  %tan_z = stablehlo.constant dense<[(0.5, 0.25), (-0.5, 2.0), (1.0, 1.0e-20), (-3.0, -4.0), (1.0e-10, 1.5), (-0.0, 0.75), (2.0, -1.0e-8)]> : tensor<7xcomplex<f64>>
  %tan = chlo.tan %tan_z : tensor<7xcomplex<f64>> -> tensor<7xcomplex<f64>>
  %tan_real = stablehlo.real %tan : (tensor<7xcomplex<f64>>) -> tensor<7xf64>
  %tan_real_want = stablehlo.constant dense<[0.504500702698563984, -0.0302159873228775746, 1.55740772465490223, 1.87346204629478426e-4, 1.80706638923648537e-11, 0.0, -2.18503986326151773]> : tensor<7xf64>
  check.expect_close %tan_real, %tan_real_want, max_ulp_difference = 8 : tensor<7xf64>, tensor<7xf64>
  %tan_imag = stablehlo.imag %tan : (tensor<7xcomplex<f64>>) -> tensor<7xf64>
  %tan_imag_want = stablehlo.constant dense<[0.312420692502588809, 0.979940849961738063, 3.42551882081475957e-20, -0.999355987381473141, 0.905148253644866438, 0.635148952387287319, -5.77439920404191478e-8]> : tensor<7xf64>
  check.expect_close %tan_imag, %tan_imag_want, max_ulp_difference = 8 : tensor<7xf64>, tensor<7xf64>
  return
}
