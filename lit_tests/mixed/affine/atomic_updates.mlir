// memref.atomic_rmw and memref.generic_atomic_rmw in a parallel loop.
// Expected values: NumPy.
// INPUT: dense<[-6, -1, 4, -4, 3, -5, 0, 5, -1, 4, -4, 1, -5]> : tensor<13xi32>
// INPUT: dense<[-3]> : tensor<1xi32>
// INPUT: dense<[0]> : tensor<1xi32>
// EXPECT: dense<[-12]> : tensor<1xi32>
// EXPECT: dense<[0]> : tensor<1xi32>
func.func @main(%x: memref<13xi32>, %h: memref<1xi32>, %m: memref<1xi32>) {
  %c0 = arith.constant 0 : index
  %three = arith.constant 3 : i32
  affine.parallel (%i) = (0) to (13) {
    %0 = affine.load %x[%i] : memref<13xi32>
    %1 = memref.atomic_rmw addi %0, %h[%c0] : (i32, memref<1xi32>) -> i32
  }
  affine.for %i = 0 to 3 {
    %2 = memref.generic_atomic_rmw %m[%c0] : memref<1xi32> {
    ^bb0(%v: i32):
      %3 = arith.muli %v, %three : i32
      memref.atomic_yield %3 : i32
    }
  }
  return
}
