// RUN: hlo-opt %s --pass-pipeline='builtin.module(hlo-unroll-loops)' --split-input-file | FileCheck %s

// Three iterations of an elementwise body: i = 0, 2, 4.
// CHECK-LABEL: func.func @few
// CHECK-SAME: (%[[X:.*]]: tensor<4096xf32>)
// CHECK-NOT: stablehlo.while
// CHECK: %[[A:.*]] = stablehlo.multiply %[[X]], %[[X]]
// CHECK-NOT: stablehlo.while
// CHECK: %[[B:.*]] = stablehlo.multiply %[[A]], %[[A]]
// CHECK-NOT: stablehlo.while
// CHECK: %[[C:.*]] = stablehlo.multiply %[[B]], %[[B]]
// CHECK-NOT: stablehlo.multiply
// CHECK: return %[[C]]
func.func @few(%x: tensor<4096xf32>) -> tensor<4096xf32> {
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %two = stablehlo.constant dense<2> : tensor<i32>
  %five = stablehlo.constant dense<5> : tensor<i32>
  %0:2 = stablehlo.while(%i = %zero, %v = %x) : tensor<i32>, tensor<4096xf32>
  cond {
    %1 = stablehlo.compare LT, %i, %five : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %1 : tensor<i1>
  } do {
    %1 = stablehlo.add %i, %two : tensor<i32>
    %2 = stablehlo.multiply %v, %v : tensor<4096xf32>
    stablehlo.return %1, %2 : tensor<i32>, tensor<4096xf32>
  }
  return %0#1 : tensor<4096xf32>
}

// -----

// The limit is carried unchanged, the counter goes down, and two values change places.
// CHECK-LABEL: func.func @exchanged
// CHECK-SAME: (%[[X:.*]]: tensor<4096xf32>, %[[Y:.*]]: tensor<4096xf32>)
// CHECK: %[[A:.*]] = stablehlo.subtract %[[X]], %[[Y]]
// CHECK: %[[B:.*]] = stablehlo.subtract %[[Y]], %[[A]]
// CHECK-NOT: stablehlo.subtract %
// CHECK: return %[[A]], %[[B]]
func.func @exchanged(%x: tensor<4096xf32>, %y: tensor<4096xf32>) -> (tensor<4096xf32>, tensor<4096xf32>) {
  %zero = stablehlo.constant dense<0> : tensor<i64>
  %one = stablehlo.constant dense<-1> : tensor<i64>
  %two = stablehlo.constant dense<2> : tensor<i64>
  %0:4 = stablehlo.while(%i = %two, %v = %x, %w = %y, %n = %zero) : tensor<i64>, tensor<4096xf32>, tensor<4096xf32>, tensor<i64>
  cond {
    %1 = stablehlo.compare LT, %n, %i : (tensor<i64>, tensor<i64>) -> tensor<i1>
    stablehlo.return %1 : tensor<i1>
  } do {
    %1 = stablehlo.add %one, %i : tensor<i64>
    %2 = stablehlo.subtract %v, %w : tensor<4096xf32>
    stablehlo.return %1, %w, %2, %n : tensor<i64>, tensor<4096xf32>, tensor<4096xf32>, tensor<i64>
  }
  return %0#1, %0#2 : tensor<4096xf32>, tensor<4096xf32>
}

// -----

// A single iteration is unrolled whatever it computes.
// CHECK-LABEL: func.func @once
// CHECK-NOT: stablehlo.while
// CHECK: stablehlo.dot_general
// CHECK-NOT: stablehlo.while
func.func @once(%x: tensor<4x4xf32>) -> tensor<4x4xf32> {
  %zero = stablehlo.constant dense<0> : tensor<ui32>
  %one = stablehlo.constant dense<1> : tensor<ui32>
  %0:2 = stablehlo.while(%i = %zero, %v = %x) : tensor<ui32>, tensor<4x4xf32>
  cond {
    %1 = stablehlo.compare NE, %i, %one : (tensor<ui32>, tensor<ui32>) -> tensor<i1>
    stablehlo.return %1 : tensor<i1>
  } do {
    %1 = stablehlo.add %i, %one : tensor<ui32>
    %2 = stablehlo.dot_general %v, %v, contracting_dims = [1] x [0] : (tensor<4x4xf32>, tensor<4x4xf32>) -> tensor<4x4xf32>
    stablehlo.return %1, %2 : tensor<ui32>, tensor<4x4xf32>
  }
  return %0#1 : tensor<4x4xf32>
}

