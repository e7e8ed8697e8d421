// Memrefs of index as indices of other memrefs.
// Expected values: mlir-runner of LLVM 22.
// INPUT: dense<[-2.25, -0.5, 1.25, -1.75, 0.0, -2.25, -0.5]> : tensor<7xf32>
// INPUT: dense<[0, 3, 6, 2, 5, 1, 4, 0, 3]> : tensor<9xi64>
// INPUT: dense<[-0.25, 1.5, -1.5, 0.25, 2.0, -0.25, 1.5, -1.5, 0.25]> : tensor<9xf32>
// EXPECT: dense<[-2.25, -1.75, -0.5, 1.25, -2.25, -0.5, 0.0, -2.25, -1.75]> : tensor<9xf32>
func.func @main(%x: memref<7xf32>, %p: memref<9xindex>, %y: memref<9xf32>) {
  affine.for %i = 0 to 9 {
    %0 = affine.load %p[%i] : memref<9xindex>
    %1 = memref.load %x[%0] : memref<7xf32>
    affine.store %1, %y[%i] : memref<9xf32>
  }
  return
}
