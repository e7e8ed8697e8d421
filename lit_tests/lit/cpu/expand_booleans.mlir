// RUN: hlo-opt %s --pass-pipeline='builtin.module(hloom-expand-booleans)' | FileCheck %s

// A boolean is loaded as a byte and compared with zero, and stored as the byte 0 or 1.
// CHECK-LABEL: llvm.func @copy(
// CHECK-SAME: %[[FROM:.*]]: !llvm.ptr, %[[TO:.*]]: !llvm.ptr)
// CHECK: %[[ZERO:.*]] = llvm.mlir.constant(0 : i8) : i8
// CHECK: %[[BYTE:.*]] = llvm.load %[[FROM]] {alignment = 1 : i64} : !llvm.ptr -> i8
// CHECK: %[[BOOLEAN:.*]] = llvm.icmp "ne" %[[BYTE]], %[[ZERO]] : i8
// CHECK: %[[STORED:.*]] = llvm.zext %[[BOOLEAN]] : i1 to i8
// CHECK: llvm.store %[[STORED]], %[[TO]] : i8, !llvm.ptr
llvm.func @copy(%from: !llvm.ptr, %to: !llvm.ptr) {
  %0 = llvm.load %from {alignment = 1 : i64} : !llvm.ptr -> i1
  llvm.store %0, %to : i1, !llvm.ptr
  llvm.return
}

// Other types stay as they are.
// CHECK-LABEL: llvm.func @other(
// CHECK: llvm.load %{{.*}} : !llvm.ptr -> f32
// CHECK-NEXT: llvm.store
llvm.func @other(%from: !llvm.ptr, %to: !llvm.ptr) {
  %0 = llvm.load %from : !llvm.ptr -> f32
  llvm.store %0, %to : f32, !llvm.ptr
  llvm.return
}
