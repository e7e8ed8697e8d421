// RUN: hlo-opt %s --pass-pipeline='builtin.module(hloom-emit-entry)' | FileCheck %s

// The status of a runtime call decides whether the run continues.
// CHECK-LABEL: llvm.func internal @hloom_runtime_call
// CHECK-SAME: -> i1
// CHECK: %[[STATUS:.*]] = llvm.call %{{.*}}(%arg0, %arg1, %arg2)
// CHECK: %[[FAILED:.*]] = llvm.icmp "ne" %[[STATUS]]
// CHECK: llvm.return %[[FAILED]]

// A loop that depends on the result of a failed call would never end.
// CHECK-LABEL: llvm.func internal @main(
// CHECK: llvm.br ^[[LOOP:bb[0-9]+]]
// CHECK: ^[[LOOP]]:
// CHECK: %[[FAILED:.*]] = llvm.call @hloom_runtime_call
// CHECK: llvm.cond_br %[[FAILED]], ^[[END:bb[0-9]+]], ^[[REST:bb[0-9]+]]
// CHECK: ^[[REST]]:
// CHECK-NEXT: %[[AGAIN:.*]] = llvm.load
// CHECK: llvm.cond_br %[[AGAIN]], ^[[LOOP]]
// CHECK: ^[[END]]:
// CHECK-NEXT: llvm.return
llvm.func @hloom_call_0(!llvm.ptr) attributes {hloom.runtime_call = {}, sym_visibility = "private"}
llvm.func @main(%a: !llvm.ptr, %r: !llvm.ptr, %arena: !llvm.ptr) attributes {hloom.inputs = 1 : i64} {
  llvm.br ^loop
^loop:
  llvm.call @hloom_call_0(%r) : (!llvm.ptr) -> ()
  %again = llvm.load %r : !llvm.ptr -> i1
  llvm.cond_br %again, ^loop, ^end
^end:
  llvm.return
}
