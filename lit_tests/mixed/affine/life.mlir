// A generation of the game of life on a torus, with indices modulo the extents.
// Expected values: mlir-runner of LLVM 22.
// INPUT: dense<[[1, 1, 0, 1, 1, 0, 1, 1, 0], [1, 1, 0, 1, 1, 0, 1, 1, 0], [1, 1, 0, 1, 1, 0, 1, 1, 0], [1, 1, 0, 1, 1, 0, 1, 1, 0], [1, 1, 0, 1, 1, 0, 1, 1, 0], [1, 1, 0, 1, 1, 0, 1, 1, 0], [1, 1, 0, 1, 1, 0, 1, 1, 0]]> : tensor<7x9xi8>
// INPUT: dense<[[-3, 2, -6, -1, 6, -2, 3, -5, 2], [-6, -1, 4, -2, 3, -5, 0, -6, -1], [4, -4, 3, -5, 0, 5, -1, 4, -4], [1, -5, 0, 5, -3, 4, -4, 1, 6], [0, 5, -3, 2, -4, 1, 6, -2, 5], [-3, 2, -6, 1, 6, -2, 3, -3, 2], [-6, -1, 6, -2, 3, -5, 2, -6, -1]]> : tensor<7x9xi8>
// EXPECT: dense<0> : tensor<7x9xi8>
func.func @main(%x: memref<7x9xi8>, %y: memref<7x9xi8>) {
  %zero = arith.constant 0 : i8
  %two = arith.constant 2 : i8
  %three = arith.constant 3 : i8
  affine.for %i = 0 to 7 {
    affine.for %j = 0 to 9 {
      %c = affine.load %x[%i, %j] : memref<7x9xi8>
      %s = affine.for %k = 0 to 9 iter_args(%acc = %zero) -> (i8) {
        %0 = affine.load %x[(%i + %k floordiv 3 + 6) mod 7, (%j + %k mod 3 + 8) mod 9] : memref<7x9xi8>
        %1 = arith.addi %acc, %0 : i8
        affine.yield %1 : i8
      }
      %n = arith.subi %s, %c : i8
      %2 = arith.cmpi eq, %n, %three : i8
      %3 = arith.cmpi eq, %n, %two : i8
      %4 = arith.trunci %c : i8 to i1
      %5 = arith.andi %3, %4 : i1
      %6 = arith.ori %2, %5 : i1
      %7 = arith.extui %6 : i1 to i8
      affine.store %7, %y[%i, %j] : memref<7x9xi8>
    }
  }
  return
}
