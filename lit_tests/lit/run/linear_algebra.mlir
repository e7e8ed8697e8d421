// Factorizations and solvers on both platforms, for matrices larger than a block.
// REQUIRES: cpu, interpreter
// RUN: hlo-run %s --compare-with interpreter --input random --input random --input random | FileCheck %s
// CHECK: 6 of 6 results on cpu match those on interpreter
func.func @main(%r: tensor<2x70x70xf64>, %b: tensor<2x70x3xf64>, %z: tensor<5x5xcomplex<f64>>) -> (tensor<2x70x70xf64>, tensor<2x70x3xf64>, tensor<2x70x3xf64>, tensor<5x5xcomplex<f64>>, tensor<2x2x2xf64>, tensor<2x2x2xcomplex<f64>>) {
  %i = stablehlo.iota dim = 1 : tensor<2x70x70xi32>
  %j = stablehlo.iota dim = 2 : tensor<2x70x70xi32>
  %d = stablehlo.compare EQ, %i, %j : (tensor<2x70x70xi32>, tensor<2x70x70xi32>) -> tensor<2x70x70xi1>
  %one = stablehlo.constant dense<100.0> : tensor<2x70x70xf64>
  %zero = stablehlo.constant dense<0.0> : tensor<2x70x70xf64>
  %diagonal = stablehlo.select %d, %one, %zero : tensor<2x70x70xi1>, tensor<2x70x70xf64>
  %m = stablehlo.dot_general %r, %r, batching_dims = [0] x [0], contracting_dims = [2] x [2] : (tensor<2x70x70xf64>, tensor<2x70x70xf64>) -> tensor<2x70x70xf64>
  %a = stablehlo.add %m, %diagonal : tensor<2x70x70xf64>
  %l = stablehlo.cholesky %a, lower = true : tensor<2x70x70xf64>
  %x = "stablehlo.triangular_solve"(%l, %b) {left_side = true, lower = true, unit_diagonal = false, transpose_a = #stablehlo<transpose NO_TRANSPOSE>} : (tensor<2x70x70xf64>, tensor<2x70x3xf64>) -> tensor<2x70x3xf64>
  %y = "stablehlo.triangular_solve"(%l, %x) {left_side = true, lower = true, unit_diagonal = false, transpose_a = #stablehlo<transpose ADJOINT>} : (tensor<2x70x70xf64>, tensor<2x70x3xf64>) -> tensor<2x70x3xf64>
  %w = "stablehlo.triangular_solve"(%z, %z) {left_side = false, lower = false, unit_diagonal = true, transpose_a = #stablehlo<transpose ADJOINT>} : (tensor<5x5xcomplex<f64>>, tensor<5x5xcomplex<f64>>) -> tensor<5x5xcomplex<f64>>
  // Neither matrix is positive definite.
  %s = stablehlo.constant dense<[[[1.0, 1.0], [1.0, 1.0]], [[1.0, 2.0], [2.0, 1.0]]]> : tensor<2x2x2xf64>
  %n = stablehlo.cholesky %s, lower = true : tensor<2x2x2xf64>
  %k = stablehlo.complex %s, %s : tensor<2x2x2xcomplex<f64>>
  %c = stablehlo.cholesky %k : tensor<2x2x2xcomplex<f64>>
  return %l, %x, %y, %w, %n, %c : tensor<2x70x70xf64>, tensor<2x70x3xf64>, tensor<2x70x3xf64>, tensor<5x5xcomplex<f64>>, tensor<2x2x2xf64>, tensor<2x2x2xcomplex<f64>>
}
