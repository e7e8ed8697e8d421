// RUN: hlo-opt %s --pass-pipeline='builtin.module(hloom-emit-entry)' | FileCheck %s

// The first operation of the entry is a call that is replaced, as is the second one.
// CHECK-LABEL: llvm.func internal @main(
// CHECK-COUNT-2: llvm.call @hloom_runtime_call
llvm.func @hloom_call_0(!llvm.ptr) attributes {hloom.runtime_call = {}, sym_visibility = "private"}
llvm.func @main(%a: !llvm.ptr, %r: !llvm.ptr, %arena: !llvm.ptr) attributes {hloom.inputs = 1 : i64} {
  llvm.call @hloom_call_0(%r) : (!llvm.ptr) -> ()
  llvm.call @hloom_call_0(%r) : (!llvm.ptr) -> ()
  llvm.return
}
