// Primes by crossing out multiples, with a step that is not constant in scf.for.
// Expected values: mlir-runner of LLVM 22.
// INPUT: dense<[true, false, false, true, false, false, true, false, false, true, false, false, true, false, false, true, false, false, true, false, false, true, false, false, true, false, false, true, false, false, true, false, false, true, false, false, true, false, false, true, false, false, true, false, false, true, false, false, true, false, false, true, false, false, true, false, false, true, false, false, true, false, false, true, false]> : tensor<65xi1>
// EXPECT: dense<[false, false, true, true, false, true, false, true, false, false, false, true, false, true, false, false, false, true, false, true, false, false, false, true, false, false, false, false, false, true, false, true, false, false, false, false, false, true, false, false, false, true, false, true, false, false, false, true, false, false, false, false, false, true, false, false, false, false, false, true, false, true, false, false, false]> : tensor<65xi1>
func.func @main(%p: memref<65xi1>) {
  %true = arith.constant true
  %false = arith.constant false
  %n = arith.constant 65 : index
  affine.for %i = 0 to 65 {
    affine.store %true, %p[%i] : memref<65xi1>
  }
  affine.store %false, %p[0] : memref<65xi1>
  affine.store %false, %p[1] : memref<65xi1>
  affine.for %i = 2 to 9 {
    %0 = affine.load %p[%i] : memref<65xi1>
    scf.if %0 {
      %s = arith.muli %i, %i : index
      scf.for %j = %s to %n step %i {
        memref.store %false, %p[%j] : memref<65xi1>
      }
    }
  }
  return
}
