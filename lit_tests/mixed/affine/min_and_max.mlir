// Bounds that are the larger and the smaller of two, and affine.min and affine.max as values.
// Expected values: mlir-runner of LLVM 22.
// INPUT: dense<[[-6, -1, 4, -4, 3, -5, 0, 5, -1], [4, -4, 1, -5, 0, 5, -3, 4, -4], [1, 6, 0, 5, -3, 2, -4, 1, 6], [-2, 5, -3, 2, -6, 1, 6, -2, 3], [-3, 2, -6, -1, 6, -2, 3, -5, 2], [-6, -1, 4, -2, 3, -5, 0, -6, -1], [4, -4, 3, -5, 0, 5, -1, 4, -4], [1, -5, 0, 5, -3, 4, -4, 1, 6], [0, 5, -3, 2, -4, 1, 6, -2, 5]]> : tensor<9x9xi32>
// EXPECT: dense<[[0, 1, 2, -4, 3, -5, 0, 5, -1], [4, 3, 4, 5, 0, 5, -3, 4, -4], [8, 7, 6, 7, 8, 2, -4, 1, 6], [-2, 10, 10, 9, 10, 11, 6, -2, 3], [-3, 2, 11, 11, 11, 13, 14, -5, 2], [-6, -1, 4, 12, 12, 12, 14, 16, -1], [4, -4, 3, -5, 13, 13, 13, 15, 17], [1, -5, 0, 5, -3, 14, 14, 14, 16], [0, 5, -3, 2, -4, 1, 15, 15, 15]]> : tensor<9x9xi32>
func.func @main(%x: memref<9x9xi32>) {
  affine.for %i = 0 to 9 {
    affine.for %j = max affine_map<(d0) -> (d0 - 2, 0)>(%i) to min affine_map<(d0) -> (d0 + 3, 9)>(%i) {
      %0 = affine.min affine_map<(d0, d1) -> (d0 * 3, d1 + 7)>(%i, %j)
      %1 = affine.max affine_map<(d0, d1) -> (d0 - d1, d1 - d0)>(%i, %j)
      %2 = arith.addi %0, %1 : index
      %3 = arith.index_cast %2 : index to i32
      affine.store %3, %x[%i, %j] : memref<9x9xi32>
    }
  }
  return
}
