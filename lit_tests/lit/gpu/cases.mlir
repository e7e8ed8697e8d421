// A case of four branches is one choice of the host, which reads the number of the branch.
// REQUIRES: simt, interpreter
// RUN: hlo-run %s --platform simt --input 'dense<0> : tensor<i32>' --input random --input random:1 --compare-with interpreter | FileCheck %s
// RUN: hlo-run %s --platform simt --input 'dense<1> : tensor<i32>' --input random --input random:1 --compare-with interpreter | FileCheck %s
// RUN: hlo-run %s --platform simt --input 'dense<2> : tensor<i32>' --input random --input random:1 --compare-with interpreter | FileCheck %s
// RUN: hlo-run %s --platform simt --input 'dense<3> : tensor<i32>' --input random --input random:1 --compare-with interpreter | FileCheck %s
// RUN: hlo-run %s --platform simt --input 'dense<-1> : tensor<i32>' --input random --input random:1 --compare-with interpreter | FileCheck %s
// RUN: hlo-run %s --platform simt --host-report | FileCheck %s --check-prefix=HOST

// CHECK: 3 of 3 results on simt match those on interpreter
// HOST: on the host: 0 loops, 1 branch
func.func @main(%i: tensor<i32>, %x: tensor<64x8xf32>, %y: tensor<64x8xf32>) -> (tensor<64x8xf32>, tensor<64x8xf32>, tensor<f32>) {
  %r:3 = "stablehlo.case"(%i) ({
    %a = stablehlo.add %x, %y : tensor<64x8xf32>
    %c = stablehlo.constant dense<1.0> : tensor<f32>
    stablehlo.return %a, %x, %c : tensor<64x8xf32>, tensor<64x8xf32>, tensor<f32>
  }, {
    %a = stablehlo.multiply %x, %y : tensor<64x8xf32>
    %c = stablehlo.constant dense<2.0> : tensor<f32>
    stablehlo.return %a, %y, %c : tensor<64x8xf32>, tensor<64x8xf32>, tensor<f32>
  }, {
    %a = stablehlo.subtract %x, %y : tensor<64x8xf32>
    %b = stablehlo.negate %x : tensor<64x8xf32>
    %c = stablehlo.constant dense<3.0> : tensor<f32>
    stablehlo.return %a, %b, %c : tensor<64x8xf32>, tensor<64x8xf32>, tensor<f32>
  }, {
    %c = stablehlo.constant dense<4.0> : tensor<f32>
    stablehlo.return %x, %y, %c : tensor<64x8xf32>, tensor<64x8xf32>, tensor<f32>
  }) : (tensor<i32>) -> (tensor<64x8xf32>, tensor<64x8xf32>, tensor<f32>)
  %s = stablehlo.add %r#0, %r#1 : tensor<64x8xf32>
  return %s, %r#1, %r#2 : tensor<64x8xf32>, tensor<64x8xf32>, tensor<f32>
}
