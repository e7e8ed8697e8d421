// CSE merges the zeros that initialize a product before a loop and one inside it.
// REQUIRES: cpu, interpreter
// RUN: hlo-run %s --input random --input 'dense<3> : tensor<i32>' --compare-with interpreter | FileCheck %s
// CHECK: 1 of 1 results on cpu match those on interpreter
func.func public @main(%x: tensor<100x100xi32>, %n: tensor<i32>) -> tensor<100x100xi32> {
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %one = stablehlo.constant dense<1> : tensor<i32>
  %0 = stablehlo.dot_general %x, %x, contracting_dims = [1] x [0] : (tensor<100x100xi32>, tensor<100x100xi32>) -> tensor<100x100xi32>
  %1:3 = stablehlo.while(%i = %n, %a = %0, %b = %0) : tensor<i32>, tensor<100x100xi32>, tensor<100x100xi32>
  cond {
    %more = stablehlo.compare GT, %i, %zero : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %more : tensor<i1>
  } do {
    %next = stablehlo.subtract %i, %one : tensor<i32>
    %odd = stablehlo.and %i, %one : tensor<i32>
    %2 = "stablehlo.case"(%odd) ({
      stablehlo.return %a : tensor<100x100xi32>
    }, {
      %3 = stablehlo.dot_general %a, %a, contracting_dims = [1] x [0] : (tensor<100x100xi32>, tensor<100x100xi32>) -> tensor<100x100xi32>
      stablehlo.return %3 : tensor<100x100xi32>
    }) : (tensor<i32>) -> tensor<100x100xi32>
    stablehlo.return %next, %2, %b : tensor<i32>, tensor<100x100xi32>, tensor<100x100xi32>
  }
  return %1#1 : tensor<100x100xi32>
}
