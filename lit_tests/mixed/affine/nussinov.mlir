// PolyBench's nussinov: the folding of RNA by dynamic programming, with affine.if.
// Expected values: mlir-runner of LLVM 22.
// INPUT: dense<[0, 2, 2, 0, 0, 2, 2, 0, 0, 2, 2, 0, 0]> : tensor<13xi8>
// INPUT: dense<[[-3, 2, -6, -1, 6, -2, 3, -5, 2, -6, -1, 4, -2], [3, -5, 0, -6, -1, 4, -4, 3, -5, 0, 5, -1, 4], [-4, 1, -5, 0, 5, -3, 4, -4, 1, 6, 0, 5, -3], [2, -4, 1, 6, -2, 5, -3, 2, -6, 1, 6, -2, 3], [-3, 2, -6, -1, 6, -2, 3, -5, 2, -6, -1, 4, -2], [3, -5, 0, -6, -1, 4, -4, 3, -5, 0, 5, -1, 4], [-4, 1, -5, 0, 5, -3, 4, -4, 1, 6, 0, 5, -3], [2, -4, 1, 6, -2, 5, -3, 2, -6, 1, 6, -2, 3], [-3, 2, -6, -1, 6, -2, 3, -5, 2, -6, -1, 4, -2], [3, -5, 0, -6, -1, 4, -4, 3, -5, 0, 5, -1, 4], [-4, 1, -5, 0, 5, -3, 4, -4, 1, 6, 0, 5, -3], [2, -4, 1, 6, -2, 5, -3, 2, -6, 1, 6, -2, 3], [-3, 2, -6, -1, 6, -2, 3, -5, 2, -6, -1, 4, -2]]> : tensor<13x13xi32>
// EXPECT: dense<0> : tensor<13x13xi32>
#inner = affine_set<(d0, d1) : (d1 - d0 - 2 >= 0)>
func.func @main(%seq: memref<13xi8>, %table: memref<13x13xi32>) {
  %one = arith.constant 1 : i32
  %zero = arith.constant 0 : i32
  %three = arith.constant 3 : i8
  affine.for %i = 0 to 13 {
    affine.for %j = 0 to 13 {
      affine.store %zero, %table[%i, %j] : memref<13x13xi32>
    }
  }
  affine.for %r = 0 to 13 {
    %i = affine.apply affine_map<(d0) -> (12 - d0)>(%r)
    affine.for %j = affine_map<(d0) -> (d0 + 1)>(%i) to 13 {
      %0 = affine.load %table[%i, %j] : memref<13x13xi32>
      %1 = affine.load %table[%i, %j - 1] : memref<13x13xi32>
      %2 = arith.maxsi %0, %1 : i32
      %3 = affine.load %table[%i + 1, %j] : memref<13x13xi32>
      %4 = arith.maxsi %2, %3 : i32
      %a = affine.load %seq[%i] : memref<13xi8>
      %b = affine.load %seq[%j] : memref<13xi8>
      %c = arith.addi %a, %b : i8
      %pair = arith.cmpi eq, %c, %three : i8
      %5 = affine.load %table[%i + 1, %j - 1] : memref<13x13xi32>
      %gain = affine.if #inner(%i, %j) -> i32 {
        %6 = arith.select %pair, %one, %zero : i32
        affine.yield %6 : i32
      } else {
        affine.yield %zero : i32
      }
      %7 = arith.addi %5, %gain : i32
      %8 = arith.maxsi %4, %7 : i32
      %m = affine.for %k = affine_map<(d0) -> (d0 + 1)>(%i) to affine_map<(d0) -> (d0)>(%j) iter_args(%acc = %8) -> (i32) {
        %9 = affine.load %table[%i, %k] : memref<13x13xi32>
        %10 = affine.load %table[%k + 1, %j] : memref<13x13xi32>
        %11 = arith.addi %9, %10 : i32
        %12 = arith.maxsi %acc, %11 : i32
        affine.yield %12 : i32
      }
      affine.store %m, %table[%i, %j] : memref<13x13xi32>
    }
  }
  return
}