// -----

// Contractions do not fuse with each other.
// CHECK-LABEL: func.func @contraction
// CHECK: stablehlo.while
func.func @contraction(%x: tensor<64x64xf32>) -> tensor<64x64xf32> {
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %one = stablehlo.constant dense<1> : tensor<i32>
  %three = stablehlo.constant dense<3> : tensor<i32>
  %0:2 = stablehlo.while(%i = %zero, %v = %x) : tensor<i32>, tensor<64x64xf32>
  cond {
    %1 = stablehlo.compare LT, %i, %three : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %1 : tensor<i1>
  } do {
    %1 = stablehlo.add %i, %one : tensor<i32>
    %2 = stablehlo.dot_general %v, %v, contracting_dims = [1] x [0] : (tensor<64x64xf32>, tensor<64x64xf32>) -> tensor<64x64xf32>
    stablehlo.return %1, %2 : tensor<i32>, tensor<64x64xf32>
  }
  return %0#1 : tensor<64x64xf32>
}

// -----

// The loop runs until the counter overflows, which takes too many iterations.
// CHECK-LABEL: func.func @overflow
// CHECK: stablehlo.while
func.func @overflow(%x: tensor<4096xf32>) -> tensor<4096xf32> {
  %zero = stablehlo.constant dense<120> : tensor<i8>
  %two = stablehlo.constant dense<2> : tensor<i8>
  %last = stablehlo.constant dense<127> : tensor<i8>
  %0:2 = stablehlo.while(%i = %zero, %v = %x) : tensor<i8>, tensor<4096xf32>
  cond {
    %1 = stablehlo.compare LE, %i, %last : (tensor<i8>, tensor<i8>) -> tensor<i1>
    stablehlo.return %1 : tensor<i1>
  } do {
    %1 = stablehlo.add %i, %two : tensor<i8>
    %2 = stablehlo.multiply %v, %v : tensor<4096xf32>
    stablehlo.return %1, %2 : tensor<i8>, tensor<4096xf32>
  }
  return %0#1 : tensor<4096xf32>
}

// -----

// Small arrays stay in a cache, and the number of iterations is not known.
// CHECK-LABEL: func.func @small
// CHECK: stablehlo.while
// CHECK-LABEL: func.func @unknown
// CHECK: stablehlo.while
func.func @small(%x: tensor<8xf32>) -> tensor<8xf32> {
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %one = stablehlo.constant dense<1> : tensor<i32>
  %three = stablehlo.constant dense<3> : tensor<i32>
  %0:2 = stablehlo.while(%i = %zero, %v = %x) : tensor<i32>, tensor<8xf32>
  cond {
    %1 = stablehlo.compare LT, %i, %three : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %1 : tensor<i1>
  } do {
    %1 = stablehlo.add %i, %one : tensor<i32>
    %2 = stablehlo.multiply %v, %v : tensor<8xf32>
    stablehlo.return %1, %2 : tensor<i32>, tensor<8xf32>
  }
  return %0#1 : tensor<8xf32>
}
func.func @unknown(%x: tensor<4096xf32>, %n: tensor<i32>) -> tensor<4096xf32> {
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %one = stablehlo.constant dense<1> : tensor<i32>
  %0:2 = stablehlo.while(%i = %zero, %v = %x) : tensor<i32>, tensor<4096xf32>
  cond {
    %1 = stablehlo.compare LT, %i, %n : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %1 : tensor<i1>
  } do {
    %1 = stablehlo.add %i, %one : tensor<i32>
    %2 = stablehlo.multiply %v, %v : tensor<4096xf32>
    stablehlo.return %1, %2 : tensor<i32>, tensor<4096xf32>
  }
  return %0#1 : tensor<4096xf32>
}
