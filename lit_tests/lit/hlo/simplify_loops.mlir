// RUN: hlo-opt %s --pass-pipeline='builtin.module(hlo-simplify-loops)' --split-input-file | FileCheck %s

// The logarithm of the weights leaves the loop, with the sum on which it depends. The product
// depends on what the loop changes, and the negation is cheap.
// CHECK-LABEL: func.func @invariant
// CHECK-SAME: (%[[N:.*]]: tensor<i32>, %[[W:.*]]: tensor<8x8xf32>, %[[X:.*]]: tensor<8x8xf32>)
// CHECK: %[[SUM:.*]] = stablehlo.add %[[W]], %[[W]]
// CHECK: %[[LOG:.*]] = stablehlo.log %[[SUM]]
// CHECK: %[[R:.*]]:4 = stablehlo.while
// CHECK: stablehlo.compare LT, %{{.*}}, %[[N]]
// CHECK-NOT: stablehlo.log
// CHECK: %[[NEG:.*]] = stablehlo.negate %[[W]]
// CHECK: %[[P:.*]] = stablehlo.dot_general %{{.*}}, %[[LOG]]
// CHECK: stablehlo.add %[[P]], %[[NEG]]
// CHECK: return %[[R]]#2, %[[W]]
func.func @invariant(%n: tensor<i32>, %w: tensor<8x8xf32>, %x: tensor<8x8xf32>) -> (tensor<8x8xf32>, tensor<8x8xf32>) {
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %one = stablehlo.constant dense<1> : tensor<i32>
  %0:4 = stablehlo.while(%i = %zero, %v = %w, %y = %x, %m = %n) : tensor<i32>, tensor<8x8xf32>, tensor<8x8xf32>, tensor<i32>
  cond {
    %1 = stablehlo.compare LT, %i, %m : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %1 : tensor<i1>
  } do {
    %1 = stablehlo.add %i, %one : tensor<i32>
    %2 = stablehlo.add %v, %v : tensor<8x8xf32>
    %3 = stablehlo.log %2 : tensor<8x8xf32>
    %4 = stablehlo.negate %v : tensor<8x8xf32>
    %5 = stablehlo.dot_general %y, %3, contracting_dims = [1] x [0] : (tensor<8x8xf32>, tensor<8x8xf32>) -> tensor<8x8xf32>
    %6 = stablehlo.add %5, %4 : tensor<8x8xf32>
    stablehlo.return %1, %v, %6, %m : tensor<i32>, tensor<8x8xf32>, tensor<8x8xf32>, tensor<i32>
  }
  return %0#2, %0#1 : tensor<8x8xf32>, tensor<8x8xf32>
}

// -----

// The narrower weights are computed once. The wider ones would take longer to read than to convert.
// CHECK-LABEL: func.func @conversions
// CHECK: stablehlo.convert %{{.*}} : (tensor<8x8xf32>) -> tensor<8x8xbf16>
// CHECK: stablehlo.while
// CHECK: stablehlo.convert %{{.*}} : (tensor<8x8xbf16>) -> tensor<8x8xf32>
// CHECK: stablehlo.dot_general
// CHECK-NOT: stablehlo.convert %{{.*}} : (tensor<8x8xf32>) -> tensor<8x8xbf16>
// CHECK: stablehlo.dot_general
func.func @conversions(%n: tensor<i32>, %v: tensor<8x8xbf16>, %w: tensor<8x8xf32>, %x: tensor<8x8xf32>, %y: tensor<8x8xbf16>) -> (tensor<8x8xf32>, tensor<8x8xbf16>) {
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %one = stablehlo.constant dense<1> : tensor<i32>
  %0:3 = stablehlo.while(%i = %zero, %a = %x, %b = %y) : tensor<i32>, tensor<8x8xf32>, tensor<8x8xbf16>
  cond {
    %1 = stablehlo.compare LT, %i, %n : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %1 : tensor<i1>
  } do {
    %1 = stablehlo.add %i, %one : tensor<i32>
    %2 = stablehlo.convert %v : (tensor<8x8xbf16>) -> tensor<8x8xf32>
    %3 = stablehlo.dot_general %a, %2, contracting_dims = [1] x [0] : (tensor<8x8xf32>, tensor<8x8xf32>) -> tensor<8x8xf32>
    %4 = stablehlo.convert %w : (tensor<8x8xf32>) -> tensor<8x8xbf16>
    %5 = stablehlo.dot_general %b, %4, contracting_dims = [1] x [0] : (tensor<8x8xbf16>, tensor<8x8xbf16>) -> tensor<8x8xbf16>
    stablehlo.return %1, %3, %5 : tensor<i32>, tensor<8x8xf32>, tensor<8x8xbf16>
  }
  return %0#1, %0#2 : tensor<8x8xf32>, tensor<8x8xbf16>
}

// -----

