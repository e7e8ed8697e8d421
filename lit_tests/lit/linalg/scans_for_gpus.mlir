// Prefix scans on GPUs: each row along the dimension of the scan is an iteration of a parallel loop.

// RUN: hlo-opt %s --hlo-to-linalg=gpus=true | FileCheck %s
// RUN: hlo-opt %s --hlo-to-linalg | FileCheck %s --check-prefix SEQUENTIAL --implicit-check-not scf.forall

// SEQUENTIAL: func.func @columns

// A running sum of each column: a thread computes that of a column, as neighbors read neighboring elements.
func.func @columns(%x: tensor<300x64xi32>) -> tensor<300x64xi32> {
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %0 = "stablehlo.reduce_window"(%x, %zero) <{window_dimensions = array<i64: 300, 1>, padding = dense<[[299, 0], [0, 0]]> : tensor<2x2xi64>}> ({
  ^bb0(%a: tensor<i32>, %b: tensor<i32>):
    %1 = stablehlo.add %a, %b : tensor<i32>
    stablehlo.return %1 : tensor<i32>
  }) : (tensor<300x64xi32>, tensor<i32>) -> tensor<300x64xi32>
  return %0 : tensor<300x64xi32>
}
// CHECK-LABEL: func.func @columns
// CHECK: scf.forall (%[[COLUMN:.*]]) in (64) shared_outs(%[[SUMS:.*]] = %{{.*}})
// CHECK: tensor.extract_slice %[[SUMS]][0, %[[COLUMN]]] [300, 1] [1, 1]
// CHECK: scf.for %[[ROW:[^ ]*]] =
// CHECK: tensor.extract %arg0[%[[ROW]], %[[COLUMN]]]
// CHECK: tensor.parallel_insert_slice %{{.*}} into %[[SUMS]][0, %[[COLUMN]]] [300, 1] [1, 1]
