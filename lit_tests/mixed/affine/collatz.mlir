// The length of sequences whose ends only the data knows.
// Expected values: mlir-runner of LLVM 22.
// INPUT: dense<[-6, -1, 4, -4, 3, -5, 0, 5, -1, 4, -4, 1, -5]> : tensor<13xi64>
// INPUT: dense<[-3, 2, -6, -1, 6, -2, 3, -5, 2, -6, -1, 4, -2]> : tensor<13xi32>
// EXPECT: dense<[8, 0, 2, 2, 7, 5, 0, 5, 0, 2, 2, 0, 5]> : tensor<13xi32>
func.func @main(%x: memref<13xi64>, %y: memref<13xi32>) {
  %c1 = arith.constant 1 : i64
  %c2 = arith.constant 2 : i64
  %c3 = arith.constant 3 : i64
  %zero = arith.constant 0 : i32
  %one = arith.constant 1 : i32
  affine.for %i = 0 to 13 {
    %0 = affine.load %x[%i] : memref<13xi64>
    %1 = math.absi %0 : i64
    %2 = arith.maxsi %1, %c1 : i64
    %r:2 = scf.while (%v = %2, %n = %zero) : (i64, i32) -> (i64, i32) {
      %go = arith.cmpi ne, %v, %c1 : i64
      scf.condition(%go) %v, %n : i64, i32
    } do {
    ^bb0(%v: i64, %n: i32):
      %odd = arith.andi %v, %c1 : i64
      %is_odd = arith.cmpi eq, %odd, %c1 : i64
      %next = scf.if %is_odd -> i64 {
        %3 = arith.muli %v, %c3 : i64
        %4 = arith.addi %3, %c1 : i64
        scf.yield %4 : i64
      } else {
        %3 = arith.divsi %v, %c2 : i64
        scf.yield %3 : i64
      }
      %m = arith.addi %n, %one : i32
      scf.yield %next, %m : i64, i32
    }
    affine.store %r#1, %y[%i] : memref<13xi32>
  }
  return
}
