// REQUIRES: cpu, interpreter
// RUN: hlo-run %s --input 'dense<3> : tensor<i32>' --input 'dense<[[1.0, 2.0], [0.5, 4.0]]> : tensor<2x2xf32>' --input 'dense<[0, 3]> : tensor<2xi32>' --compare-with interpreter | FileCheck %s
// RUN: hlo-run %s --input 'dense<0> : tensor<i32>' --input 'dense<[[1.0, 2.0], [0.5, 4.0]]> : tensor<2x2xf32>' --input 'dense<[0, 3]> : tensor<2xi32>' --compare-with interpreter | FileCheck %s
// CHECK: 5 of 5 results on cpu match those on interpreter

// Loops with several iterations and with none, whose invariant operations are computed before them:
// a logarithm and a product, and a division by zero. One carried array never changes, another one
// affects no result, and two exchange their values.
func.func public @main(%n: tensor<i32>, %w: tensor<2x2xf32>, %d: tensor<2xi32>) -> (tensor<2x2xf32>, tensor<2x2xf32>, tensor<2xi32>, tensor<2x2xf32>, tensor<2x2xf32>) {
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %one = stablehlo.constant dense<1> : tensor<i32>
  %seven = stablehlo.constant dense<7> : tensor<2xi32>
  %b = stablehlo.constant dense<[[-1.0, 2.0], [3.0, -4.0]]> : tensor<2x2xf32>
  %0:8 = stablehlo.while(%i = %zero, %v = %w, %y = %w, %q = %seven, %e = %d, %unused = %w, %p = %w, %r = %b) : tensor<i32>, tensor<2x2xf32>, tensor<2x2xf32>, tensor<2xi32>, tensor<2xi32>, tensor<2x2xf32>, tensor<2x2xf32>, tensor<2x2xf32>
  cond {
    %more = stablehlo.compare LT, %i, %n : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %more : tensor<i1>
  } do {
    %next = stablehlo.add %i, %one : tensor<i32>
    %twice = stablehlo.add %v, %v : tensor<2x2xf32>
    %log = stablehlo.log %twice : tensor<2x2xf32>
    %square = stablehlo.dot_general %log, %v, contracting_dims = [1] x [0] : (tensor<2x2xf32>, tensor<2x2xf32>) -> tensor<2x2xf32>
    %product = stablehlo.dot_general %y, %square, contracting_dims = [1] x [0] : (tensor<2x2xf32>, tensor<2x2xf32>) -> tensor<2x2xf32>
    %quotient = stablehlo.divide %seven, %e : tensor<2xi32>
    %sum = stablehlo.add %q, %quotient : tensor<2xi32>
    %state = stablehlo.add %unused, %product : tensor<2x2xf32>
    stablehlo.return %next, %v, %product, %sum, %e, %state, %r, %p : tensor<i32>, tensor<2x2xf32>, tensor<2x2xf32>, tensor<2xi32>, tensor<2xi32>, tensor<2x2xf32>, tensor<2x2xf32>, tensor<2x2xf32>
  }
  return %0#1, %0#2, %0#3, %0#6, %0#7 : tensor<2x2xf32>, tensor<2x2xf32>, tensor<2xi32>, tensor<2x2xf32>, tensor<2x2xf32>
}
