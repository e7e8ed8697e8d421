// PolyBench's covariance: subtracts the means, in place, and fills both triangles.
// Expected values: mlir-runner of LLVM 22.
// INPUT: dense<[[-2.25, -0.5, 1.25, -1.75, 0.0], [-2.25, -0.5, 1.25, -1.75, 0.0], [-2.25, -0.5, 1.25, -1.75, 0.0], [-2.25, -0.5, 1.25, -1.75, 0.0], [-2.25, -0.5, 1.25, -1.75, 0.0], [-2.25, -0.5, 1.25, -1.75, 0.0], [-2.25, -0.5, 1.25, -1.75, 0.0], [-2.25, -0.5, 1.25, -1.75, 0.0], [-2.25, -0.5, 1.25, -1.75, 0.0], [-2.25, -0.5, 1.25, -1.75, 0.0], [-2.25, -0.5, 1.25, -1.75, 0.0], [-2.25, -0.5, 1.25, -1.75, 0.0], [-2.25, -0.5, 1.25, -1.75, 0.0]]> : tensor<13x5xf64>
// INPUT: dense<[[-1.25, 0.5, 2.25, -0.75, 1.0], [-1.25, 0.5, 2.25, -0.75, 1.0], [-1.25, 0.5, 2.25, -0.75, 1.0], [-1.25, 0.5, 2.25, -0.75, 1.0], [-1.25, 0.5, 2.25, -0.75, 1.0]]> : tensor<5x5xf64>
// EXPECT: dense<0.0> : tensor<13x5xf64>
// EXPECT: dense<0.0> : tensor<5x5xf64>
func.func @main(%d: memref<13x5xf64>, %cov: memref<5x5xf64>) {
  %zero = arith.constant 0.0 : f64
  %n = arith.constant 13.0 : f64
  %n1 = arith.constant 12.0 : f64
  affine.for %j = 0 to 5 {
    %s = affine.for %i = 0 to 13 iter_args(%acc = %zero) -> (f64) {
      %0 = affine.load %d[%i, %j] : memref<13x5xf64>
      %1 = arith.addf %acc, %0 : f64
      affine.yield %1 : f64
    }
    %mean = arith.divf %s, %n : f64
    affine.for %i = 0 to 13 {
      %0 = affine.load %d[%i, %j] : memref<13x5xf64>
      %1 = arith.subf %0, %mean : f64
      affine.store %1, %d[%i, %j] : memref<13x5xf64>
    }
  }
  affine.for %i = 0 to 5 {
    affine.for %j = affine_map<(d0) -> (d0)>(%i) to 5 {
      %s = affine.for %k = 0 to 13 iter_args(%acc = %zero) -> (f64) {
        %0 = affine.load %d[%k, %i] : memref<13x5xf64>
        %1 = affine.load %d[%k, %j] : memref<13x5xf64>
        %2 = arith.mulf %0, %1 : f64
        %3 = arith.addf %acc, %2 : f64
        affine.yield %3 : f64
      }
      %4 = arith.divf %s, %n1 : f64
      affine.store %4, %cov[%i, %j] : memref<5x5xf64>
      affine.store %4, %cov[%j, %i] : memref<5x5xf64>
    }
  }
  return
}
