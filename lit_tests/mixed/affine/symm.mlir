// PolyBench's symm: C = alpha A B + beta C where only a triangle of A is read.
// Expected values: mlir-runner of LLVM 22.
// INPUT: dense<[[-2.25, -0.5, 1.25, -1.75, 0.0, -2.25], [-0.5, 1.25, -1.75, 0.0, -2.25, -0.5], [1.25, -1.75, 0.0, -2.25, -0.5, 1.25], [-1.75, 0.0, -2.25, -0.5, 1.25, -1.75], [0.0, -2.25, -0.5, 1.25, -1.75, 0.0], [-2.25, -0.5, 1.25, -1.75, 0.0, -2.25]]> : tensor<6x6xf64>
// INPUT: dense<[[-1.25, 0.5, 2.25, -0.75, 1.0, -1.25, 0.5], [2.25, -0.75, 1.0, -1.25, 0.5, 2.25, -0.75], [1.0, -1.25, 0.5, 2.25, -0.75, 1.0, -1.25], [0.5, 2.25, -0.75, 1.0, -1.25, 0.5, 2.25], [-0.75, 1.0, -1.25, 0.5, 2.25, -0.75, 1.0], [-1.25, 0.5, 2.25, -0.75, 1.0, -1.25, 0.5]]> : tensor<6x7xf64>
// INPUT: dense<[[-0.25, 1.5, -1.5, 0.25, 2.0, -0.25, 1.5], [-1.5, 0.25, 2.0, -0.25, 1.5, -1.5, 0.25], [2.0, -0.25, 1.5, -1.5, 0.25, 2.0, -0.25], [1.5, -1.5, 0.25, 2.0, -0.25, 1.5, -1.5], [0.25, 2.0, -0.25, 1.5, -1.5, 0.25, 2.0], [-0.25, 1.5, -1.5, 0.25, 2.0, -0.25, 1.5]]> : tensor<6x7xf64>
// EXPECT: dense<[[7.0, -9.1875, -14.90625, 7.90625, -2.75, 7.0, -9.1875], [4.125, -1.9375, 3.90625, -9.125, -4.3125, 4.125, -1.9375], [-9.21875, -4.8125, 11.15625, -5.15625, 5.28125, -9.21875, -4.8125], [3.28125, -0.09375, -14.96875, -0.96875, 2.125, 3.28125, -0.09375], [-5.125, 7.5625, -2.1875, 4.96875, -11.25, -5.125, 7.5625], [7.0, -9.1875, -14.90625, 7.90625, -2.75, 7.0, -9.1875]]> : tensor<6x7xf64>
func.func @main(%a: memref<6x6xf64>, %b: memref<6x7xf64>, %c: memref<6x7xf64>) {
  %alpha = arith.constant 1.5 : f64
  %beta = arith.constant 1.25 : f64
  %zero = arith.constant 0.0 : f64
  affine.for %i = 0 to 6 {
    affine.for %j = 0 to 7 {
      %bij = affine.load %b[%i, %j] : memref<6x7xf64>
      %t = affine.for %k = 0 to affine_map<(d0) -> (d0)>(%i) iter_args(%acc = %zero) -> (f64) {
        %0 = affine.load %c[%k, %j] : memref<6x7xf64>
        %1 = affine.load %a[%i, %k] : memref<6x6xf64>
        %2 = arith.mulf %alpha, %bij : f64
        %3 = arith.mulf %2, %1 : f64
        %4 = arith.addf %0, %3 : f64
        affine.store %4, %c[%k, %j] : memref<6x7xf64>
        %5 = affine.load %b[%k, %j] : memref<6x7xf64>
        %6 = arith.mulf %5, %1 : f64
        %7 = arith.addf %acc, %6 : f64
        affine.yield %7 : f64
      }
      %8 = affine.load %c[%i, %j] : memref<6x7xf64>
      %9 = affine.load %a[%i, %i] : memref<6x6xf64>
      %10 = arith.mulf %beta, %8 : f64
      %11 = arith.mulf %bij, %9 : f64
      %12 = arith.addf %11, %t : f64
      %13 = arith.mulf %alpha, %12 : f64
      %14 = arith.addf %10, %13 : f64
      affine.store %14, %c[%i, %j] : memref<6x7xf64>
    }
  }
  return
}
