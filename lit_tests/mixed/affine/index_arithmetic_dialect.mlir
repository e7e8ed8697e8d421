// Operations of the index dialect in a program on memrefs.
// Expected values: mlir-runner of LLVM 22.
// INPUT: dense<[-6, -1, 4, -4, 3, -5, 0]> : tensor<7xi32>
// INPUT: dense<[-3, 2, -6, -1, 6]> : tensor<5xi32>
// EXPECT: dense<[-6, 4, 3, 0, -1]> : tensor<5xi32>
func.func @main(%x: memref<7xi32>, %y: memref<5xi32>) {
  %two = index.constant 2
  %seven = index.constant 7
  affine.for %i = 0 to 5 {
    %0 = index.mul %i, %two
    %1 = index.remu %0, %seven
    %2 = memref.load %x[%1] : memref<7xi32>
    affine.store %2, %y[%i] : memref<5xi32>
  }
  return
}
