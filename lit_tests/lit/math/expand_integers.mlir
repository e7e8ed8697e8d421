// Remainders and counts of bits become operations that Vulkan defines for every integer.
// RUN: hlo-opt %s --split-input-file --verify-diagnostics --pass-pipeline='builtin.module(hloom-expand-integers)' | FileCheck %s
// RUN: hlo-opt %s --split-input-file --verify-diagnostics --pass-pipeline='builtin.module(hloom-expand-integers,canonicalize)' | FileCheck %s --check-prefix=FOLDED

// The remainder of the absolute values gets the sign of the dividend.
// CHECK-LABEL: func.func @remainder
// CHECK-SAME: (%[[A:.*]]: i32, %[[B:.*]]: i32)
// CHECK: %[[NEGATIVE:.*]] = arith.cmpi slt, %[[A]], %c0_i32{{.*}} : i32
// CHECK: %[[DIVISOR_NEGATIVE:.*]] = arith.cmpi slt, %[[B]], %c0_i32{{.*}} : i32
// CHECK: %[[MINUS_A:.*]] = arith.subi %c0_i32{{.*}}, %[[A]] : i32
// CHECK-NEXT: %[[ABS_A:.*]] = arith.select %[[NEGATIVE]], %[[MINUS_A]], %[[A]] : i32
// CHECK: %[[MINUS_B:.*]] = arith.subi %c0_i32{{.*}}, %[[B]] : i32
// CHECK-NEXT: %[[ABS_B:.*]] = arith.select %[[DIVISOR_NEGATIVE]], %[[MINUS_B]], %[[B]] : i32
// CHECK-NEXT: %[[REMAINDER:.*]] = arith.remui %[[ABS_A]], %[[ABS_B]] : i32
// CHECK: %[[MINUS:.*]] = arith.subi %c0_i32{{.*}}, %[[REMAINDER]] : i32
// CHECK-NEXT: %[[SIGNED:.*]] = arith.select %[[NEGATIVE]], %[[MINUS]], %[[REMAINDER]] : i32
// CHECK-NEXT: return %[[SIGNED]] : i32
func.func @remainder(%a: i32, %b: i32) -> i32 {
  %0 = arith.remsi %a, %b : i32
  return %0 : i32
}

// Indices have remainders, too.
// CHECK-LABEL: func.func @remainder_of_indices
// CHECK-NOT: arith.remsi
// CHECK: arith.remui %{{.*}}, %{{.*}} : index
// CHECK-NOT: arith.remsi
// CHECK: return
func.func @remainder_of_indices(%a: index, %b: index) -> index {
  %0 = arith.remsi %a, %b : index
  return %0 : index
}

// The sums of 8 bits need no product of bytes, which is one by 1.
// CHECK-LABEL: func.func @count_8
// CHECK-SAME: (%[[A:.*]]: i8)
// CHECK: %[[HALF:.*]] = arith.shrui %[[A]], %c1_i8
// CHECK: %[[ODD:.*]] = arith.andi %[[HALF]], %c85_i8
// CHECK: %[[PAIRS:.*]] = arith.subi %[[A]], %[[ODD]]
// CHECK: %[[SHIFTED:.*]] = arith.shrui %[[PAIRS]], %c2_i8
// CHECK: %[[UPPER:.*]] = arith.andi %[[SHIFTED]], %c51_i8
// CHECK: %[[LOWER:.*]] = arith.andi %[[PAIRS]], %c51_i8
// CHECK: %[[FOURS:.*]] = arith.addi %[[LOWER]], %[[UPPER]]
// CHECK: %[[HIGH:.*]] = arith.shrui %[[FOURS]], %c4_i8
// CHECK: %[[SUMS:.*]] = arith.addi %[[FOURS]], %[[HIGH]]
// CHECK: %[[BYTES:.*]] = arith.andi %[[SUMS]], %c15_i8
// CHECK: %[[ALL:.*]] = arith.muli %[[BYTES]], %c1_i8
// CHECK: arith.shrui %[[ALL]], %c0_i8
func.func @count_8(%a: i8) -> i8 {
  %0 = math.ctpop %a : i8
  return %0 : i8
}

