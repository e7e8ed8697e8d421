// The threads of a block of a GPU share memory. CPUs have no such memory.
// REQUIRES: cpu
// RUN: hlo-opt %s --pass-pipeline='builtin.module(hloom-legalize-memrefs)' | FileCheck %s
// RUN: not hlo-opt %s --pass-pipeline='builtin.module(hloom-legalize-memrefs{spaces=false})' 2>&1 | FileCheck %s --check-prefix=REFUSED
// RUN: not hlo-run %s --input random 2>&1 | FileCheck %s --check-prefix=REFUSED

// CHECK-LABEL: func.func @main(
// CHECK: memref.alloca() : memref<8xf32, #gpu.address_space<workgroup>>
// CHECK: memref.alloca() : memref<8xf32, 1>
func.func @main(%x: memref<8xf32>) {
  %zero = arith.constant 0 : index
  scf.forall (%block) in (1) {
    // REFUSED: [[#@LINE+1]]:15: error: `memref.alloca` on memrefs: expected the default memory space, found `memref<8xf32, #gpu.address_space<workgroup>>`
    %shared = memref.alloca() : memref<8xf32, #gpu.address_space<workgroup>>
    scf.forall (%i) in (8) {
      %0 = memref.load %x[%i] : memref<8xf32>
      memref.store %0, %shared[%i] : memref<8xf32, #gpu.address_space<workgroup>>
    } {mapping = [#gpu.thread<linear_dim_0>]}
    scf.forall (%i) in (8) {
      %0 = memref.load %shared[%zero] : memref<8xf32, #gpu.address_space<workgroup>>
      memref.store %0, %x[%i] : memref<8xf32>
    } {mapping = [#gpu.thread<linear_dim_0>]}
  } {mapping = [#gpu.block<linear_dim_0>]}
  // LLVM has numbered spaces.
  // REFUSED-NOT: error:
  %numbered = memref.alloca() : memref<8xf32, 1>
  memref.copy %x, %numbered : memref<8xf32> to memref<8xf32, 1>
  return
}
