// RUN: hlo-opt %s --pass-pipeline='builtin.module(hloom-fence-masks)' | FileCheck %s

// The maximum of a masked element: LLVM no longer sees that minus infinity changes nothing.
// CHECK-LABEL: llvm.func @maximum(
// CHECK: %[[INFINITY:.*]] = llvm.mlir.constant
// CHECK: %[[HIDDEN:.*]] = llvm.call_intrinsic "llvm.arithmetic.fence"(%[[INFINITY]]) : (f32) -> f32
// CHECK: %[[MASKED:.*]] = llvm.select %{{.*}}, %{{.*}}, %[[HIDDEN]] : i1, f32
// CHECK: llvm.intr.maximum(%{{.*}}, %[[MASKED]])
llvm.func @maximum(%mask: i1, %score: f32, %old: f32) -> f32 {
  %infinity = llvm.mlir.constant(0xFF800000 : f32) : f32
  %0 = llvm.select %mask, %score, %infinity : i1, f32
  %1 = llvm.intr.maximum(%old, %0) : (f32, f32) -> f32
  llvm.return %1 : f32
}

// A select for another purpose, and a maximum of no constant, stay as they are.
// CHECK-LABEL: llvm.func @other(
// CHECK-NOT: llvm.call_intrinsic
llvm.func @other(%mask: i1, %a: f32, %b: f32) -> f32 {
  %zero = llvm.mlir.constant(0.0 : f32) : f32
  %0 = llvm.select %mask, %a, %zero : i1, f32
  %1 = llvm.fadd %0, %b : f32
  %2 = llvm.select %mask, %a, %b : i1, f32
  %3 = llvm.intr.maximum(%1, %2) : (f32, f32) -> f32
  llvm.return %3 : f32
}
