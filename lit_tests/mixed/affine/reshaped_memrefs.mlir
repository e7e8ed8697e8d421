// An array seen with other extents, by memref.expand_shape and memref.collapse_shape.
// Expected values: mlir-runner of LLVM 22.
// INPUT: dense<[[-6, -1, 4, -4], [3, -5, 0, 5], [-1, 4, -4, 1], [-5, 0, 5, -3], [4, -4, 1, 6], [0, 5, -3, 2]]> : tensor<6x4xi32>
// EXPECT: dense<[[-6, -1, 4, -4], [3, -5, 0, 5], [-1, 4, -4, 1], [95, 0, 5, -3], [4, 96, 1, 6], [0, 5, 97, 2]]> : tensor<6x4xi32>
func.func @main(%x: memref<6x4xi32>) {
  %c = arith.constant 100 : i32
  %0 = memref.collapse_shape %x [[0, 1]] : memref<6x4xi32> into memref<24xi32>
  %1 = memref.expand_shape %0 [[0, 1, 2]] output_shape [2, 3, 4] : memref<24xi32> into memref<2x3x4xi32>
  affine.for %i = 0 to 3 {
    %2 = affine.load %1[1, %i, %i] : memref<2x3x4xi32>
    %3 = arith.addi %2, %c : i32
    affine.store %3, %1[1, %i, %i] : memref<2x3x4xi32>
  }
  return
}
