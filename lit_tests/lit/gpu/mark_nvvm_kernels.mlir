// Functions that were kernels are marked as kernels of NVIDIA's GPUs.
// RUN: hlo-opt %s --pass-pipeline='builtin.module(gpu.module(hloom-mark-nvvm-kernels))' | FileCheck %s
// RUN: hlo-opt %s --pass-pipeline='builtin.module(gpu.module(convert-to-llvm,hloom-mark-nvvm-kernels))' | FileCheck %s --check-prefix=CONVERTED

// Other functions and the attributes of arguments are unchanged. Only functions of the LLVM dialect
// are marked.
// CHECK: llvm.func @body(%{{.*}}: f32) -> f32 attributes {llvm.bareptr}
// CHECK: llvm.func @sized(%{{.*}}: !llvm.ptr {llvm.noalias}, %{{.*}}: !llvm.ptr) attributes {gpu.kernel, gpu.known_block_size = array<i32: 256, 1, 1>, nvvm.kernel, nvvm.minctasm = 2 : i32, nvvm.reqntid = array<i32: 256, 1, 1>}
// CHECK: llvm.func @unsized() attributes {gpu.kernel, nvvm.kernel}
// CHECK: func.func @later(%{{.*}}: memref<8xf32>) attributes {gpu.kernel, gpu.known_block_size = array<i32: 8, 1, 1>, llvm.bareptr}
// CONVERTED: llvm.func @later(%{{.*}}: !llvm.ptr) attributes {gpu.kernel, gpu.known_block_size = array<i32: 8, 1, 1>, nvvm.kernel, nvvm.minctasm = 2 : i32, nvvm.reqntid = array<i32: 8, 1, 1>}
gpu.module @kernels {
  llvm.func @body(%x: f32) -> f32 attributes {llvm.bareptr} {
    llvm.return %x : f32
  }
  llvm.func @sized(%a: !llvm.ptr {llvm.noalias}, %b: !llvm.ptr) attributes {gpu.kernel, gpu.known_block_size = array<i32: 256, 1, 1>, llvm.bareptr} {
    llvm.return
  }
  llvm.func @unsized() attributes {gpu.kernel, llvm.bareptr} {
    llvm.return
  }
  func.func @later(%a: memref<8xf32>) attributes {gpu.kernel, gpu.known_block_size = array<i32: 8, 1, 1>, llvm.bareptr} {
    return
  }
}
