// Counts in bins that the data names, with memref.load and memref.store.
// Expected values: mlir-runner of LLVM 22.
// INPUT: dense<[3, 0, 1, 6, 5, 8, 5, 6, 1, 0, 3, 0, 1, 6, 5, 8, 5, 6, 1, 0, 3, 0, 1, 6, 5, 8, 5, 6, 1, 0, 3, 0, 1, 6, 5, 8, 5, 6, 1, 0, 3, 0, 1, 6, 5, 8, 5, 6, 1, 0, 3, 0, 1, 6, 5, 8, 5, 6, 1, 0, 3, 0, 1, 6, 5]> : tensor<65xi32>
// INPUT: dense<[-3, 2, -6, -1, 6, -2, 3, -5, 2, -6]> : tensor<10xi32>
// EXPECT: dense<[10, 15, -6, 6, 6, 11, 16, -5, 8, -6]> : tensor<10xi32>
func.func @main(%x: memref<65xi32>, %h: memref<10xi32>) {
  %one = arith.constant 1 : i32
  affine.for %i = 0 to 65 {
    %0 = affine.load %x[%i] : memref<65xi32>
    %1 = arith.index_cast %0 : i32 to index
    %2 = memref.load %h[%1] : memref<10xi32>
    %3 = arith.addi %2, %one : i32
    memref.store %3, %h[%1] : memref<10xi32>
  }
  return
}
