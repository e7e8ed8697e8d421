// Branches choose parts of tensors at offsets that the device computes.
// REQUIRES: simt, interpreter
// RUN: hlo-run %s --platform simt --input 'dense<1> : tensor<i32>' --input 'dense<true> : tensor<i1>' --input random --compare-with interpreter | FileCheck %s
// RUN: hlo-run %s --platform simt --input 'dense<1> : tensor<i32>' --input 'dense<false> : tensor<i1>' --input random --compare-with interpreter | FileCheck %s

// CHECK: 2 of 2 results on simt match those on interpreter
func.func @main(%i: tensor<i32>, %p: tensor<i1>, %x: tensor<2x4xf32>) -> (tensor<2x2xf32>, tensor<2x2xf32>) {
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %0 = stablehlo.dynamic_slice %x, %zero, %i, sizes = [2, 2] : (tensor<2x4xf32>, tensor<i32>, tensor<i32>) -> tensor<2x2xf32>
  %1 = "stablehlo.if"(%p) ({
    stablehlo.return %0 : tensor<2x2xf32>
  }, {
    %3 = stablehlo.reverse %0, dims = [0] : tensor<2x2xf32>
    stablehlo.return %3 : tensor<2x2xf32>
  }) : (tensor<i1>) -> tensor<2x2xf32>
  %2 = "stablehlo.case"(%i) ({
    %4 = stablehlo.constant dense<[[1.0, 2.0], [3.0, 4.0]]> : tensor<2x2xf32>
    stablehlo.return %4 : tensor<2x2xf32>
  }, {
    stablehlo.return %0 : tensor<2x2xf32>
  }) : (tensor<i32>) -> tensor<2x2xf32>
  return %1, %2 : tensor<2x2xf32>, tensor<2x2xf32>
}
