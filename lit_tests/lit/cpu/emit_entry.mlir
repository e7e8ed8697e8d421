// RUN: hlo-opt %s --pass-pipeline='builtin.module(hloom-emit-entry)' | FileCheck %s

// A kernel with several tasks is passed to the run context, with its arguments in memory.
// CHECK-LABEL: llvm.func internal @main_kernel_0_task
// CHECK: %[[A:.*]] = llvm.load
// CHECK: llvm.call @main_kernel_0(%[[A]], %arg1, %arg2)

// Without a context, or if the context has no threads, it runs in the calling thread.
// CHECK-LABEL: llvm.func internal @hloom_parallel_for
// CHECK: %[[NONE:.*]] = llvm.icmp "eq" %arg0
// CHECK: llvm.cond_br %[[NONE]], ^[[HERE:bb[0-9]+]]
// CHECK: ^[[HERE]]:
// CHECK: llvm.call %arg1(%arg2, %{{.*}}, %arg3)

// CHECK-LABEL: llvm.func @main_entry(
// CHECK-SAME: %[[INPUTS:.*]]: !llvm.ptr, %[[RESULTS:.*]]: !llvm.ptr, %[[ARENA:.*]]: !llvm.ptr, %[[CONTEXT:.*]]: !llvm.ptr)
// CHECK: %[[INPUT:.*]] = llvm.load
// CHECK: %[[RESULT:.*]] = llvm.load
// CHECK: llvm.call @main(%[[INPUT]], %[[RESULT]], %[[ARENA]], %[[CONTEXT]])

// CHECK-LABEL: llvm.func internal @main(
// CHECK: llvm.alloca
// CHECK: llvm.br
// CHECK: %[[TASK:.*]] = llvm.mlir.addressof @main_kernel_0_task
// CHECK: llvm.call @hloom_parallel_for(%arg3, %[[TASK]]
// CHECK: llvm.call @main_kernel_1(%arg1)
llvm.func @main_kernel_0(%a: !llvm.ptr, %begin: i64, %end: i64) attributes {hloom.tasks = 4 : i64, sym_visibility = "private"} {
  llvm.return
}
llvm.func @main_kernel_1(%a: !llvm.ptr) attributes {hloom.tasks = 1 : i64, sym_visibility = "private"} {
  llvm.return
}
llvm.func @main(%a: !llvm.ptr, %r: !llvm.ptr, %arena: !llvm.ptr) attributes {hloom.inputs = 1 : i64} {
  %c0 = llvm.mlir.constant(0 : i64) : i64
  %c4 = llvm.mlir.constant(4 : i64) : i64
  llvm.br ^loop
^loop:
  llvm.call @main_kernel_0(%a, %c0, %c4) : (!llvm.ptr, i64, i64) -> ()
  llvm.call @main_kernel_1(%r) : (!llvm.ptr) -> ()
  %again = llvm.load %r : !llvm.ptr -> i1
  llvm.cond_br %again, ^loop, ^end
^end:
  llvm.return
}
