// REQUIRES: cpu
// RUN: hlo-run %s --check | FileCheck %s
// CHECK: checks hold

// Compares functions of complex<f32> with mpmath at 80 digits, part by part.
func.func public @main() {
  %acos_z = stablehlo.constant dense<[(0.5, 0.25), (-0.5, 2.0), (1.0, 1.0e-20), (-3.0, -4.0), (1.0e-10, 1.5), (1.0e12, -1000.0), (-0.0, 0.75), (2.0, -1.0e-8)]> : tensor<8xcomplex<f32>>
  %acos = chlo.acos %acos_z : tensor<8xcomplex<f32>> -> tensor<8xcomplex<f32>>
  %acos_real = stablehlo.real %acos : (tensor<8xcomplex<f32>>) -> tensor<8xf32>
  %acos_real_want = stablehlo.constant dense<[1.06918747352, 1.79181496242, 9.99999984133e-11, 2.20478019243, 1.57079632674, 1.0000000041e-9, 1.57079632679, 5.77350265681e-9]> : tensor<8xf32>
  check.expect_close %acos_real, %acos_real_want, max_ulp_difference = 8 : tensor<8xf32>, tensor<8xf32>
  %acos_imag = stablehlo.imag %acos : (tensor<8xcomplex<f32>>) -> tensor<8xf32>
  %acos_imag_want = stablehlo.constant dense<[-0.281396056245, -1.46571535195, -9.99999984133e-11, 2.30550903124, -1.19476321729, 28.3241682924, -0.69314718056, 1.31695789692]> : tensor<8xf32>
  check.expect_close %acos_imag, %acos_imag_want, max_ulp_difference = 8 : tensor<8xf32>, tensor<8xf32>
  %acosh_z = stablehlo.constant dense<[(0.5, 0.25), (-0.5, 2.0), (1.0, 1.0e-20), (-3.0, -4.0), (1.0e-10, 1.5), (1.0e12, -1000.0), (-0.0, 0.75), (2.0, -1.0e-8)]> : tensor<8xcomplex<f32>>
  %acosh = chlo.acosh %acosh_z : tensor<8xcomplex<f32>> -> tensor<8xcomplex<f32>>
  %acosh_real = stablehlo.real %acosh : (tensor<8xcomplex<f32>>) -> tensor<8xf32>
  %acosh_real_want = stablehlo.constant dense<[0.281396056245, 1.46571535195, 9.99999984133e-11, 2.30550903124, 1.19476321729, 28.3241682924, 0.69314718056, 1.31695789692]> : tensor<8xf32>
  check.expect_close %acosh_real, %acosh_real_want, max_ulp_difference = 8 : tensor<8xf32>, tensor<8xf32>
  %acosh_imag = stablehlo.imag %acosh : (tensor<8xcomplex<f32>>) -> tensor<8xf32>
  %acosh_imag_want = stablehlo.constant dense<[1.06918747352, 1.79181496242, 9.99999984133e-11, -2.20478019243, 1.57079632674, -1.0000000041e-9, 1.57079632679, -5.77350265681e-9]> : tensor<8xf32>
  check.expect_close %acosh_imag, %acosh_imag_want, max_ulp_difference = 8 : tensor<8xf32>, tensor<8xf32>
  %asin_z = stablehlo.constant dense<[(0.5, 0.25), (-0.5, 2.0), (1.0, 1.0e-20), (-3.0, -4.0), (1.0e-10, 1.5), (1.0e12, -1000.0), (-0.0, 0.75), (2.0, -1.0e-8)]> : tensor<8xcomplex<f32>>
  %asin = chlo.asin %asin_z : tensor<8xcomplex<f32>> -> tensor<8xcomplex<f32>>
  %asin_real = stablehlo.real %asin : (tensor<8xcomplex<f32>>) -> tensor<8xf32>
  %asin_real_want = stablehlo.constant dense<[0.501608853276, -0.221018635623, 1.57079632669, -0.633983865639, 5.54700203631e-11, 1.57079632579, 0.0, 1.57079632102]> : tensor<8xf32>
  check.expect_close %asin_real, %asin_real_want, max_ulp_difference = 8 : tensor<8xf32>, tensor<8xf32>
  %asin_imag = stablehlo.imag %asin : (tensor<8xcomplex<f32>>) -> tensor<8xf32>
  %asin_imag_want = stablehlo.constant dense<[0.281396056245, 1.46571535195, 9.99999984133e-11, -2.30550903124, 1.19476321729, -28.3241682924, 0.69314718056, -1.31695789692]> : tensor<8xf32>
  check.expect_close %asin_imag, %asin_imag_want, max_ulp_difference = 8 : tensor<8xf32>, tensor<8xf32>
  %asinh_z = stablehlo.constant dense<[(0.5, 0.25), (-0.5, 2.0), (1.0, 1.0e-20), (-3.0, -4.0), (1.0e-10, 1.5), (1.0e12, -1000.0), (-0.0, 0.75), (2.0, -1.0e-8)]> : tensor<8xcomplex<f32>>
  %asinh = chlo.asinh %asinh_z : tensor<8xcomplex<f32>> -> tensor<8xcomplex<f32>>
  %asinh_real = stablehlo.real %asinh : (tensor<8xcomplex<f32>>) -> tensor<8xf32>
  %asinh_real_want = stablehlo.constant dense<[0.492675683421, -1.36180090086, 0.88137358702, -2.29991404088, 0.962423650119, 28.3241682924, 0.0, 1.44363547518]> : tensor<8xf32>
  check.expect_close %asinh_real, %asinh_real_want, max_ulp_difference = 8 : tensor<8xf32>, tensor<8xf32>
  %asinh_imag = stablehlo.imag %asinh : (tensor<8xcomplex<f32>>) -> tensor<8xf32>
  %asinh_imag_want = stablehlo.constant dense<[0.224328452635, 1.29304207024, 7.07106758747e-21, -0.917616853351, 1.57079632671, -1.0000000041e-9, 0.848062078981, -4.47213592782e-9]> : tensor<8xf32>
  check.expect_close %asinh_imag, %asinh_imag_want, max_ulp_difference = 8 : tensor<8xf32>, tensor<8xf32>
  %atan_z = stablehlo.constant dense<[(0.5, 0.25), (-0.5, 2.0), (1.0, 1.0e-20), (-3.0, -4.0), (1.0e-10, 1.5), (1.0e12, -1000.0), (-0.0, 0.75), (2.0, -1.0e-8)]> : tensor<8xcomplex<f32>>
  %atan = chlo.atan %atan_z : tensor<8xcomplex<f32>> -> tensor<8xcomplex<f32>>
  %atan_real = stablehlo.real %atan : (tensor<8xcomplex<f32>>) -> tensor<8xf32>
  %atan_real_want = stablehlo.constant dense<[0.48425449033, -1.421546861, 0.785398163397, -1.44830699523, 1.57079632671, 1.57079632679, 0.0, 1.10714871779]> : tensor<8xf32>
  check.expect_close %atan_real, %atan_real_want, max_ulp_difference = 8 : tensor<8xf32>, tensor<8xf32>
  %atan_imag = stablehlo.imag %atan : (tensor<8xcomplex<f32>>) -> tensor<8xf32>
  %atan_imag_want = stablehlo.constant dense<[0.200586618131, 0.500370000053, 4.99999984133e-21, -0.15899719168, 0.804718956217, -1.00000000819e-21, 0.972955074528, -1.99999998785e-9]> : tensor<8xf32>
  check.expect_close %atan_imag, %atan_imag_want, max_ulp_difference = 8 : tensor<8xf32>, tensor<8xf32>
  %atanh_z = stablehlo.constant dense<[(0.5, 0.25), (-0.5, 2.0), (1.0, 1.0e-20), (-3.0, -4.0), (1.0e-10, 1.5), (1.0e12, -1000.0), (-0.0, 0.75), (2.0, -1.0e-8)]> : tensor<8xcomplex<f32>>
  %atanh = chlo.atanh %atanh_z : tensor<8xcomplex<f32>> -> tensor<8xcomplex<f32>>
  %atanh_real = stablehlo.real %atanh : (tensor<8xcomplex<f32>>) -> tensor<8xf32>
  %atanh_real_want = stablehlo.constant dense<[0.500370000053, -0.096415620203, 23.3724245361, -0.117500907311, 3.076923118e-11, 1.0000000041e-12, 0.0, 0.549306144334]> : tensor<8xf32>
  check.expect_close %atanh_real, %atanh_real_want, max_ulp_difference = 8 : tensor<8xf32>, tensor<8xf32>
  %atanh_imag = stablehlo.imag %atanh : (tensor<8xcomplex<f32>>) -> tensor<8xf32>
  %atanh_imag_want = stablehlo.constant dense<[0.314398143208, 1.12655644083, 0.785398163397, -1.4099210496, 0.982793723247, -1.57079632679, 0.643501108793, -1.57079632346]> : tensor<8xf32>
  check.expect_close %atanh_imag, %atanh_imag_want, max_ulp_difference = 8 : tensor<8xf32>, tensor<8xf32>
  %cosh_z = stablehlo.constant dense<[(0.5, 0.25), (-0.5, 2.0), (1.0, 1.0e-20), (-3.0, -4.0), (1.0e-10, 1.5), (-0.0, 0.75), (2.0, -1.0e-8)]> : tensor<7xcomplex<f32>>
  %cosh = chlo.cosh %cosh_z : tensor<7xcomplex<f32>> -> tensor<7xcomplex<f32>>
  %cosh_real = stablehlo.real %cosh : (tensor<7xcomplex<f32>>) -> tensor<7xf32>
  %cosh_real_want = stablehlo.constant dense<[1.09257080473, -0.469257978229, 1.54308063482, -6.58066304055, 0.0707372016677, 0.731688868874, 3.76219569108]> : tensor<7xf32>
  check.expect_close %cosh_real, %cosh_real_want, max_ulp_difference = 8 : tensor<7xf32>, tensor<7xf32>
  %cosh_imag = stablehlo.imag %cosh : (tensor<7xcomplex<f32>>) -> tensor<7xf32>
  %cosh_imag_want = stablehlo.constant dense<[0.128921041728, -0.473830620416, 1.17520115635e-20, -7.58155274275, 9.97494999922e-11, 0.0, -3.6268603858e-8]> : tensor<7xf32>
  check.expect_close %cosh_imag, %cosh_imag_want, max_ulp_difference = 8 : tensor<7xf32>, tensor<7xf32>
  %sinh_z = stablehlo.constant dense<[(0.5, 0.25), (-0.5, 2.0), (1.0, 1.0e-20), (-3.0, -4.0), (1.0e-10, 1.5), (-0.0, 0.75), (2.0, -1.0e-8)]> : tensor<7xcomplex<f32>>
  %sinh = chlo.sinh %sinh_z : tensor<7xcomplex<f32>> -> tensor<7xcomplex<f32>>
  %sinh_real = stablehlo.real %sinh : (tensor<7xcomplex<f32>>) -> tensor<7xf32>
  %sinh_real_want = stablehlo.constant dense<[0.504895714388, 0.216852162921, 1.17520119364, 6.54812004091, 7.07372026121e-12, 0.0, 3.62686040785]> : tensor<7xf32>
  check.expect_close %sinh_real, %sinh_real_want, max_ulp_difference = 8 : tensor<7xf32>, tensor<7xf32>
  %sinh_imag = stablehlo.imag %sinh : (tensor<7xcomplex<f32>>) -> tensor<7xf32>
  %sinh_imag_want = stablehlo.constant dense<[0.27897912835, 1.02534738858, 1.54308058585e-20, 7.61923172032, 0.997494986604, 0.681638760023, -3.76219566822e-8]> : tensor<7xf32>
  check.expect_close %sinh_imag, %sinh_imag_want, max_ulp_difference = 8 : tensor<7xf32>, tensor<7xf32>
  %tan_z = stablehlo.constant dense<[(0.5, 0.25), (-0.5, 2.0), (1.0, 1.0e-20), (-3.0, -4.0), (1.0e-10, 1.5), (-0.0, 0.75), (2.0, -1.0e-8)]> : tensor<7xcomplex<f32>>
  %tan = chlo.tan %tan_z : tensor<7xcomplex<f32>> -> tensor<7xcomplex<f32>>
  %tan_real = stablehlo.real %tan : (tensor<7xcomplex<f32>>) -> tensor<7xf32>
  %tan_real_want = stablehlo.constant dense<[0.504500702699, -0.0302159873229, 1.55740772465, 1.87346204629e-4, 1.80706641336e-11, 0.0, -2.18503986326]> : tensor<7xf32>
  check.expect_close %tan_real, %tan_real_want, max_ulp_difference = 8 : tensor<7xf32>, tensor<7xf32>
  %tan_imag = stablehlo.imag %tan : (tensor<7xcomplex<f32>>) -> tensor<7xf32>
  %tan_imag_want = stablehlo.constant dense<[0.312420692503, 0.979940849962, 3.42551871211e-20, -0.999355987381, 0.905148253645, 0.635148952387, -5.77439916895e-8]> : tensor<7xf32>
  check.expect_close %tan_imag, %tan_imag_want, max_ulp_difference = 8 : tensor<7xf32>, tensor<7xf32>
  return
}
