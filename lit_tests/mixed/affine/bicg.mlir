// PolyBench's bicg: s = r^T A and q = A p in one nest.
// Expected values: mlir-runner of LLVM 22.
// INPUT: dense<[[-2.25, -0.5, 1.25, -1.75, 0.0, -2.25, -0.5], [1.25, -1.75, 0.0, -2.25, -0.5, 1.25, -1.75], [0.0, -2.25, -0.5, 1.25, -1.75, 0.0, -2.25], [-0.5, 1.25, -1.75, 0.0, -2.25, -0.5, 1.25], [-1.75, 0.0, -2.25, -0.5, 1.25, -1.75, 0.0], [-2.25, -0.5, 1.25, -1.75, 0.0, -2.25, -0.5], [1.25, -1.75, 0.0, -2.25, -0.5, 1.25, -1.75], [0.0, -2.25, -0.5, 1.25, -1.75, 0.0, -2.25], [-0.5, 1.25, -1.75, 0.0, -2.25, -0.5, 1.25]]> : tensor<9x7xf32>
// INPUT: dense<[-1.25, 0.5, 2.25, -0.75, 1.0, -1.25, 0.5]> : tensor<7xf32>
// INPUT: dense<[-0.25, 1.5, -1.5, 0.25, 2.0, -0.25, 1.5, -1.5, 0.25]> : tensor<9xf32>
// INPUT: dense<[0.75, -2.25, -0.5, 1.25, -1.75, 0.75, -2.25]> : tensor<7xf32>
// INPUT: dense<[1.75, -1.25, 0.5, 2.25, -0.75, 1.75, -1.25, 0.5, 2.25]> : tensor<9xf32>
// EXPECT: dense<[1.125, 2.375, -4.5, -10.625, 5.125, 1.125, 2.375]> : tensor<7xf32>
// EXPECT: dense<[9.25, -3.6875, -6.0625, -3.6875, 0.9375, 9.25, -3.6875, -6.0625, -3.6875]> : tensor<9xf32>
func.func @main(%a: memref<9x7xf32>, %p: memref<7xf32>, %r: memref<9xf32>, %s: memref<7xf32>, %q: memref<9xf32>) {
  %zero = arith.constant 0.0 : f32
  affine.for %i = 0 to 7 {
    affine.store %zero, %s[%i] : memref<7xf32>
  }
  affine.for %i = 0 to 9 {
    affine.store %zero, %q[%i] : memref<9xf32>
    affine.for %j = 0 to 7 {
      %0 = affine.load %s[%j] : memref<7xf32>
      %1 = affine.load %r[%i] : memref<9xf32>
      %2 = affine.load %a[%i, %j] : memref<9x7xf32>
      %3 = arith.mulf %1, %2 : f32
      %4 = arith.addf %0, %3 : f32
      affine.store %4, %s[%j] : memref<7xf32>
      %5 = affine.load %q[%i] : memref<9xf32>
      %6 = affine.load %p[%j] : memref<7xf32>
      %7 = arith.mulf %2, %6 : f32
      %8 = arith.addf %5, %7 : f32
      affine.store %8, %q[%i] : memref<9xf32>
    }
  }
  return
}
