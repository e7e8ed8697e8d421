// REQUIRES: cpu, interpreter
// RUN: hlo-run %s --input 'dense<3> : tensor<i32>' --input random --input random --compare-with interpreter | FileCheck %s
// CHECK: 1 of 1 results on cpu match those on interpreter

// The next value of a loop is selected from values outside the loop only; one of them is
// computed, after branches have become a select.
func.func public @main(%n: tensor<i32>, %x: tensor<5xi32>, %y: tensor<5xi32>) -> tensor<5xi32> {
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %one = stablehlo.constant dense<1> : tensor<i32>
  %z = stablehlo.broadcast_in_dim %n, dims = [] : (tensor<i32>) -> tensor<5xi32>
  %0:2 = stablehlo.while(%i = %zero, %a = %z) : tensor<i32>, tensor<5xi32>
  cond {
    %more = stablehlo.compare LT, %i, %n : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %more : tensor<i1>
  } do {
    %chosen = "stablehlo.case"(%i) ({
      stablehlo.return %x : tensor<5xi32>
    }, {
      stablehlo.return %y : tensor<5xi32>
    }, {
      stablehlo.return %x : tensor<5xi32>
    }) : (tensor<i32>) -> tensor<5xi32>
    %next = stablehlo.add %i, %one : tensor<i32>
    stablehlo.return %next, %chosen : tensor<i32>, tensor<5xi32>
  }
  return %0#1 : tensor<5xi32>
}
