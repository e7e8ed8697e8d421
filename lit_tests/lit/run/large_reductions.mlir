// The elements of a large operand that is reduced in parts do not fill the last part.
// REQUIRES: cpu
// RUN: hlo-run %s --replicas 2 | FileCheck %s
// CHECK: out0 of replica 0: tensor<2xi64> [101 101]
// CHECK: out1 of replica 0: tensor<2xi8> [9 9]
// CHECK: out0 of replica 1: tensor<2xi64> [101 101]
// CHECK: out1 of replica 1: tensor<2xi8> [9 9]

func.func @main() -> (tensor<2xi64>, tensor<2x!quant.uniform<i8:f32, 0.5:3>>) {
  %0 = stablehlo.replica_id : tensor<ui32>
  %1 = stablehlo.convert %0 : (tensor<ui32>) -> tensor<i64>
  %2 = stablehlo.constant dense<1> : tensor<i64>
  %3 = stablehlo.add %1, %2 : tensor<i64>
  %4 = stablehlo.broadcast_in_dim %3, dims = [] : (tensor<i64>) -> tensor<8193xi64>
  // On zeros, this computation would not end.
  %5 = "stablehlo.all_reduce"(%4) ({
  ^bb0(%a: tensor<i64>, %b: tensor<i64>):
    %limit = stablehlo.constant dense<100> : tensor<i64>
    %c:2 = stablehlo.while(%x = %a, %y = %b) : tensor<i64>, tensor<i64>
      cond {
        %d = stablehlo.compare LT, %x, %limit : (tensor<i64>, tensor<i64>) -> tensor<i1>
        stablehlo.return %d : tensor<i1>
      } do {
        %d = stablehlo.add %x, %y : tensor<i64>
        stablehlo.return %d, %y : tensor<i64>, tensor<i64>
      }
    stablehlo.return %c#0 : tensor<i64>
  }) {replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>} : (tensor<8193xi64>) -> tensor<8193xi64>
  %6 = stablehlo.slice %5 [8191:8193] : (tensor<8193xi64>) -> tensor<2xi64>
  %7 = stablehlo.convert %3 : (tensor<i64>) -> tensor<f32>
  %8 = stablehlo.broadcast_in_dim %7, dims = [] : (tensor<f32>) -> tensor<65537xf32>
  %9 = stablehlo.uniform_quantize %8 : (tensor<65537xf32>) -> tensor<65537x!quant.uniform<i8:f32, 0.5:3>>
  %10 = "stablehlo.all_reduce"(%9) ({
  ^bb0(%a: tensor<!quant.uniform<i8:f32, 0.5:3>>, %b: tensor<!quant.uniform<i8:f32, 0.5:3>>):
    %c = stablehlo.add %a, %b : tensor<!quant.uniform<i8:f32, 0.5:3>>
    stablehlo.return %c : tensor<!quant.uniform<i8:f32, 0.5:3>>
  }) {replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>} : (tensor<65537x!quant.uniform<i8:f32, 0.5:3>>) -> tensor<65537x!quant.uniform<i8:f32, 0.5:3>>
  %11 = stablehlo.slice %10 [65535:65537] : (tensor<65537x!quant.uniform<i8:f32, 0.5:3>>) -> tensor<2x!quant.uniform<i8:f32, 0.5:3>>
  return %6, %11 : tensor<2xi64>, tensor<2x!quant.uniform<i8:f32, 0.5:3>>
}