// A reduction leaves both loops. A function of more elements than it reads stays, and so does a
// random number.
// CHECK-LABEL: func.func @nested
// CHECK: stablehlo.reduce
// CHECK: stablehlo.while
// CHECK: stablehlo.while
// CHECK: stablehlo.exponential
// CHECK: stablehlo.rng
func.func @nested(%n: tensor<i32>, %w: tensor<8xf32>) -> tensor<8x8xf32> {
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %one = stablehlo.constant dense<1> : tensor<i32>
  %f = stablehlo.constant dense<0.0> : tensor<f32>
  %g = stablehlo.constant dense<1.0> : tensor<f32>
  %shape = stablehlo.constant dense<8> : tensor<2xi64>
  %x = stablehlo.constant dense<0.0> : tensor<8x8xf32>
  %0:2 = stablehlo.while(%i = %zero, %y = %x) : tensor<i32>, tensor<8x8xf32>
  cond {
    %1 = stablehlo.compare LT, %i, %n : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %1 : tensor<i1>
  } do {
    %1 = stablehlo.add %i, %one : tensor<i32>
    %2:2 = stablehlo.while(%j = %zero, %z = %y) : tensor<i32>, tensor<8x8xf32>
    cond {
      %3 = stablehlo.compare LT, %j, %n : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %3 : tensor<i1>
    } do {
      %3 = stablehlo.add %j, %one : tensor<i32>
      %4 = stablehlo.reduce(%w init: %f) applies stablehlo.add across dimensions = [0] : (tensor<8xf32>, tensor<f32>) -> tensor<f32>
      %5 = stablehlo.broadcast_in_dim %4, dims = [] : (tensor<f32>) -> tensor<8x8xf32>
      %6 = stablehlo.broadcast_in_dim %w, dims = [0] : (tensor<8xf32>) -> tensor<8x8xf32>
      %7 = stablehlo.exponential %6 : tensor<8x8xf32>
      %8 = stablehlo.rng %f, %g, %shape, distribution = UNIFORM : (tensor<f32>, tensor<f32>, tensor<2xi64>) -> tensor<8x8xf32>
      %9 = stablehlo.add %5, %7 : tensor<8x8xf32>
      %10 = stablehlo.add %8, %9 : tensor<8x8xf32>
      %11 = stablehlo.add %z, %10 : tensor<8x8xf32>
      stablehlo.return %3, %11 : tensor<i32>, tensor<8x8xf32>
    }
    stablehlo.return %1, %2#1 : tensor<i32>, tensor<8x8xf32>
  }
  return %0#1 : tensor<8x8xf32>
}

// -----

// The first array affects a result through the second one, the third only itself.
// CHECK-LABEL: func.func @unused
// CHECK: stablehlo.while(%[[I:.*]] = %{{.*}}, %[[A:.*]] = %{{.*}}, %[[B:.*]] = %{{.*}}, %[[C:.*]] = %{{.*}})
// CHECK: stablehlo.return %{{.*}}, %[[NA:.*]], %[[NB:.*]], %[[C]] : tensor<i32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>
func.func @unused(%n: tensor<i32>, %x: tensor<4xf32>) -> tensor<4xf32> {
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %one = stablehlo.constant dense<1> : tensor<i32>
  %0:4 = stablehlo.while(%i = %zero, %a = %x, %b = %x, %c = %x) : tensor<i32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>
  cond {
    %1 = stablehlo.compare LT, %i, %n : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %1 : tensor<i1>
  } do {
    %1 = stablehlo.add %i, %one : tensor<i32>
    %2 = stablehlo.multiply %a, %a : tensor<4xf32>
    %3 = stablehlo.add %a, %b : tensor<4xf32>
    %4 = stablehlo.add %c, %a : tensor<4xf32>
    stablehlo.return %1, %2, %3, %4 : tensor<i32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>
  }
  return %0#2 : tensor<4xf32>
}

// -----

// A reshape to sizes of the run fails if these do not match, so it stays in the loop, which may have
// no iteration. So does a reduction of its result.
// CHECK-LABEL: func.func @sizes_of_the_run
// CHECK: stablehlo.while
// CHECK: stablehlo.dynamic_reshape
// CHECK: stablehlo.reduce
func.func @sizes_of_the_run(%n: tensor<i32>, %w: tensor<8xf32>, %size: tensor<1xi32>) -> tensor<f32> {
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %one = stablehlo.constant dense<1> : tensor<i32>
  %f = stablehlo.constant dense<0.0> : tensor<f32>
  %0:2 = stablehlo.while(%i = %zero, %y = %f) : tensor<i32>, tensor<f32>
  cond {
    %1 = stablehlo.compare LT, %i, %n : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %1 : tensor<i1>
  } do {
    %1 = stablehlo.add %i, %one : tensor<i32>
    %2 = stablehlo.dynamic_reshape %w, %size : (tensor<8xf32>, tensor<1xi32>) -> tensor<?xf32>
    %3 = stablehlo.reduce(%2 init: %f) applies stablehlo.add across dimensions = [0] : (tensor<?xf32>, tensor<f32>) -> tensor<f32>
    %4 = stablehlo.add %y, %3 : tensor<f32>
    stablehlo.return %1, %4 : tensor<i32>, tensor<f32>
  }
  return %0#1 : tensor<f32>
}

// -----

// A carried value that the body returns at two places, one of which changes.
// CHECK-LABEL: func.func @returned_twice
// CHECK-SAME: (%{{.*}}: tensor<i32>, %[[X:.*]]: tensor<4xf32>, %{{.*}}: tensor<4xf32>)
// CHECK: %[[R:.*]]:3 = stablehlo.while
// CHECK: stablehlo.return %{{.*}}, %{{.*}}, %[[X]] : tensor<i32>, tensor<4xf32>, tensor<4xf32>
// CHECK: return %[[X]], %[[R]]#2
func.func @returned_twice(%n: tensor<i32>, %x: tensor<4xf32>, %y: tensor<4xf32>) -> (tensor<4xf32>, tensor<4xf32>) {
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %one = stablehlo.constant dense<1> : tensor<i32>
  %0:3 = stablehlo.while(%i = %zero, %a = %x, %b = %y) : tensor<i32>, tensor<4xf32>, tensor<4xf32>
  cond {
    %1 = stablehlo.compare LT, %i, %n : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %1 : tensor<i1>
  } do {
    %1 = stablehlo.add %i, %one : tensor<i32>
    stablehlo.return %1, %a, %a : tensor<i32>, tensor<4xf32>, tensor<4xf32>
  }
  return %0#1, %0#2 : tensor<4xf32>, tensor<4xf32>
}
