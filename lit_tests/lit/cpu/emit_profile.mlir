// RUN: hlo-opt %s --pass-pipeline='builtin.module(hloom-emit-entry)' | FileCheck %s

// The context is told when a nest begins and ends, if it has a recorder.
// CHECK-LABEL: llvm.func internal @hloom_mark
// CHECK: llvm.getelementptr %arg0[40]
// CHECK: llvm.call %{{.*}}(%arg0, %arg1)

// CHECK-LABEL: llvm.func internal @main(
// CHECK-SAME: hloom.kernels = ["main_kernel_0", "", "hloom_call_0"]
// CHECK: %[[FIRST:.*]] = llvm.mlir.constant(0 : i64)
// CHECK: llvm.call @hloom_mark(%arg3, %[[FIRST]])
// CHECK: llvm.call @main_kernel_0(%arg0)
// CHECK: %[[END:.*]] = llvm.mlir.constant(-1 : i64)
// CHECK: llvm.call @hloom_mark(%arg3, %[[END]])
// CHECK: llvm.call @hloom_mark
// CHECK: llvm.intr.memcpy
// CHECK: llvm.call @hloom_mark
// CHECK: llvm.call @hloom_mark
// CHECK: llvm.call @hloom_runtime_call
// CHECK: llvm.call @hloom_mark
llvm.func @main_kernel_0(%a: !llvm.ptr) attributes {hloom.tasks = 1 : i64, sym_visibility = "private"} {
  llvm.return
}
llvm.func @hloom_call_0(!llvm.ptr)
llvm.func @main(%input: !llvm.ptr, %result: !llvm.ptr, %arena: !llvm.ptr) attributes {hloom.inputs = 1 : i64, hloom.work = [{}, {}, {}]} {
  llvm.call @main_kernel_0(%input) : (!llvm.ptr) -> () loc("hloom.nest.0"("a.mlir":1:1))
  %size = llvm.mlir.constant(64 : i64) : i64
  "llvm.intr.memcpy"(%result, %input, %size) <{isVolatile = false}> : (!llvm.ptr, !llvm.ptr, i64) -> () loc("hloom.nest.1"("a.mlir":2:1))
  llvm.call @hloom_call_0(%input) : (!llvm.ptr) -> () loc("hloom.nest.2"("a.mlir":3:1))
  llvm.return
}
