// RUN: hlo-opt %s --pass-pipeline='builtin.module(hloom-mark-bare-pointers)' | FileCheck %s
// RUN: hlo-opt %s --pass-pipeline='builtin.module(hloom-mark-bare-pointers,convert-to-llvm)' | FileCheck %s --check-prefix=LLVM

// Functions keep their other attributes.
// CHECK-LABEL: func.func @f(
// CHECK-SAME: attributes {hloom.tasks = 2 : i64, llvm.bareptr}
// LLVM-LABEL: llvm.func @f(%arg0: !llvm.ptr {llvm.noalias})
func.func @f(%a: memref<8xf32> {llvm.noalias}) attributes {hloom.tasks = 2 : i64} {
  return
}

// Declarations are marked, too, and calls pass pointers.
// CHECK: func.func private @g(memref<8xf32>) attributes {llvm.bareptr}
// LLVM: llvm.func @g(!llvm.ptr)
// LLVM: llvm.call @g(%{{.*}}) : (!llvm.ptr) -> ()
func.func private @g(memref<8xf32>)
func.func @h(%a: memref<8xf32>) {
  func.call @g(%a) : (memref<8xf32>) -> ()
  return
}
