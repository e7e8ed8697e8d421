// The next value of a loop is selected from the carried value, a value outside the loop and a
// computed one.
// REQUIRES: cpu, interpreter
// RUN: hlo-run %s --input 'dense<3> : tensor<i32>' --input random --compare-with interpreter | FileCheck %s
// CHECK: 1 of 1 results on cpu match those on interpreter
func.func public @main(%n: tensor<i32>, %x: tensor<2x3xi64>) -> (tensor<2x3xi64>) {
  %0 = stablehlo.constant dense<0> : tensor<i32>
  %40, %41 = "stablehlo.while"(%0, %x) ({
  ^bb0(%3: tensor<i32>, %4: tensor<2x3xi64>):
    %6 = stablehlo.compare LT, %3, %n : (tensor<i32>, tensor<i32>) -> (tensor<i1>)
    "stablehlo.return"(%6) : (tensor<i1>) -> ()
  }, {
  ^bb0(%7: tensor<i32>, %8: tensor<2x3xi64>):
    %30 = "stablehlo.case"(%7) ({
      "stablehlo.return"(%8) : (tensor<2x3xi64>) -> ()
    }, {
      "stablehlo.return"(%x) : (tensor<2x3xi64>) -> ()
    }, {
      %22 = stablehlo.subtract %x, %8 : tensor<2x3xi64>
      "stablehlo.return"(%22) : (tensor<2x3xi64>) -> ()
    }) : (tensor<i32>) -> (tensor<2x3xi64>)
    %35 = stablehlo.constant dense<1> : tensor<i32>
    %36 = stablehlo.add %7, %35 : tensor<i32>
    "stablehlo.return"(%36, %30) : (tensor<i32>, tensor<2x3xi64>) -> ()
  }) : (tensor<i32>, tensor<2x3xi64>) -> (tensor<i32>, tensor<2x3xi64>)
  "func.return"(%41) : (tensor<2x3xi64>) -> ()
}
