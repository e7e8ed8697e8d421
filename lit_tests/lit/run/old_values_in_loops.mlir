// REQUIRES: cpu, interpreter
// RUN: hlo-run %s --input 'dense<3> : tensor<i32>' --input 'dense<[true, false]> : tensor<2xi1>' --compare-with interpreter | FileCheck %s
// CHECK: 3 of 3 results on cpu match those on interpreter

// After simplification, the next value of %b is %a, whose own next value differs.
func.func public @main(%n: tensor<i32>, %x: tensor<2xi1>) -> (tensor<i32>, tensor<2xi1>, tensor<2xi1>) {
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %one = stablehlo.constant dense<1> : tensor<i32>
  %0:3 = stablehlo.while(%i = %zero, %a = %x, %b = %x) : tensor<i32>, tensor<2xi1>, tensor<2xi1>
  cond {
    %more = stablehlo.compare LT, %i, %n : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %more : tensor<i1>
  } do {
    %next = stablehlo.add %i, %one : tensor<i32>
    %same = stablehlo.add %a, %a : tensor<2xi1>
    %other = stablehlo.constant dense<[false, true]> : tensor<2xi1>
    stablehlo.return %next, %other, %same : tensor<i32>, tensor<2xi1>, tensor<2xi1>
  }
  return %0#0, %0#1, %0#2 : tensor<i32>, tensor<2xi1>, tensor<2xi1>
}
