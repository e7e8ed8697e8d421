// Integers of 2 and 4 bits, and of other unusual widths, are kept in wider ones with the sign
// extended.
// RUN: hlo-opt %s --split-input-file --verify-diagnostics --pass-pipeline='builtin.module(hloom-widen-integers)' | FileCheck %s

// Operations whose result depends on the low bits only are followed by two shifts.
// CHECK-LABEL: func.func @changed
// CHECK-SAME: (%[[A:.*]]: i8, %[[B:.*]]: i8) -> (i8, i8, i8, i8, i8) {
// CHECK-NEXT: %[[SUM:.*]] = arith.addi %[[A]], %[[B]] : i8
// CHECK-NEXT: %[[FOUR:.*]] = arith.constant 4 : i8
// CHECK-NEXT: %[[HIGH:.*]] = arith.shli %[[SUM]], %[[FOUR]] : i8
// CHECK-NEXT: %[[EXTENDED:.*]] = arith.shrsi %[[HIGH]], %[[FOUR]] : i8
// CHECK-NEXT: arith.subi %[[EXTENDED]], %[[B]] : i8
// CHECK: arith.shrsi
// CHECK-NEXT: arith.muli
// CHECK: arith.shrsi
// CHECK-NEXT: arith.shli %{{.*}}, %[[B]] : i8
// CHECK: arith.shrsi
// CHECK-NEXT: arith.divsi %{{.*}}, %[[B]] : i8
// CHECK: %[[LAST:.*]] = arith.shrsi
// CHECK-NEXT: return %[[EXTENDED]], %{{.*}}, %[[LAST]]
func.func @changed(%a: i4, %b: i4) -> (i4, i4, i4, i4, i4) {
  %0 = arith.addi %a, %b : i4
  %1 = arith.subi %0, %b : i4
  %2 = arith.muli %1, %b : i4
  %3 = arith.shli %2, %b : i4
  // The quotient of -8 and -1 is 8, which wraps.
  %4 = arith.divsi %3, %b : i4
  return %0, %1, %2, %3, %4 : i4, i4, i4, i4, i4
}

// Operations that keep the sign extended are unchanged.
// CHECK-LABEL: func.func @kept
// CHECK-SAME: (%[[A:.*]]: i8, %[[B:.*]]: i8)
// CHECK-NEXT: arith.andi %[[A]], %[[B]] : i8
// CHECK-NEXT: arith.ori
// CHECK-NEXT: arith.xori
// CHECK-NEXT: arith.shrsi
// CHECK-NEXT: arith.remsi
// CHECK-NEXT: arith.minsi
// CHECK-NEXT: arith.maxsi
// CHECK-NEXT: %[[LESS:.*]] = arith.cmpi slt, %{{.*}}, %[[B]] : i8
// CHECK-NEXT: %[[EQUAL:.*]] = arith.cmpi eq, %{{.*}}, %[[B]] : i8
// CHECK-NEXT: arith.andi %[[LESS]], %[[EQUAL]] : i1
// CHECK-NEXT: %[[CHOSEN:.*]] = arith.select %{{.*}}, %{{.*}}, %[[B]] : i8
// CHECK-NEXT: arith.sitofp %[[CHOSEN]] : i8 to f32
// CHECK-NEXT: arith.index_cast %[[CHOSEN]] : i8 to index
// CHECK-NEXT: return
func.func @kept(%a: i2, %b: i2) -> (f32, index) {
  %0 = arith.andi %a, %b : i2
  %1 = arith.ori %0, %b : i2
  %2 = arith.xori %1, %b : i2
  %3 = arith.shrsi %2, %b : i2
  %4 = arith.remsi %3, %b : i2
  %5 = arith.minsi %4, %b : i2
  %6 = arith.maxsi %5, %b : i2
  %7 = arith.cmpi slt, %6, %b : i2
  %8 = arith.cmpi eq, %6, %b : i2
  %9 = arith.andi %7, %8 : i1
  %10 = arith.select %9, %6, %b : i2
  %11 = arith.sitofp %10 : i2 to f32
  %12 = arith.index_cast %10 : i2 to index
  return %11, %12 : f32, index
}

