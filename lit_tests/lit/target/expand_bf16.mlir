// RUN: hlo-opt %s --pass-pipeline='builtin.module(hlo-expand-bf16)' | FileCheck %s

// To the nearest, ties to even; a NaN stays one.
// CHECK-LABEL: func.func @round
// CHECK: %[[NAN:.*]] = arith.cmpf une, %arg0, %arg0
// CHECK: arith.addi
// CHECK: %[[ROUNDED:.*]] = arith.trunci
// CHECK: arith.select %[[NAN]], %{{.*}}, %[[ROUNDED]] : i16
// CHECK: arith.bitcast %{{.*}} : i16 to bf16
func.func @round(%x: f32) -> bf16 {
  %0 = arith.truncf %x : f32 to bf16
  return %0 : bf16
}

// CHECK-LABEL: func.func @widen
// CHECK: arith.shli
// CHECK: arith.bitcast %{{.*}} : vector<8xi32> to vector<8xf32>
func.func @widen(%x: vector<8xbf16>) -> vector<8xf32> {
  %0 = arith.extf %x : vector<8xbf16> to vector<8xf32>
  return %0 : vector<8xf32>
}

// Integers go through f32: LLVM's own conversion may call a library.
// CHECK-LABEL: func.func @from_integer
// CHECK: arith.sitofp %arg0 : i32 to f32
// CHECK: arith.bitcast %{{.*}} : i16 to bf16
func.func @from_integer(%x: i32) -> bf16 {
  %0 = arith.sitofp %x : i32 to bf16
  return %0 : bf16
}
