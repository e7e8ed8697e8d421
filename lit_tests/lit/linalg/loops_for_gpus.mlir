// For GPUs, a loop with a known number of iterations becomes `scf.for`, so that the host reads no
// predicate.

// RUN: hlo-opt %s --split-input-file --hlo-to-linalg=gpus=true | FileCheck %s
// RUN: hlo-opt %s --split-input-file --hlo-to-linalg | FileCheck %s --check-prefix=CPU --implicit-check-not=scf.for

// CPU-COUNT-8: scf.while

// The counter is compared with a constant that the loop carries, from 3 to below 20 in steps of 4.
// CHECK-LABEL: func.func @carried
// CHECK: %[[COUNT:.*]] = arith.constant 5 : index
// CHECK: scf.for %{{.*}} = %{{.*}} to %[[COUNT]] step %{{.*}} iter_args(%{{.*}} = %{{.*}}, %{{.*}} = %{{.*}}, %{{.*}} = %arg0) -> (i32, i32, tensor<4xf32>)
func.func @carried(%x: tensor<4xf32>) -> tensor<4xf32> {
  %start = stablehlo.constant dense<3> : tensor<i32>
  %limit = stablehlo.constant dense<20> : tensor<i32>
  %0:3 = stablehlo.while(%i = %start, %n = %limit, %a = %x) : tensor<i32>, tensor<i32>, tensor<4xf32>
    cond {
      %1 = stablehlo.compare LT, %i, %n : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %1 : tensor<i1>
    } do {
      %step = stablehlo.constant dense<4> : tensor<i32>
      %1 = stablehlo.add %step, %i : tensor<i32>
      %2 = stablehlo.add %a, %a : tensor<4xf32>
      stablehlo.return %1, %n, %2 : tensor<i32>, tensor<i32>, tensor<4xf32>
    }
  return %0#2 : tensor<4xf32>
}

// -----

// Down from 200 to 0, of an unsigned type.
// CHECK-LABEL: func.func @down
// CHECK: %[[COUNT:.*]] = arith.constant 20 : index
// CHECK: scf.for %{{.*}} = %{{.*}} to %[[COUNT]]
func.func @down(%x: tensor<4xf32>) -> tensor<4xf32> {
  %start = stablehlo.constant dense<200> : tensor<ui8>
  %0:2 = stablehlo.while(%i = %start, %a = %x) : tensor<ui8>, tensor<4xf32>
    cond {
      %limit = stablehlo.constant dense<0> : tensor<ui8>
      %1 = stablehlo.compare LT, %limit, %i : (tensor<ui8>, tensor<ui8>) -> tensor<i1>
      stablehlo.return %1 : tensor<i1>
    } do {
      %step = stablehlo.constant dense<10> : tensor<ui8>
      %1 = stablehlo.subtract %i, %step : tensor<ui8>
      %2 = stablehlo.add %a, %a : tensor<4xf32>
      stablehlo.return %1, %2 : tensor<ui8>, tensor<4xf32>
    }
  return %0#1 : tensor<4xf32>
}

// -----

// The counter overflows: 127 + 1 is -128, so that the loop is endless.
// CHECK-LABEL: func.func @overflow
// CHECK: scf.while
func.func @overflow(%x: tensor<4xf32>) -> tensor<4xf32> {
  %start = stablehlo.constant dense<0> : tensor<i8>
  %0:2 = stablehlo.while(%i = %start, %a = %x) : tensor<i8>, tensor<4xf32>
    cond {
      %limit = stablehlo.constant dense<127> : tensor<i8>
      %1 = stablehlo.compare LE, %i, %limit : (tensor<i8>, tensor<i8>) -> tensor<i1>
      stablehlo.return %1 : tensor<i1>
    } do {
      %step = stablehlo.constant dense<1> : tensor<i8>
      %1 = stablehlo.add %i, %step : tensor<i8>
      %2 = stablehlo.add %a, %a : tensor<4xf32>
      stablehlo.return %1, %2 : tensor<i8>, tensor<4xf32>
    }
  return %0#1 : tensor<4xf32>
}

// -----

