// PolyBench's floyd-warshall: shortest paths of integers, in place.
// Expected values: mlir-runner of LLVM 22.
// INPUT: dense<[[0, 8, 15, 22, 29, 5, 12, 19, 26], [2, 0, 16, 23, 30, 6, 13, 20, 27], [3, 10, 0, 24, 31, 7, 14, 21, 28], [4, 11, 18, 0, 1, 8, 15, 22, 29], [5, 12, 19, 26, 0, 9, 16, 23, 30], [6, 13, 20, 27, 3, 0, 17, 24, 31], [7, 14, 21, 28, 4, 11, 0, 25, 1], [8, 15, 22, 29, 5, 12, 19, 0, 2], [9, 16, 23, 30, 6, 13, 20, 27, 0]]> : tensor<9x9xi32>
// EXPECT: dense<[[0, 8, 15, 22, 8, 5, 12, 19, 13], [2, 0, 16, 23, 9, 6, 13, 20, 14], [3, 10, 0, 24, 10, 7, 14, 21, 15], [4, 11, 18, 0, 1, 8, 15, 22, 16], [5, 12, 19, 26, 0, 9, 16, 23, 17], [6, 13, 20, 27, 3, 0, 17, 24, 18], [7, 14, 21, 28, 4, 11, 0, 25, 1], [8, 15, 22, 29, 5, 12, 19, 0, 2], [9, 16, 23, 30, 6, 13, 20, 27, 0]]> : tensor<9x9xi32>
func.func @main(%d: memref<9x9xi32>) {
  affine.for %k = 0 to 9 {
    affine.for %i = 0 to 9 {
      affine.for %j = 0 to 9 {
        %0 = affine.load %d[%i, %j] : memref<9x9xi32>
        %1 = affine.load %d[%i, %k] : memref<9x9xi32>
        %2 = affine.load %d[%k, %j] : memref<9x9xi32>
        %3 = arith.addi %1, %2 : i32
        %4 = arith.minsi %0, %3 : i32
        affine.store %4, %d[%i, %j] : memref<9x9xi32>
      }
    }
  }
  return
}
