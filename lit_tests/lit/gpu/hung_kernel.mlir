// A kernel that does not end.

// REQUIRES: simt
// RUN: not hlo-run %s --platform simt --input 'dense<1> : tensor<8xi32>' --timeout 1 2>&1 | FileCheck %s
// CHECK: error: {{.*}}hung_kernel.mlir: timed out after 1 s

func.func @main(%memory: memref<8xi32>) {
  scf.forall (%i) in (8) {
    %zero = arith.constant 0 : i32
    %last = scf.while (%old = %zero) : (i32) -> i32 {
      %value = memref.load %memory[%i] : memref<8xi32>
      %goes_on = arith.cmpi sge, %value, %zero : i32
      scf.condition(%goes_on) %old : i32
    } do {
    ^bb0(%new: i32):
      memref.store %new, %memory[%i] : memref<8xi32>
      scf.yield %new : i32
    }
  }
  return
}
