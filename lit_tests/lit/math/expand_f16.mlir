// RUN: hlo-opt %s --pass-pipeline='builtin.module(hloom-expand-f16,hloom-expand-bf16{f16=true})' | FileCheck %s
// RUN: hlo-opt %s --pass-pipeline='builtin.module(hloom-expand-f16)' | FileCheck %s --check-prefix=CONVERTED

// Conversions of scalars and vectors are expanded to integer arithmetic, and values are moved
// as integers.
// CHECK-LABEL: func.func @round_trip(
// CHECK-SAME: %{{.*}}: vector<4xi16>) -> vector<4xi16>
// CHECK-NOT: f16
// CHECK: math.absf %{{.*}} : vector<4xf32>
// CHECK-NOT: f16
// CHECK: arith.trunci %{{.*}} : vector<4xi32> to vector<4xi16>
// CONVERTED-LABEL: func.func @round_trip(
// CONVERTED-SAME: %{{.*}}: vector<4xf16>) -> vector<4xf16>
// CONVERTED-NOT: arith.extf
// CONVERTED-NOT: arith.truncf
func.func @round_trip(%x: vector<4xf16>) -> vector<4xf16> {
  %0 = arith.extf %x : vector<4xf16> to vector<4xf32>
  %1 = arith.truncf %0 : vector<4xf32> to vector<4xf16>
  return %1 : vector<4xf16>
}

// A double is rounded once.
// CHECK-LABEL: func.func @double(
// CHECK-NOT: f32
// CHECK: arith.bitcast %{{.*}} : f64 to i64
// CHECK-NOT: f32
// CHECK: return %{{.*}} : i16
func.func @double(%x: f64) -> f16 {
  %0 = arith.truncf %x : f64 to f16
  return %0 : f16
}

// CHECK-LABEL: func.func @integers(
// CHECK-NOT: f16
// CHECK: arith.sitofp %{{.*}} : i64 to f32
// CHECK-NOT: f16
// CHECK: arith.fptoui %{{.*}} : f32 to i8
func.func @integers(%x: i64, %y: f16) -> (f16, i8) {
  %0 = arith.sitofp %x : i64 to f16
  %1 = arith.fptoui %y : f16 to i8
  return %0, %1 : f16, i8
}

// With `contract`, the pair of conversions is removed without rounding.
// CHECK-LABEL: func.func @emulated(
// CHECK-SAME: %[[X:.*]]: f32) -> f32
// CHECK: return %[[X]] : f32
func.func @emulated(%x: f32) -> f32 {
  %0 = arith.truncf %x fastmath<contract> : f32 to f16
  %1 = arith.extf %0 fastmath<contract> : f16 to f32
  return %1 : f32
}

// ONLY-LABEL: func.func @only_f64(
// ONLY: arith.extf %{{.*}} : f16 to f32
// ONLY: arith.truncf %{{.*}} : f32 to f16
// ONLY-NOT: arith.truncf
// RUN: hlo-opt %s --pass-pipeline='builtin.module(hloom-expand-f16{only-f64=true})' | FileCheck %s --check-prefix=ONLY
func.func @only_f64(%x: f16, %y: f64) -> (f16, f16) {
  %0 = arith.extf %x : f16 to f32
  %1 = arith.truncf %0 : f32 to f16
  %2 = arith.truncf %y : f64 to f16
  return %1, %2 : f16, f16
}
