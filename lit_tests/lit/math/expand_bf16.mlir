// RUN: hlo-opt %s --split-input-file --verify-diagnostics --pass-pipeline='builtin.module(hloom-expand-bf16)' | FileCheck %s

// Rounds to nearest, ties to even; a NaN keeps its sign.
// CHECK-LABEL: func.func @round
// CHECK: %[[NAN:.*]] = arith.cmpf une, %arg0, %arg0
// CHECK: %[[HIGH:.*]] = arith.shrui
// CHECK: arith.addi
// CHECK: %[[NEAREST:.*]] = arith.shrui
// CHECK: %[[QUIET:.*]] = arith.ori %[[HIGH]]
// CHECK: %[[CHOSEN:.*]] = arith.select %[[NAN]], %[[QUIET]], %[[NEAREST]] : i32
// CHECK: %[[BITS:.*]] = arith.trunci %[[CHOSEN]] : i32 to i16
// CHECK: return %[[BITS]] : i16
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
// CHECK: return %{{.*}} : i16
func.func @from_integer(%x: i32) -> bf16 {
  %0 = arith.sitofp %x : i32 to bf16
  return %0 : bf16
}

// CHECK-LABEL: func.func @from_unsigned
// CHECK: arith.uitofp %arg0 : vector<4xi32> to vector<4xf32>
// CHECK: return %{{.*}} : vector<4xi16>
func.func @from_unsigned(%x: vector<4xi32>) -> vector<4xbf16> {
  %0 = arith.uitofp %x : vector<4xi32> to vector<4xbf16>
  return %0 : vector<4xbf16>
}

// f64 is rounded through an f32 with a sticky last bit.
// CHECK-LABEL: func.func @round_f64
// CHECK: %[[NEAR:.*]] = arith.truncf %arg0 : f64 to f32
// CHECK: %[[AGAIN:.*]] = arith.extf %[[NEAR]] : f32 to f64
// CHECK: arith.cmpf one, %[[AGAIN]], %arg0
// CHECK: arith.ori
// CHECK: return %{{.*}} : i16
func.func @round_f64(%x: f64) -> bf16 {
  %0 = arith.truncf %x : f64 to bf16
  return %0 : bf16
}

// CHECK-LABEL: func.func @vectors_of_f64
// CHECK: %[[ZERO:.*]] = arith.constant dense<0.000000e+00> : vector<4xf64>
// CHECK: arith.cmpf olt, %arg0, %[[ZERO]] : vector<4xf64>
// CHECK: %[[BITS:.*]] = arith.trunci %{{.*}} : vector<4xi32> to vector<4xi16>
// CHECK: %[[WIDE:.*]] = arith.bitcast %{{.*}} : vector<4xi32> to vector<4xf32>
// CHECK: arith.extf %[[WIDE]] : vector<4xf32> to vector<4xf64>
// CHECK: return %[[BITS]], %{{.*}} : vector<4xi16>, vector<4xf64>
func.func @vectors_of_f64(%x: vector<4xf64>) -> (vector<4xbf16>, vector<4xf64>) {
  %0 = arith.truncf %x : vector<4xf64> to vector<4xbf16>
  %1 = arith.extf %0 : vector<4xbf16> to vector<4xf64>
  return %0, %1 : vector<4xbf16>, vector<4xf64>
}

// Values are moved as the integers of their bits.
// CHECK-LABEL: func.func @moved
// CHECK-SAME: (%{{.*}}: memref<4xi16>, %{{.*}}: i1)
// CHECK: arith.constant 16256 : i16
// CHECK: arith.select %{{.*}} : i16
// CHECK-NOT: bf16
func.func @moved(%m: memref<4xbf16>, %p: i1) {
  %c0 = arith.constant 0 : index
  %one = arith.constant 1.0 : bf16
  %0 = memref.load %m[%c0] : memref<4xbf16>
  %1 = arith.select %p, %0, %one : bf16
  memref.store %1, %m[%c0] : memref<4xbf16>
  return
}

// CHECK: memref.global "private" constant @table : memref<2xi16> = dense<[16256, -16384]>
memref.global "private" constant @table : memref<2xbf16> = dense<[1.0, -2.0]>

// -----

// Arithmetic would treat the bits as an integer.
func.func @arithmetic(%x: vector<4xbf16>) -> bf16 {
  // expected-error @below {{`vector.reduction` computes in bf16; emulate this operation in f32 first}}
  %0 = vector.reduction <add>, %x : vector<4xbf16> into bf16
  return %0 : bf16
}

// -----

func.func @atomic(%m: memref<4xbf16>, %x: bf16, %i: index) {
  // expected-error @below {{`memref.atomic_rmw` computes in bf16; emulate this operation in f32 first}}
  %0 = memref.atomic_rmw addf %x, %m[%i] : (bf16, memref<4xbf16>) -> bf16
  return
}

// -----

func.func @rounding_mode(%x: f32) -> bf16 {
  // expected-error @below {{`arith.truncf` to bf16 with a rounding mode is not supported}}
  %0 = arith.truncf %x toward_zero : f32 to bf16
  return %0 : bf16
}

// -----

func.func @from_f128(%x: f128) -> bf16 {
  // expected-error @below {{`arith.truncf` to bf16: expected f32 or f64, found `f128`}}
  %0 = arith.truncf %x : f128 to bf16
  return %0 : bf16
}

// -----

func.func @to_f80(%x: vector<4xbf16>) -> vector<4xf80> {
  // expected-error @below {{`arith.extf` from bf16: expected f32 or f64, found `f80`}}
  %0 = arith.extf %x : vector<4xbf16> to vector<4xf80>
  return %0 : vector<4xf80>
}

// -----

func.func @scalable(%x: vector<[4]xf32>) -> vector<[4]xbf16> {
  // expected-error @below {{`arith.truncf` to bf16: expected a vector of fixed length, found `vector<[4]xf32>`}}
  %0 = arith.truncf %x : vector<[4]xf32> to vector<[4]xbf16>
  return %0 : vector<[4]xbf16>
}

// -----

func.func @scalable_integers(%x: vector<[4]xi32>) -> vector<[4]xbf16> {
  // expected-error @below {{`arith.sitofp` to bf16: expected a vector of fixed length, found `vector<[4]xi32>`}}
  %0 = arith.sitofp %x : vector<[4]xi32> to vector<[4]xbf16>
  return %0 : vector<[4]xbf16>
}
