// The totals of the chunks of a long scan are scanned in chunks, too. The interpreter would reduce each
// window on its own, in quadratic time.
// REQUIRES: simt, cpu
// RUN: hlo-run %s --platform simt --random-inputs --compare-with cpu | FileCheck %s
// RUN: hlo-opt %s --pipeline=simt --stop-after=hlo | FileCheck %s --check-prefix=CHUNKS

// CHECK: 2 of 2 results on simt match those on cpu

// CHUNKS-DAG: stablehlo.add %{{.*}} : tensor<14x20xi32>
// CHUNKS-DAG: stablehlo.add %{{.*}} : tensor<280x250xi32>
// CHUNKS-DAG: stablehlo.xor %{{.*}} : tensor<18x16xi64>
// CHUNKS-DAG: stablehlo.xor %{{.*}} : tensor<274x256xi64>
func.func @main(%a: tensor<70000xi32>, %b: tensor<70001xi64>) -> (tensor<70000xi32>, tensor<70001xi64>) {
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %sum = "stablehlo.reduce_window"(%a, %zero) <{window_dimensions = array<i64: 70000>, padding = dense<[[69999, 0]]> : tensor<1x2xi64>}> ({
  ^bb0(%x: tensor<i32>, %y: tensor<i32>):
    %0 = stablehlo.add %x, %y : tensor<i32>
    stablehlo.return %0 : tensor<i32>
  }) : (tensor<70000xi32>, tensor<i32>) -> tensor<70000xi32>

  %none = stablehlo.constant dense<0> : tensor<i64>
  %xor = "stablehlo.reduce_window"(%b, %none) <{window_dimensions = array<i64: 70001>, padding = dense<[[0, 70000]]> : tensor<1x2xi64>}> ({
  ^bb0(%x: tensor<i64>, %y: tensor<i64>):
    %0 = stablehlo.xor %x, %y : tensor<i64>
    stablehlo.return %0 : tensor<i64>
  }) : (tensor<70001xi64>, tensor<i64>) -> tensor<70001xi64>
  return %sum, %xor : tensor<70000xi32>, tensor<70001xi64>
}
