// RUN: hlo-opt %s --hlo-to-linalg --canonicalize --cse --split-input-file | FileCheck %s

// Scalars are carried as scalars, tensors in place.
// CHECK-LABEL: func.func @count
// CHECK: scf.while (%{{.*}} = %{{.*}}, %{{.*}} = %{{.*}}) : (i32, tensor<4xf32>)
// CHECK: scf.condition
// CHECK: ^bb0(%{{.*}}: i32, %[[OLD:.*]]: tensor<4xf32>)
// CHECK: %[[SUM:.*]] = linalg.generic
// CHECK: %[[NEW:.*]] = bufferization.materialize_in_destination %[[SUM]] in %[[OLD]]
// CHECK: scf.yield %{{.*}}, %[[NEW]]
func.func @count(%x: tensor<4xf32>) -> tensor<4xf32> {
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %one = stablehlo.constant dense<1> : tensor<i32>
  %ten = stablehlo.constant dense<10> : tensor<i32>
  %0:2 = stablehlo.while(%i = %zero, %v = %x) : tensor<i32>, tensor<4xf32>
  cond {
    %p = stablehlo.compare LT, %i, %ten : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %p : tensor<i1>
  } do {
    %j = stablehlo.add %i, %one : tensor<i32>
    %w = stablehlo.add %v, %v : tensor<4xf32>
    stablehlo.return %j, %w : tensor<i32>, tensor<4xf32>
  }
  return %0#1 : tensor<4xf32>
}

// -----

// Swapped values need one copy.
// CHECK-LABEL: func.func @exchange
// CHECK: ^bb0(%{{.*}}: i32, %[[A:.*]]: tensor<4xf32>, %[[B:.*]]: tensor<4xf32>)
// CHECK: %[[COPY:.*]] = bufferization.alloc_tensor() copy(%[[B]])
// CHECK: bufferization.materialize_in_destination %[[A]] in %[[B]]
// CHECK: bufferization.materialize_in_destination %[[COPY]] in %[[A]]
// CHECK-NOT: bufferization.alloc_tensor
func.func @exchange(%x: tensor<4xf32>, %y: tensor<4xf32>) -> (tensor<4xf32>, tensor<4xf32>) {
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %one = stablehlo.constant dense<1> : tensor<i32>
  %ten = stablehlo.constant dense<10> : tensor<i32>
  %0:3 = stablehlo.while(%i = %zero, %a = %x, %b = %y) : tensor<i32>, tensor<4xf32>, tensor<4xf32>
  cond {
    %p = stablehlo.compare LT, %i, %ten : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %p : tensor<i1>
  } do {
    %j = stablehlo.add %i, %one : tensor<i32>
    stablehlo.return %j, %b, %a : tensor<i32>, tensor<4xf32>, tensor<4xf32>
  }
  return %0#1, %0#2 : tensor<4xf32>, tensor<4xf32>
}

// -----

// An index out of range selects the last branch.
// CHECK-LABEL: func.func @branches
// CHECK: %[[FIRST:.*]] = arith.cmpi eq, %{{.*}}, %c0
// CHECK: scf.if %[[FIRST]]
// CHECK: } else {
// CHECK: %[[SECOND:.*]] = arith.cmpi eq, %{{.*}}, %c1
// CHECK: scf.if %[[SECOND]]
// CHECK: } else {
// CHECK: arith.negf
func.func @branches(%i: tensor<i32>, %x: tensor<4xf32>) -> tensor<4xf32> {
  %0 = "stablehlo.case"(%i) ({
    stablehlo.return %x : tensor<4xf32>
  }, {
    %a = stablehlo.add %x, %x : tensor<4xf32>
    stablehlo.return %a : tensor<4xf32>
  }, {
    %n = stablehlo.negate %x : tensor<4xf32>
    stablehlo.return %n : tensor<4xf32>
  }) : (tensor<i32>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}

// A branch without results may still have effects.
// CHECK-LABEL: func.func @effects_in_branches
// CHECK: scf.if
// CHECK: func.call @hloom_call
// CHECK: else
// CHECK: func.call @hloom_call
func.func @effects_in_branches(%p: tensor<i1>) -> tensor<0xi1> {
  %e = stablehlo.constant dense<> : tensor<0xi1>
  %r = "stablehlo.if"(%p) ({
    stablehlo.custom_call @a() {has_side_effect = true} : () -> ()
    stablehlo.return %e : tensor<0xi1>
  }, {
    stablehlo.custom_call @b() {has_side_effect = true} : () -> ()
    stablehlo.return %e : tensor<0xi1>
  }) : (tensor<i1>) -> tensor<0xi1>
  return %r : tensor<0xi1>
}
