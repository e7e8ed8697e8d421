// PolyBench's 3mm: G = (A B) (C D), with sums in iter_args.
// Expected values: mlir-runner of LLVM 22.
// INPUT: dense<[[-2.25, -0.5, 1.25, -1.75, 0.0], [-2.25, -0.5, 1.25, -1.75, 0.0], [-2.25, -0.5, 1.25, -1.75, 0.0], [-2.25, -0.5, 1.25, -1.75, 0.0]]> : tensor<4x5xf64>
// INPUT: dense<[[-1.25, 0.5, 2.25, -0.75, 1.0, -1.25], [0.5, 2.25, -0.75, 1.0, -1.25, 0.5], [2.25, -0.75, 1.0, -1.25, 0.5, 2.25], [-0.75, 1.0, -1.25, 0.5, 2.25, -0.75], [1.0, -1.25, 0.5, 2.25, -0.75, 1.0]]> : tensor<5x6xf64>
// INPUT: dense<[[-0.25, 1.5, -1.5, 0.25, 2.0, -0.25, 1.5], [-1.5, 0.25, 2.0, -0.25, 1.5, -1.5, 0.25], [2.0, -0.25, 1.5, -1.5, 0.25, 2.0, -0.25], [1.5, -1.5, 0.25, 2.0, -0.25, 1.5, -1.5], [0.25, 2.0, -0.25, 1.5, -1.5, 0.25, 2.0], [-0.25, 1.5, -1.5, 0.25, 2.0, -0.25, 1.5]]> : tensor<6x7xf64>
// INPUT: dense<[[0.75, -2.25, -0.5], [1.25, -1.75, 0.75], [-2.25, -0.5, 1.25], [-1.75, 0.75, -2.25], [-0.5, 1.25, -1.75], [0.75, -2.25, -0.5], [1.25, -1.75, 0.75]]> : tensor<7x3xf64>
// INPUT: dense<[[1.75, -1.25, 0.5], [2.25, -0.75, 1.75], [-1.25, 0.5, 2.25], [-0.75, 1.75, -1.25]]> : tensor<4x3xf64>
// EXPECT: dense<[[87.703125, 14.26171875, -59.3984375], [87.703125, 14.26171875, -59.3984375], [87.703125, 14.26171875, -59.3984375], [87.703125, 14.26171875, -59.3984375]]> : tensor<4x3xf64>
func.func @main(%a: memref<4x5xf64>, %b: memref<5x6xf64>, %c: memref<6x7xf64>, %d: memref<7x3xf64>, %g: memref<4x3xf64>) {
  %zero = arith.constant 0.0 : f64
  %e = memref.alloc() : memref<4x6xf64>
  %f = memref.alloc() : memref<6x3xf64>
  affine.for %i = 0 to 4 {
    affine.for %j = 0 to 6 {
      %s = affine.for %k = 0 to 5 iter_args(%acc = %zero) -> (f64) {
        %0 = affine.load %a[%i, %k] : memref<4x5xf64>
        %1 = affine.load %b[%k, %j] : memref<5x6xf64>
        %2 = arith.mulf %0, %1 : f64
        %3 = arith.addf %acc, %2 : f64
        affine.yield %3 : f64
      }
      affine.store %s, %e[%i, %j] : memref<4x6xf64>
    }
  }
  affine.for %i = 0 to 6 {
    affine.for %j = 0 to 3 {
      %s = affine.for %k = 0 to 7 iter_args(%acc = %zero) -> (f64) {
        %0 = affine.load %c[%i, %k] : memref<6x7xf64>
        %1 = affine.load %d[%k, %j] : memref<7x3xf64>
        %2 = arith.mulf %0, %1 : f64
        %3 = arith.addf %acc, %2 : f64
        affine.yield %3 : f64
      }
      affine.store %s, %f[%i, %j] : memref<6x3xf64>
    }
  }
  affine.for %i = 0 to 4 {
    affine.for %j = 0 to 3 {
      %s = affine.for %k = 0 to 6 iter_args(%acc = %zero) -> (f64) {
        %0 = affine.load %e[%i, %k] : memref<4x6xf64>
        %1 = affine.load %f[%k, %j] : memref<6x3xf64>
        %2 = arith.mulf %0, %1 : f64
        %3 = arith.addf %acc, %2 : f64
        affine.yield %3 : f64
      }
      affine.store %s, %g[%i, %j] : memref<4x3xf64>
    }
  }
  return
}
