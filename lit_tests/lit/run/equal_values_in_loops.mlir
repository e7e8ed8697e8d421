// REQUIRES: cpu, interpreter
// RUN: hlo-run %s --input 'dense<3> : tensor<i32>' --compare-with interpreter | FileCheck %s
// CHECK: 3 of 3 results on cpu match those on interpreter

// After simplification, two carried values have equal next values.
func.func public @main(%n: tensor<i32>) -> (tensor<i32>, tensor<1x2xi1>, tensor<1x2xi1>) {
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %one = stablehlo.constant dense<1> : tensor<i32>
  %x = stablehlo.constant dense<[[7, 13]]> : tensor<1x2xui64>
  %true = stablehlo.compare LE, %x, %x : (tensor<1x2xui64>, tensor<1x2xui64>) -> tensor<1x2xi1>
  %0:3 = stablehlo.while(%i = %zero, %a = %true, %b = %true) : tensor<i32>, tensor<1x2xi1>, tensor<1x2xi1>
  cond {
    %more = stablehlo.compare LT, %i, %n : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %more : tensor<i1>
  } do {
    %next = stablehlo.add %i, %one : tensor<i32>
    %c = stablehlo.add %a, %true : tensor<1x2xi1>
    %d = stablehlo.add %b, %c : tensor<1x2xi1>
    stablehlo.return %next, %c, %d : tensor<i32>, tensor<1x2xi1>, tensor<1x2xi1>
  }
  return %0#0, %0#1, %0#2 : tensor<i32>, tensor<1x2xi1>, tensor<1x2xi1>
}
