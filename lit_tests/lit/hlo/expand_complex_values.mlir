// REQUIRES: cpu
// RUN: hlo-opt %s --pass-pipeline='builtin.module(hlo-expand-complex)' | hlo-run - --check | FileCheck %s
// CHECK: checks hold

// Compares the functions of `hlo-expand-complex` with mpmath at 80 digits, part by part, where
// simple formulas cancel or overflow.
func.func public @main() {
  %cosine_z = stablehlo.constant dense<[(0.5, 0.25), (-0.5, 2.0), (1.0, 1.0e-20), (1.0e-10, -1.0e-12), (-3.0, -4.0), (30.0, 1.0), (-30.0, 3.0), (0.001, 3.1415927), (1.5707964, 1.0e-08)]> : tensor<9xcomplex<f32>>
  %cosine = stablehlo.cosine %cosine_z : tensor<9xcomplex<f32>>
  %cosine_real = stablehlo.real %cosine : (tensor<9xcomplex<f32>>) -> tensor<9xf32>
  %cosine_real_want = stablehlo.constant dense<[0.905150151, 3.30163733, 0.540302306, 1.0, -27.0349456, 0.238022425, 1.55295146, 11.5919485, -4.371139e-8]> : tensor<9xf32>
  check.expect_close %cosine_real, %cosine_real_want, max_ulp_difference = 4 : tensor<9xf32>, tensor<9xf32>
  %cosine_imag = stablehlo.imag %cosine : (tensor<9xcomplex<f32>>) -> tensor<9xf32>
  %cosine_imag_want = stablehlo.constant dense<[-0.121108796, 1.7388095, -8.41470958e-21, 1.00000001e-22, -3.85115333, 1.16113594, -9.89797723, -0.011548739, -9.99999994e-9]> : tensor<9xf32>
  check.expect_close %cosine_imag, %cosine_imag_want, max_ulp_difference = 4 : tensor<9xf32>, tensor<9xf32>
  %sine_z = stablehlo.constant dense<[(0.5, 0.25), (-0.5, 2.0), (1.0, 1.0e-20), (1.0e-10, -1.0e-12), (-3.0, -4.0), (30.0, 1.0), (-30.0, 3.0), (0.001, 3.1415927)]> : tensor<8xcomplex<f32>>
  %sine = stablehlo.sine %sine_z : tensor<8xcomplex<f32>>
  %sine_real = stablehlo.real %sine : (tensor<8xcomplex<f32>>) -> tensor<8xf32>
  %sine_real_want = stablehlo.constant dense<[0.494485781, -1.8036927, 0.841470985, 1.00000001e-10, -3.85373804, -1.52461247, 9.94716843, 0.0115919529]> : tensor<8xf32>
  check.expect_close %sine_real, %sine_real_want, max_ulp_difference = 4 : tensor<8xf32>, tensor<8xf32>
  %sine_imag = stablehlo.imag %sine : (tensor<8xcomplex<f32>>) -> tensor<8xf32>
  %sine_imag_want = stablehlo.constant dense<[0.221688164, 3.18286945, 5.40302289e-21, -9.99999996e-13, 27.0168133, 0.181276488, 1.54527173, 11.5487346]> : tensor<8xf32>
  check.expect_close %sine_imag, %sine_imag_want, max_ulp_difference = 4 : tensor<8xf32>, tensor<8xf32>
  %tan_z = stablehlo.constant dense<[(0.5, 0.25), (-0.5, 2.0), (1.0, 1.0e-20), (1.0e-10, -1.0e-12), (-3.0, -4.0), (30.0, 1.0), (-30.0, 3.0), (0.001, 3.1415927), (1.0, 90.0)]> : tensor<9xcomplex<f32>>
  %tan = stablehlo.tan %tan_z : tensor<9xcomplex<f32>>
  %tan_real = stablehlo.real %tan : (tensor<9xcomplex<f32>>) -> tensor<9xf32>
  %tan_real_want = stablehlo.constant dense<[0.504500703, -0.0302159873, 1.55740772, 1.00000001e-10, 0.000187346205, -0.108481919, 0.00151825925, 7.44194429e-6, 1.2210381e-78]> : tensor<9xf32>
  check.expect_close %tan_real, %tan_real_want, max_ulp_difference = 4 : tensor<9xf32>, tensor<9xf32>
  %tan_imag = stablehlo.imag %tan : (tensor<9xcomplex<f32>>) -> tensor<9xf32>
  %tan_imag_want = stablehlo.constant dense<[0.312420693, 0.97994085, 3.42551871e-20, -9.99999996e-13, -0.999355987, 1.29079747, 1.00473161, 0.996272084, 1.0]> : tensor<9xf32>
  check.expect_close %tan_imag, %tan_imag_want, max_ulp_difference = 4 : tensor<9xf32>, tensor<9xf32>
  %tanh_z = stablehlo.constant dense<[(0.5, 0.25), (-0.5, 2.0), (1.0, 1.0e-20), (1.0e-10, -1.0e-12), (-3.0, -4.0), (30.0, 1.0), (-30.0, 3.0), (0.001, 3.1415927), (90.0, 1.0)]> : tensor<9xcomplex<f32>>
  %tanh = stablehlo.tanh %tanh_z : tensor<9xcomplex<f32>>
  %tanh_real = stablehlo.real %tanh : (tensor<9xcomplex<f32>>) -> tensor<9xf32>
  %tanh_real_want = stablehlo.constant dense<[0.485487281, -1.32128658, 0.761594156, 1.00000001e-10, -1.00070954, 1.0, -1.0, 0.000999999714, 1.0]> : tensor<9xf32>
  check.expect_close %tanh_real, %tanh_real_want, max_ulp_difference = 4 : tensor<9xf32>, tensor<9xf32>
  %tanh_imag = stablehlo.imag %tanh : (tensor<9xcomplex<f32>>) -> tensor<9xf32>
  %tanh_imag_want = stablehlo.constant dense<[0.19805545, -0.850878121, 4.19974328e-21, -9.99999996e-13, -0.00490825807, 1.59245454e-26, -4.89340963e-27, 8.74226926e-8, 1.2210381e-78]> : tensor<9xf32>
  check.expect_close %tanh_imag, %tanh_imag_want, max_ulp_difference = 4 : tensor<9xf32>, tensor<9xf32>
  %exponential_minus_one_z = stablehlo.constant dense<[(0.5, 0.25), (-0.5, 2.0), (1.0, 1.0e-20), (1.0e-10, -1.0e-12), (-3.0, -4.0), (30.0, 1.0), (-30.0, 3.0), (0.001, 3.1415927), (88.9, 1.6)]> : tensor<9xcomplex<f32>>
  %exponential_minus_one = stablehlo.exponential_minus_one %exponential_minus_one_z : tensor<9xcomplex<f32>>
  %exponential_minus_one_real = stablehlo.real %exponential_minus_one : (tensor<9xcomplex<f32>>) -> tensor<9xf32>
  %exponential_minus_one_real_want = stablehlo.constant dense<[0.597466519, -1.25240582, 1.71828183, 1.00000001e-10, -1.032543, 5.77392686e12, -1.0, -2.0010005, -1.18619532e37]> : tensor<9xf32>
  check.expect_close %exponential_minus_one_real, %exponential_minus_one_real_want, max_ulp_difference = 4 : tensor<9xf32>, tensor<9xf32>
  %exponential_minus_one_imag = stablehlo.imag %exponential_minus_one : (tensor<9xcomplex<f32>>) -> tensor<9xf32>
  %exponential_minus_one_imag_want = stablehlo.constant dense<[0.40790017, 0.551516768, 2.71828174e-20, -9.99999996e-13, 0.0376789776, 8.99235829e12, 1.32054783e-14, -8.75102465e-8, 4.06064368e38]> : tensor<9xf32>
  check.expect_close %exponential_minus_one_imag, %exponential_minus_one_imag_want, max_ulp_difference = 4 : tensor<9xf32>, tensor<9xf32>
  %log_z = stablehlo.constant dense<[(0.5, 0.25), (-0.5, 2.0), (1.0, 1.0e-20), (1.0e-10, -1.0e-12), (-3.0, -4.0), (1.0e30, 1.0e30), (1.0e-30, 1.0e-30), (-1.0, 0.0)]> : tensor<8xcomplex<f32>>
  %log = stablehlo.log %log_z : tensor<8xcomplex<f32>>
  %log_real = stablehlo.real %log : (tensor<8xcomplex<f32>>) -> tensor<8xf32>
  %log_real_want = stablehlo.constant dense<[-0.581575405, 0.723459491, 4.99999968e-41, -23.0258009, 1.60943791, 69.4241264, -68.7309792, 0.0]> : tensor<8xf32>
  check.expect_close %log_real, %log_real_want, max_ulp_difference = 4 : tensor<8xf32>, tensor<8xf32>
  %log_imag = stablehlo.imag %log : (tensor<8xcomplex<f32>>) -> tensor<8xf32>
  %log_imag_want = stablehlo.constant dense<[0.463647609, 1.81577499, 9.99999968e-21, -0.00999966651, -2.21429744, 0.785398163, 0.785398163, 3.14159265]> : tensor<8xf32>
  check.expect_close %log_imag, %log_imag_want, max_ulp_difference = 4 : tensor<8xf32>, tensor<8xf32>
  %log_plus_one_z = stablehlo.constant dense<[(0.5, 0.25), (-0.5, 2.0), (1.0, 1.0e-20), (1.0e-10, -1.0e-12), (-3.0, -4.0), (1.0e30, 1.0e30), (-1.0, 1.0e-10), (1.0e-05, -0.004472136)]> : tensor<8xcomplex<f32>>
  %log_plus_one = stablehlo.log_plus_one %log_plus_one_z : tensor<8xcomplex<f32>>
  %log_plus_one_real = stablehlo.real %log_plus_one : (tensor<8xcomplex<f32>>) -> tensor<8xf32>
  %log_plus_one_real_want = stablehlo.constant dense<[0.419164595, 0.723459491, 0.693147181, 1.00000001e-10, 1.49786614, 69.4241264, -23.0258509, 1.99996501e-5]> : tensor<8xf32>
  check.expect_close %log_plus_one_real, %log_plus_one_real_want, max_ulp_difference = 4 : tensor<8xf32>, tensor<8xf32>
  %log_plus_one_imag = stablehlo.imag %log_plus_one : (tensor<8xcomplex<f32>>) -> tensor<8xf32>
  %log_plus_one_imag_want = stablehlo.constant dense<[0.165148677, 1.32581766, 4.99999984e-21, -9.99999996e-13, -2.03444394, 0.785398163, 1.57079633, -0.0044720615]> : tensor<8xf32>
  check.expect_close %log_plus_one_imag, %log_plus_one_imag_want, max_ulp_difference = 4 : tensor<8xf32>, tensor<8xf32>
  %logistic_z = stablehlo.constant dense<[(0.5, 0.25), (-0.5, 2.0), (1.0, 1.0e-20), (1.0e-10, -1.0e-12), (-3.0, -4.0), (30.0, 1.0), (-30.0, 3.0), (0.001, 3.1415927), (0.001, -3.1415927), (-88.0, 1.0)]> : tensor<10xcomplex<f32>>
  %logistic = stablehlo.logistic %logistic_z : tensor<10xcomplex<f32>>
  %logistic_real = stablehlo.real %logistic : (tensor<10xcomplex<f32>>) -> tensor<10xf32>
  %logistic_real_want = stablehlo.constant dense<[0.624275164, 0.133794384, 0.731058579, 0.5, -0.0320721996, 1.0, -9.26397653e-14, 1000.50003, 1000.50003, 3.27131537e-39]> : tensor<10xf32>
  check.expect_close %logistic_real, %logistic_real_want, max_ulp_difference = 4 : tensor<10xf32>, tensor<10xf32>
  %logistic_imag = stablehlo.imag %logistic : (tensor<10xcomplex<f32>>) -> tensor<10xf32>
  %logistic_imag_want = stablehlo.constant dense<[0.0590029643, 0.639019045, 1.96611927e-21, -2.49999999e-13, 0.0401955077, 7.87416822e-14, 1.32054783e-14, -0.0874227637, 0.0874227637, 5.09477182e-39]> : tensor<10xf32>
  check.expect_close %logistic_imag, %logistic_imag_want, max_ulp_difference = 4 : tensor<10xf32>, tensor<10xf32>
  return
}
