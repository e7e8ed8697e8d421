// A parallel loop with steps, whose blocks have a remainder.
// Expected values: mlir-runner of LLVM 22.
// INPUT: dense<[-6, -1, 4, -4, 3, -5, 0, 5, -1, 4, -4, 1, -5, 0, 5, -3, 4, -4, 1, 6, 0, 5, -3, 2, -4, 1, 6, -2, 5, -3, 2]> : tensor<31xi32>
// INPUT: dense<[-3, 2, -6, -1, 6, -2, 3, -5, 2, -6, -1, 4, -2, 3, -5, 0, -6, -1, 4, -4, 3, -5, 0, 5, -1, 4, -4, 1, -5, 0, 5]> : tensor<31xi32>
// EXPECT: dense<[-18, -3, 12, -12, 9, -15, 0, 15, -3, 12, -12, 3, -15, 0, 15, -9, 12, -12, 3, 18, 0, 15, -9, 6, -12, 3, 18, -6, 15, -9, 6]> : tensor<31xi32>
func.func @main(%x: memref<31xi32>, %y: memref<31xi32>) {
  %c = arith.constant 3 : i32
  affine.parallel (%i) = (0) to (31) step (8) {
    affine.for %j = affine_map<(d0) -> (d0)>(%i) to min affine_map<(d0) -> (d0 + 8, 31)>(%i) {
      %0 = affine.load %x[%j] : memref<31xi32>
      %1 = arith.muli %0, %c : i32
      affine.store %1, %y[%j] : memref<31xi32>
    }
  }
  return
}
