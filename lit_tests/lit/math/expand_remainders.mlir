// Remainders of floats become calls of a function that divides bit by bit.
// RUN: hlo-opt %s --split-input-file --verify-diagnostics --pass-pipeline='builtin.module(hloom-expand-remainders)' | FileCheck %s

// Each type has one function.
// CHECK: func.func private @hloom_remainder_f32(%[[X:.*]]: f32, %[[Y:.*]]: f32) -> f32 attributes {hloom.body} {
// CHECK: %[[A:.*]] = math.absf %[[X]]
// CHECK: %[[B:.*]] = math.absf %[[Y]]
// CHECK: scf.while (%{{.*}} = %[[B]]) : (f32) -> f32
// CHECK: %[[END:.*]]:2 = scf.while (%{{.*}} = %[[A]], %{{.*}}) : (f32, f32) -> (f32, f32)
// CHECK: math.copysign %[[END]]#0, %[[X]]
// CHECK: func.func private @hloom_remainder_f64(%{{.*}}: f64, %{{.*}}: f64) -> f64 attributes {hloom.body} {
// CHECK-NOT: @hloom_remainder_
// CHECK-LABEL: func.func @main
// CHECK-SAME: (%[[X:.*]]: f32, %[[Y:.*]]: f32, %[[P:.*]]: f64)
// CHECK-NEXT: %[[FIRST:.*]] = call @hloom_remainder_f32(%[[X]], %[[Y]]) : (f32, f32) -> f32
// CHECK-NEXT: %[[SECOND:.*]] = call @hloom_remainder_f32(%[[FIRST]], %[[X]]) : (f32, f32) -> f32
// CHECK-NEXT: %[[THIRD:.*]] = call @hloom_remainder_f64(%[[P]], %[[P]]) : (f64, f64) -> f64
// CHECK-NEXT: return %[[SECOND]], %[[THIRD]]
func.func @main(%x: f32, %y: f32, %p: f64) -> (f32, f64) {
  %0 = arith.remf %x, %y : f32
  %1 = arith.remf %0, %x : f32
  %2 = arith.remf %p, %p : f64
  return %1, %2 : f32, f64
}

// -----

// The remainder of a loop's body is a call, too.
// CHECK: func.func private @hloom_remainder_f64
// CHECK-LABEL: func.func @in_loop
// CHECK: scf.for
// CHECK: func.call @hloom_remainder_f64
// CHECK-NOT: arith.remf
func.func @in_loop(%x: memref<8xf64>, %y: f64) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  scf.for %i = %c0 to %c8 step %c1 {
    %0 = memref.load %x[%i] : memref<8xf64>
    %1 = arith.remf %0, %y : f64
    memref.store %1, %x[%i] : memref<8xf64>
  }
  return
}

// -----

// Remainders of integers are unchanged, and need no function.
// CHECK: {{^}}module {
// CHECK-NEXT: func.func @integers
// CHECK: arith.remsi
// CHECK-NEXT: return
func.func @integers(%x: i32) -> i32 {
  %0 = arith.remsi %x, %x : i32
  return %0 : i32
}

// -----

func.func @half(%x: f16) -> f16 {
  // expected-error @below {{`arith.remf`: expected f32 or f64, found `f16`}}
  %0 = arith.remf %x, %x : f16
  return %0 : f16
}

// -----

func.func @vector(%x: vector<4xf32>) -> vector<4xf32> {
  // expected-error @below {{`arith.remf`: expected f32 or f64, found `vector<4xf32>`}}
  %0 = arith.remf %x, %x : vector<4xf32>
  return %0 : vector<4xf32>
}
