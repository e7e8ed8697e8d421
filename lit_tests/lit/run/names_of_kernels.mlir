// The functions of a kernel get names that no symbol of the program has: the kernel, its task for the
// threads of a CPU, and its entry on a simulated GPU.

// REQUIRES: cpu, simt
// RUN: hlo-run %s --split-input-file --platform simt --random-inputs --compare-with cpu | FileCheck %s
// CHECK-COUNT-3: 1 of 1 results on simt match those on cpu

memref.global "private" constant @main_kernel_0 : memref<4xf32> = dense<[1.0, 2.0, 3.0, 4.0]>
func.func @main(%x: memref<1024x4xf32>, %y: memref<1024x4xf32>) {
  %constant = memref.get_global @main_kernel_0 : memref<4xf32>
  scf.forall (%i, %j) in (1024, 4) {
    %0 = memref.load %x[%i, %j] : memref<1024x4xf32>
    %1 = memref.load %constant[%j] : memref<4xf32>
    %2 = arith.addf %0, %1 : f32
    memref.store %2, %y[%i, %j] : memref<1024x4xf32>
  }
  return
}

// -----

memref.global "private" constant @main_kernel_0_task : memref<4xf32> = dense<[1.0, 2.0, 3.0, 4.0]>
func.func @main(%x: memref<1024x4xf32>, %y: memref<1024x4xf32>) {
  %constant = memref.get_global @main_kernel_0_task : memref<4xf32>
  scf.forall (%i, %j) in (1024, 4) {
    %0 = memref.load %x[%i, %j] : memref<1024x4xf32>
    %1 = memref.load %constant[%j] : memref<4xf32>
    %2 = arith.addf %0, %1 : f32
    memref.store %2, %y[%i, %j] : memref<1024x4xf32>
  }
  return
}

// -----

memref.global "private" constant @main_kernel_0_entry : memref<4xf32> = dense<[1.0, 2.0, 3.0, 4.0]>
func.func @main(%x: memref<1024x4xf32>, %y: memref<1024x4xf32>) {
  %constant = memref.get_global @main_kernel_0_entry : memref<4xf32>
  scf.forall (%i, %j) in (1024, 4) {
    %0 = memref.load %x[%i, %j] : memref<1024x4xf32>
    %1 = memref.load %constant[%j] : memref<4xf32>
    %2 = arith.addf %0, %1 : f32
    memref.store %2, %y[%i, %j] : memref<1024x4xf32>
  }
  return
}