// The masks have the width of the type, and the last shift leaves the highest byte.
// CHECK-LABEL: func.func @count_16
// CHECK: arith.andi %{{.*}}, %c21845_i16
// CHECK: arith.andi %{{.*}}, %c13107_i16
// CHECK: arith.andi %{{.*}}, %c3855_i16
// CHECK: arith.muli %{{.*}}, %c257_i16
// CHECK: arith.shrui %{{.*}}, %c8_i16
func.func @count_16(%a: i16) -> i16 {
  %0 = math.ctpop %a : i16
  return %0 : i16
}

// CHECK-LABEL: func.func @count_32
// CHECK: arith.andi %{{.*}}, %c1431655765_i32
// CHECK: arith.andi %{{.*}}, %c858993459_i32
// CHECK: arith.andi %{{.*}}, %c252645135_i32
// CHECK: arith.muli %{{.*}}, %c16843009_i32
// CHECK: arith.shrui %{{.*}}, %c24_i32
func.func @count_32(%a: i32) -> i32 {
  %0 = math.ctpop %a : i32
  return %0 : i32
}

// CHECK-LABEL: func.func @count_64
// CHECK: arith.andi %{{.*}}, %c6148914691236517205_i64
// CHECK: arith.andi %{{.*}}, %c3689348814741910323_i64
// CHECK: arith.andi %{{.*}}, %c1085102592571150095_i64
// CHECK: arith.muli %{{.*}}, %c72340172838076673_i64
// CHECK: arith.shrui %{{.*}}, %c56_i64
func.func @count_64(%a: i64) -> i64 {
  %0 = math.ctpop %a : i64
  return %0 : i64
}

// The bits below the first one are set in steps of powers of two, and their number is subtracted
// from the width.
// CHECK-LABEL: func.func @leading_8
// CHECK-SAME: (%[[A:.*]]: i8)
// CHECK: %[[ONE:.*]] = arith.shrui %[[A]], %c1_i8
// CHECK-NEXT: %[[TWO_SET:.*]] = arith.ori %[[A]], %[[ONE]]
// CHECK: %[[TWO:.*]] = arith.shrui %[[TWO_SET]], %c2_i8
// CHECK-NEXT: %[[FOUR_SET:.*]] = arith.ori %[[TWO_SET]], %[[TWO]]
// CHECK: %[[FOUR:.*]] = arith.shrui %[[FOUR_SET]], %c4_i8
// CHECK-NEXT: arith.ori %[[FOUR_SET]], %[[FOUR]]
// CHECK-NOT: arith.ori
// CHECK: %[[WIDTH:.*]] = arith.constant 8 : i8
// CHECK: %[[COUNT:.*]] = arith.shrui %{{.*}}, %c0_i8
// CHECK-NEXT: arith.subi %[[WIDTH]], %[[COUNT]]
func.func @leading_8(%a: i8) -> i8 {
  %0 = math.ctlz %a : i8
  return %0 : i8
}

// CHECK-LABEL: func.func @leading_64
// CHECK-COUNT-6: arith.ori
// CHECK-NOT: arith.ori
// CHECK: arith.constant 64 : i64
// CHECK: return
func.func @leading_64(%a: i64) -> i64 {
  %0 = math.ctlz %a : i64
  return %0 : i64
}

// The bits below the last one are those of `~a & (a - 1)`.
// CHECK-LABEL: func.func @trailing
// CHECK-SAME: (%[[A:.*]]: i16)
// CHECK: %[[LESS:.*]] = arith.subi %[[A]], %c1_i16
// CHECK: %[[INVERTED:.*]] = arith.xori %[[A]], %c-1_i16
// CHECK: %[[BELOW:.*]] = arith.andi %[[INVERTED]], %[[LESS]]
// CHECK: arith.shrui %[[BELOW]], %c1_i16
func.func @trailing(%a: i16) -> i16 {
  %0 = math.cttz %a : i16
  return %0 : i16
}

