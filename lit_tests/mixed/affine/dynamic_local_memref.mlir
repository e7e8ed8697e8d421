// A local memref of dynamic size, with memref.dim as a bound.
// Expected values: mlir-runner of LLVM 22.
// INPUT: dense<[-2.25, -0.5, 1.25, -1.75, 0.0, -2.25, -0.5]> : tensor<7xf64>
// INPUT: dense<[-1.25, 0.5, 2.25, -0.75, 1.0, -1.25, 0.5]> : tensor<7xf64>
// EXPECT: dense<[-0.5, -2.25, 0.0, -1.75, 1.25, -0.5, -2.25]> : tensor<7xf64>
func.func @main(%x: memref<7xf64>, %y: memref<7xf64>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %n = memref.dim %x, %c0 : memref<7xf64>
  %t = memref.alloc(%n) : memref<?xf64>
  scf.for %i = %c0 to %n step %c1 {
    %0 = memref.load %x[%i] : memref<7xf64>
    memref.store %0, %t[%i] : memref<?xf64>
  }
  affine.for %i = 0 to 7 {
    %0 = affine.load %t[6 - %i] : memref<?xf64>
    affine.store %0, %y[%i] : memref<7xf64>
  }
  memref.dealloc %t : memref<?xf64>
  return
}