// Operations on unsigned numbers take the low bits of every operand.
// CHECK-LABEL: func.func @unsigned
// CHECK-SAME: (%[[A:.*]]: i8, %[[B:.*]]: i8)
// CHECK-NEXT: %[[MASK:.*]] = arith.constant 15 : i8
// CHECK-NEXT: %[[LOW_A:.*]] = arith.andi %[[A]], %[[MASK]] : i8
// CHECK-NEXT: %[[MASK_B:.*]] = arith.constant 15 : i8
// CHECK-NEXT: %[[LOW_B:.*]] = arith.andi %[[B]], %[[MASK_B]] : i8
// CHECK-NEXT: %[[QUOTIENT:.*]] = arith.divui %[[LOW_A]], %[[LOW_B]] : i8
// CHECK: arith.shli %[[QUOTIENT]]
// CHECK-NEXT: %[[EXTENDED:.*]] = arith.shrsi
// CHECK: %[[LOW:.*]] = arith.andi %[[EXTENDED]]
// CHECK: arith.remui %[[LOW]], %{{.*}} : i8
// CHECK: arith.shrsi
// CHECK: arith.shrui
// CHECK: arith.shrsi
// CHECK: arith.minui
// CHECK: arith.shrsi
// CHECK: arith.maxui
// CHECK: arith.shrsi
// CHECK: arith.andi
// CHECK: %[[COUNT:.*]] = math.ctpop
// CHECK: arith.shli %[[COUNT]]
// CHECK: %[[NUMBER:.*]] = arith.shrsi
// CHECK: %[[LEFT:.*]] = arith.andi %[[NUMBER]], %{{.*}} : i8
// CHECK: %[[RIGHT:.*]] = arith.andi %[[B]], %{{.*}} : i8
// CHECK-NEXT: arith.cmpi ult, %[[LEFT]], %[[RIGHT]] : i8
// CHECK: %[[POSITIVE:.*]] = arith.andi %[[NUMBER]], %{{.*}} : i8
// CHECK-NEXT: arith.uitofp %[[POSITIVE]] : i8 to f32
// CHECK: %[[OFFSET:.*]] = arith.andi %[[NUMBER]], %{{.*}} : i8
// CHECK-NEXT: arith.index_castui %[[OFFSET]] : i8 to index
// CHECK-NEXT: return
func.func @unsigned(%a: i4, %b: i4) -> (i1, f32, index) {
  %0 = arith.divui %a, %b : i4
  %1 = arith.remui %0, %b : i4
  %2 = arith.shrui %1, %b : i4
  %3 = arith.minui %2, %b : i4
  %4 = arith.maxui %3, %b : i4
  %5 = math.ctpop %4 : i4
  %6 = arith.cmpi ult, %5, %b : i4
  %7 = arith.uitofp %5 : i4 to f32
  %8 = arith.index_castui %5 : i4 to index
  return %6, %7, %8 : i1, f32, index
}

// Floats are converted to the wider type.
// CHECK-LABEL: func.func @from_floats
// CHECK: %[[SIGNED:.*]] = arith.fptosi %{{.*}} : f32 to i8
// CHECK: arith.shli %[[SIGNED]]
// CHECK: arith.shrsi
// CHECK: %[[UNSIGNED:.*]] = arith.fptoui %{{.*}} : f32 to i8
// CHECK: arith.shli %[[UNSIGNED]]
// CHECK: arith.shrsi
func.func @from_floats(%x: f32) -> (i4, i4) {
  %0 = arith.fptosi %x : f32 to i4
  %1 = arith.fptoui %x : f32 to i4
  return %0, %1 : i4, i4
}

