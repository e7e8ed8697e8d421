// Casts of memrefs to dynamic extents in a call.
// Expected values: mlir-runner of LLVM 22.
// INPUT: dense<[-2.25, -0.5, 1.25, -1.75, 0.0]> : tensor<5xf32>
// INPUT: dense<[-1.25, 0.5, 2.25, -0.75, 1.0]> : tensor<5xf32>
// EXPECT: dense<[-4.5, -1.0, 2.5, -3.5, 0.0]> : tensor<5xf32>
func.func private @twice(%x: memref<?xf32>, %y: memref<?xf32>, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.for %i = %c0 to %n step %c1 {
    %0 = memref.load %x[%i] : memref<?xf32>
    %1 = arith.addf %0, %0 : f32
    memref.store %1, %y[%i] : memref<?xf32>
  }
  return
}
func.func @main(%x: memref<5xf32>, %y: memref<5xf32>) {
  %n = arith.constant 5 : index
  %0 = memref.cast %x : memref<5xf32> to memref<?xf32>
  %1 = memref.cast %y : memref<5xf32> to memref<?xf32>
  func.call @twice(%0, %1, %n) : (memref<?xf32>, memref<?xf32>, index) -> ()
  return
}
