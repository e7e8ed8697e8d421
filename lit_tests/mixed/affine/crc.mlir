// A checksum of bytes by shifts and exclusive ors.
// Expected values: mlir-runner of LLVM 22.
// INPUT: dense<[0, 37, 74, 111, 28, 65, 102, 19, 56, 93, 10, 47, 84, 1, 38, 75, 112, 29, 66, 103, 20, 57, 94, 11, 48, 85, 2, 39, 76, 113, 30]> : tensor<31xi8>
// INPUT: dense<[-3]> : tensor<1xi32>
// EXPECT: dense<[1026788919]> : tensor<1xi32>
func.func @main(%x: memref<31xi8>, %y: memref<1xi32>) {
  %start = arith.constant -1 : i32
  %one = arith.constant 1 : i32
  %zero = arith.constant 0 : i32
  %poly = arith.constant 0xEDB88320 : i32
  %c = affine.for %i = 0 to 31 iter_args(%acc = %start) -> (i32) {
    %0 = affine.load %x[%i] : memref<31xi8>
    %1 = arith.extui %0 : i8 to i32
    %2 = arith.xori %acc, %1 : i32
    %r = affine.for %b = 0 to 8 iter_args(%v = %2) -> (i32) {
      %3 = arith.andi %v, %one : i32
      %4 = arith.cmpi ne, %3, %zero : i32
      %5 = arith.shrui %v, %one : i32
      %6 = arith.xori %5, %poly : i32
      %7 = arith.select %4, %6, %5 : i32
      affine.yield %7 : i32
    }
    affine.yield %r : i32
  }
  %n = arith.xori %c, %start : i32
  affine.store %n, %y[0] : memref<1xi32>
  return
}
