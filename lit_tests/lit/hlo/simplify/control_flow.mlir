// RUN: hlo-opt %s --hlo-simplify --split-input-file | FileCheck %s

// if true {x} else {y} = x
// CHECK-LABEL: func.func @if_true
// CHECK-SAME: (%[[X:.*]]: tensor<4xf32>)
// CHECK-NEXT: %[[V1:.*]] = stablehlo.exponential %[[X]] : tensor<4xf32>
// CHECK-NEXT: return %[[V1]] : tensor<4xf32>
func.func @if_true(%x: tensor<4xf32>) -> tensor<4xf32> {
  %c = stablehlo.constant dense<true> : tensor<i1>
  %0 = "stablehlo.if"(%c) ({
    %1 = stablehlo.exponential %x : tensor<4xf32>
    stablehlo.return %1 : tensor<4xf32>
  }, {
    stablehlo.return %x : tensor<4xf32>
  }) : (tensor<i1>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}

// -----

// case n {x0} {x1} ... = xn; the last branch for an index out of range
// CHECK-LABEL: func.func @case_negative
// CHECK-SAME: (%[[X:.*]]: tensor<4xf32>)
// CHECK-NEXT: %[[V1:.*]] = stablehlo.exponential %[[X]] : tensor<4xf32>
// CHECK-NEXT: return %[[V1]] : tensor<4xf32>
func.func @case_negative(%x: tensor<4xf32>) -> tensor<4xf32> {
  %c = stablehlo.constant dense<-1> : tensor<i32>
  %0 = "stablehlo.case"(%c) ({
    stablehlo.return %x : tensor<4xf32>
  }, {
    %1 = stablehlo.negate %x : tensor<4xf32>
    %2 = stablehlo.negate %1 : tensor<4xf32>
    %3 = stablehlo.exponential %2 : tensor<4xf32>
    stablehlo.return %3 : tensor<4xf32>
  }) : (tensor<i32>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}

// -----

// while false {body} = the initial values
// CHECK-LABEL: func.func @while_never
// CHECK-SAME: (%[[X:.*]]: tensor<4xf32>, %[[I:.*]]: tensor<i32>)
// CHECK-NEXT: return %[[X]] : tensor<4xf32>
func.func @while_never(%x: tensor<4xf32>, %i: tensor<i32>) -> tensor<4xf32> {
  %0:2 = stablehlo.while(%a = %x, %b = %i) : tensor<4xf32>, tensor<i32>
  cond {
    %c = stablehlo.compare NE, %b, %b : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %c : tensor<i1>
  } do {
    %1 = stablehlo.exponential %a : tensor<4xf32>
    stablehlo.return %1, %b : tensor<4xf32>, tensor<i32>
  }
  return %0#0 : tensor<4xf32>
}

// -----

// A loop that never ends is unchanged.
// CHECK-LABEL: func.func @while_forever
// CHECK-SAME: (%[[X:.*]]: tensor<4xf32>)
// CHECK-NEXT: %[[V1:.*]] = stablehlo.while(%[[V2:.*]] = %[[X]]) : tensor<4xf32>
// CHECK-NEXT: cond {
// CHECK-NEXT: %[[V3:.*]] = stablehlo.constant dense<true> : tensor<i1>
// CHECK-NEXT: stablehlo.return %[[V3]] : tensor<i1>
// CHECK-NEXT: } do {
// CHECK-NEXT: stablehlo.return %[[V2]] : tensor<4xf32>
// CHECK-NEXT: }
// CHECK-NEXT: return %[[V1]] : tensor<4xf32>
func.func @while_forever(%x: tensor<4xf32>) -> tensor<4xf32> {
  %0 = stablehlo.while(%a = %x) : tensor<4xf32>
  cond {
    %c = stablehlo.constant dense<true> : tensor<i1>
    stablehlo.return %c : tensor<i1>
  } do {
    stablehlo.return %a : tensor<4xf32>
  }
  return %0 : tensor<4xf32>
}

// -----

// A call that returns a tuple returns its elements instead; the attributes are kept.
// CHECK-LABEL: func.func @call_of_tuple
// CHECK: %[[CALL:.*]]:2 = stablehlo.custom_call @f(%arg0) {backend_config = "some", has_side_effect = true} : (tensor<4xf32>) -> (tensor<4xf32>, tensor<i32>)
// CHECK-NEXT: return %[[CALL]]#1
func.func @call_of_tuple(%x: tensor<4xf32>) -> tensor<i32> {
  %0 = stablehlo.custom_call @f(%x) {backend_config = "some", has_side_effect = true} : (tensor<4xf32>) -> tuple<tensor<4xf32>, tensor<i32>>
  %1 = stablehlo.get_tuple_element %0[1] : (tuple<tensor<4xf32>, tensor<i32>>) -> tensor<i32>
  return %1 : tensor<i32>
}

// -----

// get_tuple_element(tuple(x, y), 1) = y
// CHECK-LABEL: func.func @tuple
// CHECK-SAME: (%[[X:.*]]: tensor<4xf32>, %[[Y:.*]]: tensor<i32>)
// CHECK-NEXT: return %[[Y]] : tensor<i32>
func.func @tuple(%x: tensor<4xf32>, %y: tensor<i32>) -> tensor<i32> {
  %0 = stablehlo.tuple %x, %y : tuple<tensor<4xf32>, tensor<i32>>
  %1 = stablehlo.get_tuple_element %0[1] : (tuple<tensor<4xf32>, tensor<i32>>) -> tensor<i32>
  return %1 : tensor<i32>
}

// -----

// sort(x, y) along one element = x, y
// CHECK-LABEL: func.func @sort
// CHECK-SAME: (%[[X:.*]]: tensor<4x1xf32>, %[[Y:.*]]: tensor<4x1xi32>)
// CHECK-NEXT: return %[[X]], %[[Y]] : tensor<4x1xf32>, tensor<4x1xi32>
func.func @sort(%x: tensor<4x1xf32>, %y: tensor<4x1xi32>) -> (tensor<4x1xf32>, tensor<4x1xi32>) {
  %0:2 = "stablehlo.sort"(%x, %y) <{dimension = 1 : i64, is_stable = true}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>, %c: tensor<i32>, %d: tensor<i32>):
    %1 = stablehlo.compare LT, %a, %b, TOTALORDER : (tensor<f32>, tensor<f32>) -> tensor<i1>
    stablehlo.return %1 : tensor<i1>
  }) : (tensor<4x1xf32>, tensor<4x1xi32>) -> (tensor<4x1xf32>, tensor<4x1xi32>)
  return %0#0, %0#1 : tensor<4x1xf32>, tensor<4x1xi32>
}