// Folded, the expansions give the numbers that the operations are defined to give: the sign of the
// dividend, no overflow of the smallest number, and counts up to the width.
// FOLDED-LABEL: func.func @values
// FOLDED-DAG: %[[M1:.*]] = arith.constant -1 : i8
// FOLDED-DAG: %[[P1:.*]] = arith.constant 1 : i8
// FOLDED-DAG: %[[Z:.*]] = arith.constant 0 : i8
// FOLDED-DAG: %[[EIGHT:.*]] = arith.constant 8 : i8
// FOLDED-DAG: %[[SEVEN:.*]] = arith.constant 7 : i8
// FOLDED: return %[[M1]], %[[P1]], %[[Z]], %[[EIGHT]], %[[Z]], %[[EIGHT]], %[[P1]], %[[EIGHT]], %[[SEVEN]] :
func.func @values() -> (i8, i8, i8, i8, i8, i8, i8, i8, i8) {
  %m7 = arith.constant -7 : i8
  %p7 = arith.constant 7 : i8
  %m2 = arith.constant -2 : i8
  %m1 = arith.constant -1 : i8
  %c0 = arith.constant 0 : i8
  %c64 = arith.constant 64 : i8
  %min = arith.constant -128 : i8
  %0 = arith.remsi %m7, %m2 : i8
  %1 = arith.remsi %p7, %m2 : i8
  %2 = arith.remsi %min, %m1 : i8
  %3 = math.ctpop %m1 : i8
  %4 = math.ctpop %c0 : i8
  %5 = math.ctlz %c0 : i8
  %6 = math.ctlz %c64 : i8
  %7 = math.cttz %c0 : i8
  %8 = math.cttz %min : i8
  return %0, %1, %2, %3, %4, %5, %6, %7, %8 : i8, i8, i8, i8, i8, i8, i8, i8, i8
}

// FOLDED-LABEL: func.func @values_64
// FOLDED-DAG: %[[M:.*]] = arith.constant -1 : i64
// FOLDED-DAG: %[[A:.*]] = arith.constant 64 : i64
// FOLDED-DAG: %[[B:.*]] = arith.constant 63 : i64
// FOLDED-DAG: %[[C:.*]] = arith.constant 36 : i64
// FOLDED: return %[[M]], %[[A]], %[[A]], %[[B]], %[[C]] :
func.func @values_64() -> (i64, i64, i64, i64, i64) {
  %m1 = arith.constant -1 : i64
  %c0 = arith.constant 0 : i64
  %min = arith.constant -9223372036854775808 : i64
  %max = arith.constant 9223372036854775807 : i64
  %c2p36 = arith.constant 68719476736 : i64
  %0 = arith.remsi %min, %max : i64
  %1 = math.ctpop %m1 : i64
  %2 = math.ctlz %c0 : i64
  %3 = math.cttz %min : i64
  %4 = math.cttz %c2p36 : i64
  return %0, %1, %2, %3, %4 : i64, i64, i64, i64, i64
}

// Operations in a loop are replaced, and the remainder of unsigned numbers is unchanged.
// CHECK-LABEL: func.func @in_loop
// CHECK: scf.for
// CHECK-NOT: arith.remsi
// CHECK: arith.remui
// CHECK: arith.remui %{{.*}}, %arg1
// CHECK: memref.store
func.func @in_loop(%x: memref<8xi32>, %y: i32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  scf.for %i = %c0 to %c8 step %c1 {
    %0 = memref.load %x[%i] : memref<8xi32>
    %1 = arith.remsi %0, %y : i32
    %2 = arith.remui %1, %y : i32
    memref.store %2, %x[%i] : memref<8xi32>
  }
  return
}

// -----

func.func @narrow(%x: i4) -> i4 {
  // expected-error @below {{`arith.remsi`: expected an integer of 8, 16, 32 or 64 bits, found `i4`}}
  %0 = arith.remsi %x, %x : i4
  return %0 : i4
}

// -----

func.func @wide(%x: i128) -> i128 {
  // expected-error @below {{`math.ctpop`: expected an integer of 8, 16, 32 or 64 bits, found `i128`}}
  %0 = math.ctpop %x : i128
  return %0 : i128
}

// -----

func.func @vector(%x: vector<4xi32>) -> vector<4xi32> {
  // expected-error @below {{`math.ctlz`: expected an integer of 8, 16, 32 or 64 bits, found `vector<4xi32>`}}
  %0 = math.ctlz %x : vector<4xi32>
  return %0 : vector<4xi32>
}

// -----

// The width of an index is not fixed, and its bits are not counted.
func.func @index(%x: index) -> index {
  // expected-error @below {{`math.cttz`: expected an integer of 8, 16, 32 or 64 bits, found `index`}}
  %0 = math.cttz %x : index
  return %0 : index
}
