// Functions that were kernels are marked as kernels of AMD's GPUs.
// RUN: hlo-opt %s --pass-pipeline='builtin.module(gpu.module(hloom-mark-rocdl-kernels))' | FileCheck %s
// RUN: hlo-opt %s --pass-pipeline='builtin.module(gpu.module(convert-to-llvm,hloom-mark-rocdl-kernels))' | FileCheck %s --check-prefix=CONVERTED

// Other functions and the attributes of arguments are unchanged. Only functions of the LLVM dialect
// are marked. The version of code objects is a flag of the module.
// CHECK: llvm.func @body(%{{.*}}: f32) -> f32 attributes {llvm.bareptr}
// CHECK: llvm.func @sized(%{{.*}}: !llvm.ptr {llvm.noalias}, %{{.*}}: !llvm.ptr) attributes {gpu.kernel, gpu.known_block_size = array<i32: 256, 1, 1>, rocdl.flat_work_group_size = "256,256", rocdl.kernel, rocdl.reqd_work_group_size = array<i32: 256, 1, 1>}
// CHECK: llvm.func @unsized() attributes {gpu.kernel, rocdl.kernel}
// CHECK: func.func @later(%{{.*}}: memref<8xf32>) attributes {gpu.kernel, gpu.known_block_size = array<i32: 8, 1, 1>, llvm.bareptr}
// CHECK: llvm.module_flags [#llvm.mlir.module_flag<error, "amdhsa_code_object_version", 500 : i32>]
// CONVERTED: llvm.func @later(%{{.*}}: !llvm.ptr) attributes {gpu.kernel, gpu.known_block_size = array<i32: 8, 1, 1>, rocdl.flat_work_group_size = "8,8", rocdl.kernel, rocdl.reqd_work_group_size = array<i32: 8, 1, 1>}
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
