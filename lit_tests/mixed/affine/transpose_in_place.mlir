// Swaps of elements across the diagonal.
// Expected values: mlir-runner of LLVM 22.
// INPUT: dense<[[-6, -1, 4, -4, 3, -5, 0], [5, -1, 4, -4, 1, -5, 0], [5, -3, 4, -4, 1, 6, 0], [5, -3, 2, -4, 1, 6, -2], [5, -3, 2, -6, 1, 6, -2], [3, -3, 2, -6, -1, 6, -2], [3, -5, 2, -6, -1, 4, -2]]> : tensor<7x7xi8>
// EXPECT: dense<[[-6, 5, 5, 5, 5, 3, 3], [-1, -1, -3, -3, -3, -3, -5], [4, 4, 4, 2, 2, 2, 2], [-4, -4, -4, -4, -6, -6, -6], [3, 1, 1, 1, 1, -1, -1], [-5, -5, 6, 6, 6, 6, 4], [0, 0, 0, -2, -2, -2, -2]]> : tensor<7x7xi8>
func.func @main(%x: memref<7x7xi8>) {
  affine.for %i = 0 to 7 {
    affine.for %j = 0 to affine_map<(d0) -> (d0)>(%i) {
      %0 = affine.load %x[%i, %j] : memref<7x7xi8>
      %1 = affine.load %x[%j, %i] : memref<7x7xi8>
      affine.store %1, %x[%i, %j] : memref<7x7xi8>
      affine.store %0, %x[%j, %i] : memref<7x7xi8>
    }
  }
  return
}
