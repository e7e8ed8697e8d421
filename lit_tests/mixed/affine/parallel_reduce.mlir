// A parallel loop that adds and one that takes the maximum.
// Expected values: mlir-runner of LLVM 22.
// INPUT: dense<[-2.25, -0.5, 1.25, -1.75, 0.0, -2.25, -0.5, 1.25, -1.75, 0.0, -2.25, -0.5, 1.25, -1.75, 0.0, -2.25, -0.5, 1.25, -1.75, 0.0, -2.25, -0.5, 1.25, -1.75, 0.0, -2.25, -0.5, 1.25, -1.75, 0.0, -2.25]> : tensor<31xf32>
// INPUT: dense<[-1.25, 0.5]> : tensor<2xf32>
// EXPECT: dense<[-21.75, 1.25]> : tensor<2xf32>
func.func @main(%x: memref<31xf32>, %y: memref<2xf32>) {
  %s = affine.parallel (%i) = (0) to (31) reduce ("addf") -> (f32) {
    %0 = affine.load %x[%i] : memref<31xf32>
    affine.yield %0 : f32
  }
  %m = affine.parallel (%i) = (0) to (31) reduce ("maximumf") -> (f32) {
    %0 = affine.load %x[%i] : memref<31xf32>
    affine.yield %0 : f32
  }
  affine.store %s, %y[0] : memref<2xf32>
  affine.store %m, %y[1] : memref<2xf32>
  return
}
