// A wave front of i32 over two sequences of i8.
// Expected values: mlir-runner of LLVM 22.
// INPUT: dense<[0, 3, 2, 1, 0, 3, 2, 1, 0]> : tensor<9xi8>
// INPUT: dense<[0, 1, 0, 1, 0, 1, 0, 1, 0, 1, 0]> : tensor<11xi8>
// INPUT: dense<[[0, 5, -3, 2, -4, 1, 6, -2, 5, -3, 2, -6], [1, 6, -2, 3, -3, 2, -6, -1, 6, -2, 3, -5], [2, -6, -1, 4, -2, 3, -5, 0, -6, -1, 4, -4], [3, -5, 0, 5, -1, 4, -4, 1, -5, 0, 5, -3], [4, -4, 1, 6, 0, 5, -3, 2, -4, 1, 6, -2], [5, -3, 2, -6, 1, 6, -2, 3, -3, 2, -6, -1], [6, -2, 3, -5, 2, -6, -1, 4, -2, 3, -5, 0], [-6, -1, 4, -4, 3, -5, 0, 5, -1, 4, -4, 1], [-5, 0, 5, -3, 4, -4, 1, 6, 0, 5, -3, 2], [-4, 1, 6, -2, 5, -3, 2, -6, 1, 6, -2, 3]]> : tensor<10x12xi32>
// EXPECT: dense<[[0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0], [0, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1], [0, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1], [0, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1], [0, 1, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2], [0, 1, 2, 3, 3, 3, 3, 3, 3, 3, 3, 3], [0, 1, 2, 3, 3, 3, 3, 3, 3, 3, 3, 3], [0, 1, 2, 3, 3, 3, 3, 3, 3, 3, 3, 3], [0, 1, 2, 3, 4, 4, 4, 4, 4, 4, 4, 4], [0, 1, 2, 3, 4, 5, 5, 5, 5, 5, 5, 5]]> : tensor<10x12xi32>
func.func @main(%a: memref<9xi8>, %b: memref<11xi8>, %t: memref<10x12xi32>) {
  %zero = arith.constant 0 : i32
  %one = arith.constant 1 : i32
  affine.for %i = 0 to 10 {
    affine.store %zero, %t[%i, 0] : memref<10x12xi32>
  }
  affine.for %j = 0 to 12 {
    affine.store %zero, %t[0, %j] : memref<10x12xi32>
  }
  affine.for %i = 0 to 9 {
    affine.for %j = 0 to 11 {
      %0 = affine.load %a[%i] : memref<9xi8>
      %1 = affine.load %b[%j] : memref<11xi8>
      %2 = arith.cmpi eq, %0, %1 : i8
      %3 = scf.if %2 -> i32 {
        %4 = affine.load %t[%i, %j] : memref<10x12xi32>
        %5 = arith.addi %4, %one : i32
        scf.yield %5 : i32
      } else {
        %4 = affine.load %t[%i + 1, %j] : memref<10x12xi32>
        %5 = affine.load %t[%i, %j + 1] : memref<10x12xi32>
        %6 = arith.maxsi %4, %5 : i32
        scf.yield %6 : i32
      }
      affine.store %3, %t[%i + 1, %j + 1] : memref<10x12xi32>
    }
  }
  return
}