// Between types of one container, only bits are set. The conversion of an unsigned number to a
// wider type takes its low bits, and the result of a truncation is extended.
// CHECK-LABEL: func.func @converted
// CHECK-SAME: (%[[A:.*]]: i8, %[[N:.*]]: i8, %[[P:.*]]: i1, %[[W:.*]]: i32)
// CHECK-NEXT: %[[SIX:.*]] = arith.constant 6 : i8
// CHECK-NEXT: %[[HIGH:.*]] = arith.shli %[[A]], %[[SIX]] : i8
// CHECK-NEXT: %[[R0:.*]] = arith.shrsi %[[HIGH]], %[[SIX]] : i8
// CHECK: arith.shli %[[N]]
// CHECK-NEXT: %[[R1:.*]] = arith.shrsi
// CHECK: %[[THREE:.*]] = arith.constant 3 : i8
// CHECK-NEXT: %[[LOW:.*]] = arith.andi %[[N]], %[[THREE]] : i8
// CHECK: arith.shli %[[LOW]]
// CHECK-NEXT: %[[R2:.*]] = arith.shrsi
// CHECK: %[[BIT:.*]] = arith.extui %[[P]] : i1 to i8
// CHECK: arith.shli %[[BIT]]
// CHECK-NEXT: %[[R3:.*]] = arith.shrsi
// CHECK: %[[R4:.*]] = arith.trunci %[[A]] : i8 to i1
// CHECK: %[[R5:.*]] = arith.extsi %[[A]] : i8 to i32
// CHECK: %[[BITS:.*]] = arith.andi %[[A]], %c15_i8
// CHECK: %[[R6:.*]] = arith.extui %[[BITS]] : i8 to i32
// CHECK: %[[TRUNCATED:.*]] = arith.trunci %[[W]] : i32 to i8
// CHECK: arith.shli %[[TRUNCATED]]
// CHECK-NEXT: %[[R7:.*]] = arith.shrsi
// CHECK-NEXT: return %[[R0]], %[[R1]], %[[R2]], %[[R3]], %[[R4]], %[[R5]], %[[R6]], %[[R7]] : i8, i8, i8, i8, i1, i32, i32, i8
func.func @converted(%a: i4, %n: i2, %p: i1, %w: i32) -> (i2, i4, i4, i4, i1, i32, i32, i4) {
  %0 = arith.trunci %a : i4 to i2
  %1 = arith.extsi %n : i2 to i4
  %2 = arith.extui %n : i2 to i4
  %3 = arith.extui %p : i1 to i4
  %4 = arith.trunci %a : i4 to i1
  %5 = arith.extsi %a : i4 to i32
  %6 = arith.extui %a : i4 to i32
  %7 = arith.trunci %w : i32 to i4
  return %0, %1, %2, %3, %4, %5, %6, %7 : i2, i4, i4, i4, i1, i32, i32, i4
}

// The sign of a constant is extended.
// CHECK-LABEL: func.func @constants
// CHECK-NEXT: %[[A:.*]] = arith.constant -3 : i8
// CHECK-NEXT: %[[B:.*]] = arith.constant 7 : i8
// CHECK-NEXT: %[[C:.*]] = arith.constant -1 : i8
// CHECK-NEXT: %[[D:.*]] = arith.constant -5 : i64
// CHECK-NEXT: return %[[A]], %[[B]], %[[C]], %[[D]] : i8, i8, i8, i64
func.func @constants() -> (i4, i4, i4, i33) {
  %0 = arith.constant 13 : i4
  %1 = arith.constant 7 : i4
  %2 = arith.constant 15 : i4
  %3 = arith.constant -5 : i33
  return %0, %1, %2, %3 : i4, i4, i4, i33
}

// The containers have 8, 16, 32 or 64 bits.
// CHECK-LABEL: func.func @containers
// CHECK-SAME: (%{{.*}}: i8, %{{.*}}: i16, %{{.*}}: i32, %{{.*}}: i64) -> (i16, i32, i64)
// CHECK: arith.addi %{{.*}} : i16
// CHECK-NEXT: %[[SEVEN:.*]] = arith.constant 7 : i16
// CHECK: arith.addi %{{.*}} : i32
// CHECK-NEXT: %[[FIFTEEN:.*]] = arith.constant 15 : i32
// CHECK: arith.constant 8589934591 : i64
// CHECK: arith.divui %{{.*}} : i64
// CHECK-NEXT: %[[SHIFT:.*]] = arith.constant 31 : i64
func.func @containers(%a: i7, %b: i9, %c: i17, %d: i33) -> (i9, i17, i33) {
  %0 = arith.addi %b, %b : i9
  %1 = arith.addi %c, %c : i17
  %2 = arith.divui %d, %d : i33
  return %0, %1, %2 : i9, i17, i33
}

