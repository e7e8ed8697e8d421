// RUN: hlo-opt %s --split-input-file --verify-diagnostics --pass-pipeline='builtin.module(hloom-emit-entry{c-function=true})' | FileCheck %s

// A function for C takes its buffers and the arena, and runs all tasks itself.
// CHECK-LABEL: llvm.func internal @main_kernel_0(
// CHECK-LABEL: llvm.func @main(%arg0: !llvm.ptr, %arg1: !llvm.ptr, %arg2: !llvm.ptr)
// CHECK: llvm.call @main_kernel_0(%arg0, %{{.*}}, %{{.*}})
// CHECK-NOT: llvm.func
llvm.func @main_kernel_0(%a: !llvm.ptr, %begin: i64, %end: i64) attributes {hloom.tasks = 4 : i64, sym_visibility = "private"} {
  llvm.return
}
llvm.func @main(%a: !llvm.ptr, %r: !llvm.ptr, %arena: !llvm.ptr) attributes {hloom.inputs = 1 : i64} {
  %c0 = llvm.mlir.constant(0 : i64) : i64
  %c4 = llvm.mlir.constant(4 : i64) : i64
  llvm.call @main_kernel_0(%a, %c0, %c4) : (!llvm.ptr, i64, i64) -> ()
  llvm.return
}

// -----

// expected-error @below {{`stablehlo.fft` needs the runtime, which C functions do not have}}
llvm.func @hloom_call_0(!llvm.ptr, !llvm.ptr) attributes {hloom.runtime_call = {name = "stablehlo.fft"}, sym_visibility = "private"}
llvm.func @main(%a: !llvm.ptr, %r: !llvm.ptr, %arena: !llvm.ptr) attributes {hloom.inputs = 1 : i64} {
  llvm.call @hloom_call_0(%a, %r) : (!llvm.ptr, !llvm.ptr) -> ()
  llvm.return
}