// The start is not known.
// CHECK-LABEL: func.func @start
// CHECK: scf.while
func.func @start(%start: tensor<i32>, %x: tensor<4xf32>) -> tensor<4xf32> {
  %0:2 = stablehlo.while(%i = %start, %a = %x) : tensor<i32>, tensor<4xf32>
    cond {
      %limit = stablehlo.constant dense<9> : tensor<i32>
      %1 = stablehlo.compare LT, %i, %limit : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %1 : tensor<i1>
    } do {
      %step = stablehlo.constant dense<1> : tensor<i32>
      %1 = stablehlo.add %i, %step : tensor<i32>
      %2 = stablehlo.add %a, %a : tensor<4xf32>
      stablehlo.return %1, %2 : tensor<i32>, tensor<4xf32>
    }
  return %0#1 : tensor<4xf32>
}

// -----

// An iteration changes the limit.
// CHECK-LABEL: func.func @limit
// CHECK: scf.while
func.func @limit(%x: tensor<4xf32>) -> tensor<4xf32> {
  %start = stablehlo.constant dense<3> : tensor<i32>
  %0:3 = stablehlo.while(%i = %start, %n = %start, %a = %x) : tensor<i32>, tensor<i32>, tensor<4xf32>
    cond {
      %1 = stablehlo.compare LE, %i, %n : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %1 : tensor<i1>
    } do {
      %step = stablehlo.constant dense<4> : tensor<i32>
      %1 = stablehlo.add %i, %step : tensor<i32>
      %2 = stablehlo.add %a, %a : tensor<4xf32>
      stablehlo.return %1, %i, %2 : tensor<i32>, tensor<i32>, tensor<4xf32>
    }
  return %0#2 : tensor<4xf32>
}

// -----

// An iteration multiplies the counter.
// CHECK-LABEL: func.func @product
// CHECK: scf.while
func.func @product(%x: tensor<4xf32>) -> tensor<4xf32> {
  %start = stablehlo.constant dense<1> : tensor<i32>
  %0:2 = stablehlo.while(%i = %start, %a = %x) : tensor<i32>, tensor<4xf32>
    cond {
      %limit = stablehlo.constant dense<9> : tensor<i32>
      %1 = stablehlo.compare LT, %i, %limit : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %1 : tensor<i1>
    } do {
      %1 = stablehlo.add %i, %i : tensor<i32>
      %2 = stablehlo.add %a, %a : tensor<4xf32>
      stablehlo.return %1, %2 : tensor<i32>, tensor<4xf32>
    }
  return %0#1 : tensor<4xf32>
}

// -----

// No iteration.
// CHECK-LABEL: func.func @none
// CHECK: %[[COUNT:.*]] = arith.constant 0 : index
// CHECK: scf.for %{{.*}} = %{{.*}} to %{{.*}} step
func.func @none(%x: tensor<4xf32>) -> tensor<4xf32> {
  %start = stablehlo.constant dense<5> : tensor<i32>
  %0:2 = stablehlo.while(%i = %start, %a = %x) : tensor<i32>, tensor<4xf32>
    cond {
      %limit = stablehlo.constant dense<5> : tensor<i32>
      %1 = stablehlo.compare NE, %i, %limit : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %1 : tensor<i1>
    } do {
      %step = stablehlo.constant dense<1> : tensor<i32>
      %1 = stablehlo.add %i, %step : tensor<i32>
      %2 = stablehlo.add %a, %a : tensor<4xf32>
      stablehlo.return %1, %2 : tensor<i32>, tensor<4xf32>
    }
  return %0#1 : tensor<4xf32>
}

// -----

// The condition has an effect, which must not be lost.
// CHECK-LABEL: func.func @effect
// CHECK: scf.while
func.func @effect(%x: tensor<4xf32>) -> tensor<4xf32> {
  %start = stablehlo.constant dense<0> : tensor<i32>
  %0:2 = stablehlo.while(%i = %start, %a = %x) : tensor<i32>, tensor<4xf32>
    cond {
      %limit = stablehlo.constant dense<5> : tensor<i32>
      stablehlo.custom_call @note(%i) {has_side_effect = true} : (tensor<i32>) -> ()
      %1 = stablehlo.compare LT, %i, %limit : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %1 : tensor<i1>
    } do {
      %step = stablehlo.constant dense<1> : tensor<i32>
      %1 = stablehlo.add %i, %step : tensor<i32>
      %2 = stablehlo.add %a, %a : tensor<4xf32>
      stablehlo.return %1, %2 : tensor<i32>, tensor<4xf32>
    }
  return %0#1 : tensor<4xf32>
}
