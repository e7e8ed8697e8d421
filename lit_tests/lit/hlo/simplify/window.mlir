// REQUIRES: cpu, interpreter
// RUN: hlo-opt --hlo-simplify %s | FileCheck %s
// RUN: hlo-run %s --input random:1 --compare-with interpreter | FileCheck %s --check-prefix=SAME
// SAME: 4 of 4 results on cpu match those on interpreter

// Windows that start before the first or end after the last element are parts of running sums.
// CHECK-LABEL: func.func @main
// CHECK: %[[UP:.*]] = "stablehlo.reduce_window"(%{{.*}}, %{{.*}}) <{padding = dense<{{\[\[}}0, 0], [19, 0]]> : tensor<2x2xi64>, window_dimensions = array<i64: 1, 20>}>
// CHECK: %[[ZERO:.*]] = stablehlo.constant dense<0.000000e+00> : tensor<2x1xf32>
// CHECK: %[[PART:.*]] = stablehlo.slice %[[UP]] [0:2, 0:19]
// CHECK: stablehlo.concatenate %[[ZERO]], %[[PART]], dim = 1
// CHECK: padding = dense<{{\[\[}}0, 0], [0, 19]]>
// CHECK: stablehlo.concatenate %{{.*}}, %{{.*}}, dim = 1 : (tensor<2x19xf32>, tensor<2x1xf32>)
// CHECK: stablehlo.broadcast_in_dim
// CHECK: <{window_dimensions = array<i64: 1, 3>}>
func.func @main(%x: tensor<2x20xf32>) -> (tensor<2x20xf32>, tensor<2x20xf32>, tensor<2x20xf32>, tensor<2x18xf32>) {
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %exclusive = "stablehlo.reduce_window"(%x, %zero) ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %0 = stablehlo.add %a, %b : tensor<f32>
    stablehlo.return %0 : tensor<f32>
  }) {window_dimensions = array<i64: 1, 20>, padding = dense<[[0, 0], [20, -1]]> : tensor<2x2xi64>} : (tensor<2x20xf32>, tensor<f32>) -> tensor<2x20xf32>
  %later = "stablehlo.reduce_window"(%x, %zero) ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %0 = stablehlo.add %a, %b : tensor<f32>
    stablehlo.return %0 : tensor<f32>
  }) {window_dimensions = array<i64: 1, 20>, padding = dense<[[0, 0], [-1, 20]]> : tensor<2x2xi64>} : (tensor<2x20xf32>, tensor<f32>) -> tensor<2x20xf32>
  %total = "stablehlo.reduce_window"(%x, %zero) ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %0 = stablehlo.add %a, %b : tensor<f32>
    stablehlo.return %0 : tensor<f32>
  }) {window_dimensions = array<i64: 1, 39>, padding = dense<[[0, 0], [19, 19]]> : tensor<2x2xi64>} : (tensor<2x20xf32>, tensor<f32>) -> tensor<2x20xf32>
  %window = "stablehlo.reduce_window"(%x, %zero) ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %0 = stablehlo.add %a, %b : tensor<f32>
    stablehlo.return %0 : tensor<f32>
  }) {window_dimensions = array<i64: 1, 3>} : (tensor<2x20xf32>, tensor<f32>) -> tensor<2x18xf32>
  return %exclusive, %later, %total, %window : tensor<2x20xf32>, tensor<2x20xf32>, tensor<2x20xf32>, tensor<2x18xf32>
}
