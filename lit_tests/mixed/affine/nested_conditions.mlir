// Conditions inside of conditions: a corner, an edge, and the inside.
// Expected values: mlir-runner of LLVM 22.
// INPUT: dense<[[-6, -1, 4, -4, 3], [-5, 0, 5, -1, 4], [-4, 1, -5, 0, 5], [-3, 4, -4, 1, 6], [0, 5, -3, 2, -4], [1, 6, -2, 5, -3], [2, -6, 1, 6, -2]]> : tensor<7x5xi64>
// EXPECT: dense<[[1, 2, 2, 2, 2], [-5, 0, 5, -1, 4], [-4, 3, 3, 3, 5], [-3, 3, 3, 3, 6], [0, 3, 3, 3, -4], [1, 3, 3, 3, -3], [2, -6, 1, 6, -2]]> : tensor<7x5xi64>
#corner = affine_set<(d0, d1) : (d0 == 0, d1 == 0)>
#edge = affine_set<(d0) : (d0 == 0)>
#inside = affine_set<(d0, d1) : (d0 - 2 >= 0, 5 - d0 >= 0, d1 - 1 >= 0, 3 - d1 >= 0)>
func.func @main(%x: memref<7x5xi64>) {
  %one = arith.constant 1 : i64
  %two = arith.constant 2 : i64
  %three = arith.constant 3 : i64
  affine.for %i = 0 to 7 {
    affine.for %j = 0 to 5 {
      affine.if #edge(%i) {
        affine.if #corner(%i, %j) {
          affine.store %one, %x[%i, %j] : memref<7x5xi64>
        } else {
          affine.store %two, %x[%i, %j] : memref<7x5xi64>
        }
      } else {
        affine.if #inside(%i, %j) {
          affine.store %three, %x[%i, %j] : memref<7x5xi64>
        }
      }
    }
  }
  return
}
