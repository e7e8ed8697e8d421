// An argument that is read one place ahead of where it is written, and one behind.
// Expected values: mlir-runner of LLVM 22.
// INPUT: dense<[-2.25, -0.5, 1.25, -1.75, 0.0, -2.25, -0.5, 1.25, -1.75, 0.0, -2.25, -0.5, 1.25, -1.75, 0.0, -2.25, -0.5, 1.25, -1.75, 0.0, -2.25, -0.5, 1.25, -1.75, 0.0, -2.25, -0.5, 1.25, -1.75, 0.0, -2.25]> : tensor<31xf32>
// INPUT: dense<[-1.25, 0.5, 2.25, -0.75, 1.0, -1.25, 0.5, 2.25, -0.75, 1.0, -1.25, 0.5, 2.25, -0.75, 1.0, -1.25, 0.5, 2.25, -0.75, 1.0, -1.25, 0.5, 2.25, -0.75, 1.0, -1.25, 0.5, 2.25, -0.75, 1.0, -1.25]> : tensor<31xf32>
// EXPECT: dense<[-0.5, 1.25, -1.75, 0.0, -2.25, -0.5, 1.25, -1.75, 0.0, -2.25, -0.5, 1.25, -1.75, 0.0, -2.25, -0.5, 1.25, -1.75, 0.0, -2.25, -0.5, 1.25, -1.75, 0.0, -2.25, -0.5, 1.25, -1.75, 0.0, -2.25, -2.25]> : tensor<31xf32>
// EXPECT: dense<-1.25> : tensor<31xf32>
func.func @main(%x: memref<31xf32>, %y: memref<31xf32>) {
  affine.for %i = 0 to 30 {
    %0 = affine.load %x[%i + 1] : memref<31xf32>
    affine.store %0, %x[%i] : memref<31xf32>
  }
  affine.for %i = 0 to 30 {
    %0 = affine.load %y[%i] : memref<31xf32>
    affine.store %0, %y[%i + 1] : memref<31xf32>
  }
  return
}
