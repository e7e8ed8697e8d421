// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Each part violates the constraint that its first line names.

// cholesky_c1
func.func @test(%a: tensor<3x3xf32>) {
  %r = "stablehlo.cholesky"(%a) {lower = true} : (tensor<3x3xf32>) -> tensor<3x4xf32>
  return
}

// -----

// cholesky_c2
func.func @test(%a: tensor<3xf32>) {
  %r = "stablehlo.cholesky"(%a) {lower = true} : (tensor<3xf32>) -> tensor<3xf32>
  return
}

// -----

// cholesky_c3
func.func @test(%a: tensor<3x4xf32>) {
  %r = "stablehlo.cholesky"(%a) {lower = true} : (tensor<3x4xf32>) -> tensor<3x4xf32>
  return
}

// -----

// triangular_solve_c1
func.func @test(%a: tensor<3x3xf32>, %b: tensor<3x2xf64>) {
  %r = "stablehlo.triangular_solve"(%a, %b) {left_side = true, lower = true, unit_diagonal = false, transpose_a = #stablehlo<transpose NO_TRANSPOSE>} : (tensor<3x3xf32>, tensor<3x2xf64>) -> tensor<3x2xf64>
  return
}

// -----

// triangular_solve_c2
func.func @test(%a: tensor<3xf32>, %b: tensor<3x2xf32>) {
  %r = "stablehlo.triangular_solve"(%a, %b) {left_side = true, lower = true, unit_diagonal = false, transpose_a = #stablehlo<transpose NO_TRANSPOSE>} : (tensor<3xf32>, tensor<3x2xf32>) -> tensor<3x2xf32>
  return
}

// -----

// triangular_solve_c2
func.func @test(%a: tensor<3x3xf32>, %b: tensor<1x3x2xf32>) {
  %r = "stablehlo.triangular_solve"(%a, %b) {left_side = true, lower = true, unit_diagonal = false, transpose_a = #stablehlo<transpose NO_TRANSPOSE>} : (tensor<3x3xf32>, tensor<1x3x2xf32>) -> tensor<1x3x2xf32>
  return
}

// -----

// triangular_solve_c3
func.func @test(%a: tensor<3x3xf32>, %b: tensor<3x2xf32>) {
  %r = "stablehlo.triangular_solve"(%a, %b) {left_side = false, lower = true, unit_diagonal = false, transpose_a = #stablehlo<transpose NO_TRANSPOSE>} : (tensor<3x3xf32>, tensor<3x2xf32>) -> tensor<3x2xf32>
  return
}

// -----

// triangular_solve_c3
func.func @test(%a: tensor<2x3x3xf32>, %b: tensor<3x3x2xf32>) {
  %r = "stablehlo.triangular_solve"(%a, %b) {left_side = true, lower = true, unit_diagonal = false, transpose_a = #stablehlo<transpose NO_TRANSPOSE>} : (tensor<2x3x3xf32>, tensor<3x3x2xf32>) -> tensor<3x3x2xf32>
  return
}

// -----

// triangular_solve_c4
func.func @test(%a: tensor<3x3xf32>, %b: tensor<3x2xf32>) {
  %r = "stablehlo.triangular_solve"(%a, %b) {left_side = true, lower = true, unit_diagonal = false, transpose_a = #stablehlo<transpose NO_TRANSPOSE>} : (tensor<3x3xf32>, tensor<3x2xf32>) -> tensor<3x3xf32>
  return
}

// -----

// triangular_solve_i6
func.func @test(%a: tensor<3x3xf32>, %b: tensor<3x2xf32>) {
  %r = "stablehlo.triangular_solve"(%a, %b) {left_side = true, lower = true, unit_diagonal = false, transpose_a = #stablehlo<transpose TRANSPOSE_INVALID>} : (tensor<3x3xf32>, tensor<3x2xf32>) -> tensor<3x2xf32>
  return
}

// -----

// fft_c1
func.func @test(%a: tensor<3x4xcomplex<f32>>) {
  %r = "stablehlo.fft"(%a) {fft_type = #stablehlo<fft_type FFT>, fft_length = array<i64: 1, 1, 1>} : (tensor<3x4xcomplex<f32>>) -> tensor<3x4xcomplex<f32>>
  return
}

// -----

// fft_c2
func.func @test(%a: tensor<3x4xf32>) {
  %r = "stablehlo.fft"(%a) {fft_type = #stablehlo<fft_type FFT>, fft_length = array<i64: 4>} : (tensor<3x4xf32>) -> tensor<3x4xf32>
  return
}

// -----

// fft_c2
func.func @test(%a: tensor<3x4xcomplex<f32>>) {
  %r = "stablehlo.fft"(%a) {fft_type = #stablehlo<fft_type RFFT>, fft_length = array<i64: 4>} : (tensor<3x4xcomplex<f32>>) -> tensor<3x4xcomplex<f32>>
  return
}

// -----

// fft_c3
func.func @test(%a: tensor<3x4xcomplex<f32>>) {
  %r = "stablehlo.fft"(%a) {fft_type = #stablehlo<fft_type FFT>, fft_length = array<i64>} : (tensor<3x4xcomplex<f32>>) -> tensor<3x4xcomplex<f32>>
  return
}

// -----

// fft_c4
func.func @test(%a: tensor<3x4xf32>) {
  %r = "stablehlo.fft"(%a) {fft_type = #stablehlo<fft_type RFFT>, fft_length = array<i64: 5>} : (tensor<3x4xf32>) -> tensor<3x3xcomplex<f32>>
  return
}

// -----

// fft_c5
func.func @test(%a: tensor<3x4xcomplex<f32>>) {
  %r = "stablehlo.fft"(%a) {fft_type = #stablehlo<fft_type IRFFT>, fft_length = array<i64: 4>} : (tensor<3x4xcomplex<f32>>) -> tensor<3x4xf32>
  return
}

// -----

// fft_c5
func.func @test(%a: tensor<3x4xf32>) {
  %r = "stablehlo.fft"(%a) {fft_type = #stablehlo<fft_type RFFT>, fft_length = array<i64: 4>} : (tensor<3x4xf32>) -> tensor<3x4xcomplex<f32>>
  return
}

// -----

// fft_i3
func.func @test(%a: tensor<3x4xcomplex<f32>>) {
  %r = "stablehlo.fft"(%a) {fft_type = #stablehlo<fft_type IRFFT>, fft_length = array<i64: -4>} : (tensor<3x4xcomplex<f32>>) -> tensor<3x4xf32>
  return
}