// Elements in memory have a byte each, whose other bits are zero.
// CHECK-LABEL: func.func @memory
// CHECK-SAME: (%[[M:.*]]: memref<2x4xi8>, %[[I:.*]]: index)
// CHECK: %[[VALUE:.*]] = memref.load %[[M]][%[[I]], %[[I]]] : memref<2x4xi8>
// CHECK-NEXT: %[[FOUR:.*]] = arith.constant 4 : i8
// CHECK-NEXT: %[[HIGH:.*]] = arith.shli %[[VALUE]], %[[FOUR]]
// CHECK-NEXT: %[[EXTENDED:.*]] = arith.shrsi %[[HIGH]], %[[FOUR]]
// CHECK-NEXT: %[[VIEW:.*]] = memref.reinterpret_cast %[[M]] to offset: [4], sizes: [4], strides: [1] : memref<2x4xi8> to memref<4xi8, strided<[1], offset: 4>>
// CHECK-NEXT: %[[MASK:.*]] = arith.constant 15 : i8
// CHECK-NEXT: %[[LOW:.*]] = arith.andi %[[EXTENDED]], %[[MASK]]
// CHECK-NEXT: memref.store %[[LOW]], %[[VIEW]][%[[I]]] : memref<4xi8, strided<[1], offset: 4>>
// CHECK-NEXT: %[[LOCAL:.*]] = memref.alloca() : memref<2x4xi8>
// CHECK-NEXT: memref.copy %[[M]], %[[LOCAL]] : memref<2x4xi8> to memref<2x4xi8>
func.func @memory(%m: memref<2x4xi4>, %i: index) {
  %0 = memref.load %m[%i, %i] : memref<2x4xi4>
  %1 = memref.reinterpret_cast %m to offset: [4], sizes: [4], strides: [1] : memref<2x4xi4> to memref<4xi4, strided<[1], offset: 4>>
  memref.store %0, %1[%i] : memref<4xi4, strided<[1], offset: 4>>
  %2 = memref.alloca() : memref<2x4xi4>
  memref.copy %m, %2 : memref<2x4xi4> to memref<2x4xi4>
  return
}

// Values that control flow and calls pass on have the wider types.
// CHECK-LABEL: func.func @callee(%{{.*}}: i8) -> i8
// CHECK-LABEL: func.func @control
// CHECK: %[[SUM:.*]] = scf.for {{.*}} iter_args(%{{.*}} = %{{.*}}) -> (i8) {
// CHECK: func.call @callee(%{{.*}}) : (i8) -> i8
// CHECK: scf.yield %{{.*}} : i8
// CHECK: scf.if %{{.*}} -> (i8) {
// CHECK: scf.while (%{{.*}} = %{{.*}}) : (i8) -> i8 {
// CHECK: scf.condition(%{{.*}}) %{{.*}} : i8
// CHECK: ^bb0(%{{.*}}: i8):
func.func @callee(%a: i4) -> i4 {
  return %a : i4
}
func.func @control(%a: i4, %p: i1) -> i4 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  %0 = scf.for %i = %c0 to %c8 step %c1 iter_args(%s = %a) -> i4 {
    %3 = func.call @callee(%s) : (i4) -> i4
    scf.yield %3 : i4
  }
  %1 = scf.if %p -> i4 {
    scf.yield %0 : i4
  } else {
    scf.yield %a : i4
  }
  %2 = scf.while (%b = %1) : (i4) -> i4 {
    scf.condition(%p) %b : i4
  } do {
  ^bb0(%b: i4):
    scf.yield %b : i4
  }
  return %2 : i4
}

// -----

// Functions without such integers are unchanged.
// CHECK-LABEL: func.func @usual(%{{.*}}: i1, %{{.*}}: i8, %{{.*}}: i16, %{{.*}}: i32, %{{.*}}: i64, %{{.*}}: f16, %{{.*}}: memref<4xi8>)
// CHECK-NEXT: arith.addi
// CHECK-NEXT: arith.divui
// CHECK-NEXT: return
func.func @usual(%a: i1, %b: i8, %c: i16, %d: i32, %e: i64, %f: f16, %m: memref<4xi8>) -> i8 {
  %0 = arith.addi %b, %b : i8
  %1 = arith.divui %0, %b : i8
  return %1 : i8
}

// -----

func.func @extended(%a: i4) -> (i4, i4) {
  // expected-error @below {{`arith.mulsi_extended` of integers of 4 bits is not supported}}
  %0:2 = arith.mulsi_extended %a, %a : i4
  return %0#0, %0#1 : i4, i4
}

// -----

func.func @bits(%a: i6) -> f6E2M3FN {
  // expected-error @below {{`arith.bitcast` of integers of 6 bits is not supported}}
  %0 = arith.bitcast %a : i6 to f6E2M3FN
  return %0 : f6E2M3FN
}

// -----

func.func @power(%a: i2) -> i2 {
  // expected-error @below {{`math.ipowi` of integers of 2 bits is not supported}}
  %0 = math.ipowi %a, %a : i2
  return %0 : i2
}
