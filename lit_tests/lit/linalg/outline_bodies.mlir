// RUN: hlo-opt %s --pass-pipeline='builtin.module(hlo-outline-bodies)' | FileCheck %s

// The table is copied into the function, the scalar becomes an argument.
// CHECK-LABEL: func.func private @table_body_0
// CHECK-SAME: (%[[A:.*]]: tensor<f32>, %[[B:.*]]: tensor<f32>, %[[S:.*]]: tensor<i32>) -> tensor<f32> attributes {hloom.body}
// CHECK: %[[T:.*]] = stablehlo.constant
// CHECK: stablehlo.dynamic_slice %[[T]], %[[S]]
// CHECK: return
// CHECK-LABEL: func.func @table
// CHECK-SAME: %[[I:[a-z0-9]+]]: tensor<i32>
// CHECK: reducer(%[[X:.*]]: tensor<f32>, %[[Y:.*]]: tensor<f32>)
// CHECK-NEXT: %[[R:.*]] = func.call @table_body_0(%[[X]], %[[Y]], %[[I]])
// CHECK-NEXT: stablehlo.return %[[R]]
func.func @table(%x: tensor<4x6xf32>, %init: tensor<f32>, %i: tensor<i32>) -> tensor<4xf32> {
  %table = stablehlo.constant dense<[1.0, 2.0, 3.0]> : tensor<3xf32>
  %0 = "stablehlo.reduce"(%x, %init) ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %1 = stablehlo.dynamic_slice %table, %i, sizes = [1] : (tensor<3xf32>, tensor<i32>) -> tensor<1xf32>
    %2 = stablehlo.reshape %1 : (tensor<1xf32>) -> tensor<f32>
    %3 = stablehlo.multiply %2, %b : tensor<f32>
    %4 = stablehlo.add %a, %3 : tensor<f32>
    stablehlo.return %4 : tensor<f32>
  }) {dimensions = array<i64: 1>} : (tensor<4x6xf32>, tensor<f32>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}

// Bodies with only arithmetic are unchanged.
// CHECK-LABEL: func.func @plain
// CHECK: applies stablehlo.add
// CHECK-NOT: call
func.func @plain(%x: tensor<4x6xf32>, %init: tensor<f32>) -> tensor<4xf32> {
  %0 = stablehlo.reduce(%x init: %init) applies stablehlo.add across dimensions = [1] : (tensor<4x6xf32>, tensor<f32>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}

// Both regions, and a body inside a body.
// CHECK-LABEL: func.func private @nested_body_0
// CHECK: stablehlo.if
// CHECK-LABEL: func.func private @nested_body_1
// CHECK: stablehlo.reduce
// CHECK: func.call @nested_body_0
// CHECK-LABEL: func.func @nested
// CHECK: func.call @nested_body_1
func.func @nested(%x: tensor<4xf32>) -> tensor<4xf32> {
  %0 = "stablehlo.map"(%x) ({
  ^bb0(%a: tensor<f32>):
    %five = stablehlo.constant dense<5.0> : tensor<5xf32>
    %1 = "stablehlo.reduce"(%five, %a) ({
    ^bb0(%b: tensor<f32>, %c: tensor<f32>):
      %less = stablehlo.compare LT, %b, %c : (tensor<f32>, tensor<f32>) -> tensor<i1>
      %2 = "stablehlo.if"(%less) ({
        stablehlo.return %b : tensor<f32>
      }, {
        %3 = stablehlo.subtract %b, %c : tensor<f32>
        stablehlo.return %3 : tensor<f32>
      }) : (tensor<i1>) -> tensor<f32>
      stablehlo.return %2 : tensor<f32>
    }) {dimensions = array<i64: 0>} : (tensor<5xf32>, tensor<f32>) -> tensor<f32>
    stablehlo.return %1 : tensor<f32>
  }) {dimensions = array<i64: 0>} : (tensor<4xf32>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}

// A name that a function of the program has is not used again.
// CHECK-LABEL: func.func private @taken_body_1
// CHECK: stablehlo.if
// CHECK-LABEL: func.func @taken(
// CHECK: func.call @taken_body_1
func.func @taken(%x: tensor<4xf32>, %init: tensor<f32>) -> tensor<f32> {
  %0 = "stablehlo.reduce"(%x, %init) ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %less = stablehlo.compare LT, %a, %b : (tensor<f32>, tensor<f32>) -> tensor<i1>
    %1 = "stablehlo.if"(%less) ({
      stablehlo.return %a : tensor<f32>
    }, {
      %2 = stablehlo.subtract %a, %b : tensor<f32>
      stablehlo.return %2 : tensor<f32>
    }) : (tensor<i1>) -> tensor<f32>
    stablehlo.return %1 : tensor<f32>
  }) {dimensions = array<i64: 0>} : (tensor<4xf32>, tensor<f32>) -> tensor<f32>
  %3 = call @taken_body_0(%0) : (tensor<f32>) -> tensor<f32>
  return %3 : tensor<f32>
}
// CHECK-LABEL: func.func private @taken_body_0
func.func private @taken_body_0(%x: tensor<f32>) -> tensor<f32> {
  return %x : tensor<f32>
}
