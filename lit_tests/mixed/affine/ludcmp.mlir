// PolyBench's ludcmp: solves A x = b by a decomposition and two substitutions.
// Expected values: mlir-runner of LLVM 22.
// INPUT: dense<[[9.0, 1.0, 0.0, -1.0, 1.5, 0.5, -0.5], [-1.5, 9.0, 0.0, -1.0, 1.5, 0.5, -0.5], [-1.5, 1.0, 9.0, -1.0, 1.5, 0.5, -0.5], [-1.5, 1.0, 0.0, 9.0, 1.5, 0.5, -0.5], [-1.5, 1.0, 0.0, -1.0, 9.0, 0.5, -0.5], [-1.5, 1.0, 0.0, -1.0, 1.5, 9.0, -0.5], [-1.5, 1.0, 0.0, -1.0, 1.5, 0.5, 9.0]]> : tensor<7x7xf64>
// INPUT: dense<[-1.25, 0.5, 2.25, -0.75, 1.0, -1.25, 0.5]> : tensor<7xf64>
// INPUT: dense<[-0.25, 1.5, -1.5, 0.25, 2.0, -0.25, 1.5]> : tensor<7xf64>
// EXPECT: dense<[-0.15547077927575545, 0.014694602200570972, 0.20750631306717418, -0.1132443182395432, 0.08234090901394238, -0.1920521391053449, 0.012374401853112399]> : tensor<7xf64>
func.func @main(%a: memref<7x7xf64>, %b: memref<7xf64>, %x: memref<7xf64>) {
  %lu = memref.alloc() : memref<7x7xf64>
  %y = memref.alloc() : memref<7xf64>
  memref.copy %a, %lu : memref<7x7xf64> to memref<7x7xf64>
  affine.for %k = 0 to 7 {
    affine.for %i = affine_map<(d0) -> (d0 + 1)>(%k) to 7 {
      %0 = affine.load %lu[%i, %k] : memref<7x7xf64>
      %1 = affine.load %lu[%k, %k] : memref<7x7xf64>
      %m = arith.divf %0, %1 : f64
      affine.store %m, %lu[%i, %k] : memref<7x7xf64>
      affine.for %j = affine_map<(d0) -> (d0 + 1)>(%k) to 7 {
        %2 = affine.load %lu[%i, %j] : memref<7x7xf64>
        %3 = affine.load %lu[%k, %j] : memref<7x7xf64>
        %4 = arith.mulf %m, %3 : f64
        %5 = arith.subf %2, %4 : f64
        affine.store %5, %lu[%i, %j] : memref<7x7xf64>
      }
    }
  }
  affine.for %i = 0 to 7 {
    %0 = affine.load %b[%i] : memref<7xf64>
    %s = affine.for %j = 0 to affine_map<(d0) -> (d0)>(%i) iter_args(%w = %0) -> (f64) {
      %1 = affine.load %lu[%i, %j] : memref<7x7xf64>
      %2 = affine.load %y[%j] : memref<7xf64>
      %3 = arith.mulf %1, %2 : f64
      %4 = arith.subf %w, %3 : f64
      affine.yield %4 : f64
    }
    affine.store %s, %y[%i] : memref<7xf64>
  }
  affine.for %r = 0 to 7 {
    %i = affine.apply affine_map<(d0) -> (6 - d0)>(%r)
    %0 = affine.load %y[%i] : memref<7xf64>
    %s = affine.for %j = affine_map<(d0) -> (d0 + 1)>(%i) to 7 iter_args(%w = %0) -> (f64) {
      %1 = affine.load %lu[%i, %j] : memref<7x7xf64>
      %2 = affine.load %x[%j] : memref<7xf64>
      %3 = arith.mulf %1, %2 : f64
      %4 = arith.subf %w, %3 : f64
      affine.yield %4 : f64
    }
    %5 = affine.load %lu[%i, %i] : memref<7x7xf64>
    %6 = arith.divf %s, %5 : f64
    affine.store %6, %x[%i] : memref<7xf64>
  }
  return
}
