// RUN: hlo-opt %s --pass-pipeline='builtin.module(hlo-simplify)' | FileCheck %s

// One rule makes way for the next. The rules themselves are tested in the folder `simplify`.
// CHECK-LABEL: func.func @main
// CHECK-SAME: (%[[X:.*]]: tensor<2x3xf32>, %[[Y:.*]]: tensor<2x3xf32>)
// CHECK-NEXT: %[[SUM:.*]] = stablehlo.add %[[X]], %[[Y]] : tensor<2x3xf32>
// CHECK-NEXT: return %[[SUM]] : tensor<2x3xf32>
func.func @main(%x: tensor<2x3xf32>, %y: tensor<2x3xf32>) -> tensor<2x3xf32> {
  %one = stablehlo.constant dense<1.0> : tensor<3x2xf32>
  %0 = stablehlo.transpose %x, dims = [1, 0] : (tensor<2x3xf32>) -> tensor<3x2xf32>
  %1 = stablehlo.multiply %one, %0 : tensor<3x2xf32>
  %2 = stablehlo.transpose %1, dims = [1, 0] : (tensor<3x2xf32>) -> tensor<2x3xf32>
  %3 = stablehlo.negate %2 : tensor<2x3xf32>
  %4 = stablehlo.negate %3 : tensor<2x3xf32>
  %5 = stablehlo.add %4, %y : tensor<2x3xf32>
  return %5 : tensor<2x3xf32>
}

// Identities of real numbers that do not hold for all floats: NaN, infinity and -0.
// CHECK-LABEL: func.func @floats
// CHECK: stablehlo.multiply
// CHECK: stablehlo.subtract
// CHECK: stablehlo.add
// CHECK: stablehlo.divide
// CHECK: stablehlo.compare EQ
func.func @floats(%x: tensor<4xf32>) -> (tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xi1>) {
  %zero = stablehlo.constant dense<0.0> : tensor<4xf32>
  %0 = stablehlo.multiply %x, %zero : tensor<4xf32>
  %1 = stablehlo.subtract %x, %x : tensor<4xf32>
  %2 = stablehlo.add %x, %zero : tensor<4xf32>
  %3 = stablehlo.divide %x, %x : tensor<4xf32>
  %4 = stablehlo.compare EQ, %x, %x : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xi1>
  return %0, %1, %2, %3, %4 : tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xi1>
}

// The same identities of integers.
// CHECK-LABEL: func.func @integers
// CHECK-NEXT: %[[ZERO:.*]] = stablehlo.constant dense<0> : tensor<4xi32>
// CHECK: %[[NONE:.*]] = stablehlo.constant dense<0> : tensor<4xi32>
// CHECK: %[[TRUE:.*]] = stablehlo.constant dense<true> : tensor<4xi1>
// CHECK: return %[[ZERO]], %[[NONE]], %arg0, %[[TRUE]]
func.func @integers(%x: tensor<4xi32>) -> (tensor<4xi32>, tensor<4xi32>, tensor<4xi32>, tensor<4xi1>) {
  %zero = stablehlo.constant dense<0> : tensor<4xi32>
  %0 = stablehlo.multiply %x, %zero : tensor<4xi32>
  %1 = stablehlo.subtract %x, %x : tensor<4xi32>
  %2 = stablehlo.add %x, %zero : tensor<4xi32>
  %3 = stablehlo.compare EQ, %x, %x : (tensor<4xi32>, tensor<4xi32>) -> tensor<4xi1>
  return %0, %1, %2, %3 : tensor<4xi32>, tensor<4xi32>, tensor<4xi32>, tensor<4xi1>
}

// Operations whose results have no uses are erased, unless they have effects.
// CHECK-LABEL: func.func @unused
// CHECK-NEXT: stablehlo.custom_call @f(%arg0)
// CHECK-NEXT: stablehlo.rng
// CHECK-NEXT: "stablehlo.all_gather"
// CHECK: return
func.func @unused(%x: tensor<4xf32>, %zero: tensor<f32>, %n: tensor<1xi64>) {
  %0 = stablehlo.exponential %x : tensor<4xf32>
  %1 = "stablehlo.map"(%0) <{dimensions = array<i64: 0>}> ({
  ^bb0(%a: tensor<f32>):
    %b = stablehlo.sine %a : tensor<f32>
    stablehlo.return %b : tensor<f32>
  }) : (tensor<4xf32>) -> tensor<4xf32>
  %2 = stablehlo.custom_call @f(%x) : (tensor<4xf32>) -> tensor<4xf32>
  %3 = stablehlo.rng %zero, %zero, %n, distribution = UNIFORM : (tensor<f32>, tensor<f32>, tensor<1xi64>) -> tensor<4xf32>
  %4 = "stablehlo.all_gather"(%x) <{all_gather_dim = 0 : i64, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>}> : (tensor<4xf32>) -> tensor<8xf32>
  return
}

// A loop may not end, so it stays. Its body is simplified.
// CHECK-LABEL: func.func @loop
// CHECK: stablehlo.while(%{{.*}} = %arg0)
// CHECK-NEXT: cond {
// CHECK-NEXT: %[[MORE:.*]] = stablehlo.compare NE, %{{.*}}, %arg1
// CHECK-NEXT: stablehlo.return %[[MORE]]
// CHECK-NEXT: } do {
// CHECK-NEXT: %[[NEXT:.*]] = stablehlo.add %{{.*}}, %{{.*}} : tensor<i32>
// CHECK-NEXT: stablehlo.return %[[NEXT]]
func.func @loop(%first: tensor<i32>, %last: tensor<i32>) {
  %r = stablehlo.while(%i = %first) : tensor<i32>
  cond {
    %equal = stablehlo.compare EQ, %i, %last : (tensor<i32>, tensor<i32>) -> tensor<i1>
    %more = stablehlo.not %equal : tensor<i1>
    stablehlo.return %more : tensor<i1>
  } do {
    %twice = stablehlo.add %i, %i : tensor<i32>
    %same = stablehlo.reshape %twice : (tensor<i32>) -> tensor<i32>
    stablehlo.return %same : tensor<i32>
  }
  return
}

// A tensor without elements is a constant.
// CHECK-LABEL: func.func @empty
// CHECK-NEXT: %[[EMPTY:.*]] = stablehlo.constant dense<> : tensor<0x3xf32>
// CHECK-NEXT: return %[[EMPTY]]
func.func @empty(%x: tensor<0x3xf32>) -> tensor<0x3xf32> {
  %0 = stablehlo.exponential %x : tensor<0x3xf32>
  return %0 : tensor<0x3xf32>
}

// Operations of dialects that the pass does not know are left alone, even if they are unused.
// CHECK-LABEL: func.func @other_dialects
// CHECK-NEXT: arith.addf
// CHECK-NEXT: return
func.func @other_dialects(%x: tensor<4xf32>) -> tensor<4xf32> {
  %0 = arith.addf %x, %x : tensor<4xf32>
  return %x : tensor<4xf32>
}
