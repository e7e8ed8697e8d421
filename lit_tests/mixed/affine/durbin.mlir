// PolyBench's durbin: a Toeplitz system; the state is in memrefs of rank zero.
// Expected values: mlir-runner of LLVM 22.
// INPUT: dense<[0.25, 0.16666666666666666, 0.125, 0.1, 0.08333333333333333, 0.07142857142857142, 0.0625, 0.05555555555555555, 0.05]> : tensor<9xf64>
// INPUT: dense<[-1.25, 0.5, 2.25, -0.75, 1.0, -1.25, 0.5, 2.25, -0.75]> : tensor<9xf64>
// EXPECT: dense<[-0.20861028675486656, -0.08836397679032112, -0.04958941165557162, -0.032813933827702556, -0.024112913489714276, -0.01909807026943195, -0.016131854996958895, -0.014699482904693716, -0.015449132398834862]> : tensor<9xf64>
func.func @main(%r: memref<9xf64>, %y: memref<9xf64>) {
  %one = arith.constant 1.0 : f64
  %zero = arith.constant 0.0 : f64
  %alpha = memref.alloc() : memref<f64>
  %beta = memref.alloc() : memref<f64>
  %z = memref.alloc() : memref<9xf64>
  %r0 = affine.load %r[0] : memref<9xf64>
  %n0 = arith.negf %r0 : f64
  affine.store %n0, %y[0] : memref<9xf64>
  affine.store %n0, %alpha[] : memref<f64>
  affine.store %one, %beta[] : memref<f64>
  affine.for %k = 1 to 9 {
    %0 = affine.load %alpha[] : memref<f64>
    %1 = affine.load %beta[] : memref<f64>
    %2 = arith.mulf %0, %0 : f64
    %3 = arith.subf %one, %2 : f64
    %4 = arith.mulf %3, %1 : f64
    affine.store %4, %beta[] : memref<f64>
    %s = affine.for %i = 0 to affine_map<(d0) -> (d0)>(%k) iter_args(%acc = %zero) -> (f64) {
      %5 = affine.load %r[%k - %i - 1] : memref<9xf64>
      %6 = affine.load %y[%i] : memref<9xf64>
      %7 = arith.mulf %5, %6 : f64
      %8 = arith.addf %acc, %7 : f64
      affine.yield %8 : f64
    }
    %9 = affine.load %r[%k] : memref<9xf64>
    %10 = arith.addf %9, %s : f64
    %11 = arith.negf %10 : f64
    %12 = arith.divf %11, %4 : f64
    affine.store %12, %alpha[] : memref<f64>
    affine.for %i = 0 to affine_map<(d0) -> (d0)>(%k) {
      %5 = affine.load %y[%i] : memref<9xf64>
      %6 = affine.load %y[%k - %i - 1] : memref<9xf64>
      %7 = arith.mulf %12, %6 : f64
      %8 = arith.addf %5, %7 : f64
      affine.store %8, %z[%i] : memref<9xf64>
    }
    affine.for %i = 0 to affine_map<(d0) -> (d0)>(%k) {
      %5 = affine.load %z[%i] : memref<9xf64>
      affine.store %5, %y[%i] : memref<9xf64>
    }
    affine.store %12, %y[%k] : memref<9xf64>
  }
  return
}