// -----

// Regions are simplified, too, and custom calls with side effects are kept.
// CHECK-LABEL: func.func @inside
// CHECK-SAME: (%[[X:.*]]: tensor<4xf32>, %[[C:.*]]: tensor<f32>)
// CHECK-NEXT: stablehlo.custom_call @log(%[[X]]) {has_side_effect = true} : (tensor<4xf32>) -> ()
// CHECK-NEXT: %[[V2:.*]] = stablehlo.reduce(%[[X]] init: %[[C]]) applies stablehlo.maximum across dimensions = [0] : (tensor<4xf32>, tensor<f32>) -> tensor<f32>
// CHECK-NEXT: return %[[V2]] : tensor<f32>
func.func @inside(%x: tensor<4xf32>, %c: tensor<f32>) -> tensor<f32> {
  stablehlo.custom_call @log(%x) {has_side_effect = true} : (tensor<4xf32>) -> ()
  %0 = "stablehlo.reduce"(%x, %c) <{dimensions = array<i64: 0>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %z = stablehlo.constant dense<-0.0> : tensor<f32>
    %1 = stablehlo.add %a, %z : tensor<f32>
    %2 = stablehlo.maximum %1, %b : tensor<f32>
    stablehlo.return %2 : tensor<f32>
  }) : (tensor<4xf32>, tensor<f32>) -> tensor<f32>
  return %0 : tensor<f32>
}
