// Attention of any number of rows is one kernel: the last tile of uneven ones stores only its own rows.
// REQUIRES: simt, interpreter
// RUN: hlo-opt %s --pipeline=simt --stop-after=loops | FileCheck %s --check-prefix=LOOPS
// RUN: hlo-run %s --entry uneven --platform simt --random-inputs --compare-with interpreter | FileCheck %s
// RUN: hlo-run %s --entry rows_last --platform simt --random-inputs --compare-with interpreter | FileCheck %s
// RUN: hlo-run %s --entry one_row --platform simt --random-inputs --compare-with interpreter | FileCheck %s
// CHECK: 1 of 1 results on simt match those on interpreter

// 13 rows are two tiles of 7.
// LOOPS-LABEL: func.func @uneven
// LOOPS: scf.forall (%{{.*}}, %{{.*}}) in (3, 2) shared_outs
// LOOPS: tensor.extract_slice %{{.*}} : tensor<1x7x16xf32> to tensor<1x?x16xf32>
// LOOPS: tensor.parallel_insert_slice
// LOOPS-NOT: scf.forall (
func.func @uneven(%q: tensor<3x13x16xf32>, %k: tensor<3x40x16xf32>, %v: tensor<3x40x16xf32>) -> tensor<3x13x16xf32> {
  %0 = stablehlo.dot_general %q, %k, batching_dims = [0] x [0], contracting_dims = [2] x [2] : (tensor<3x13x16xf32>, tensor<3x40x16xf32>) -> tensor<3x13x40xf32>
  %least = stablehlo.constant dense<0xFF800000> : tensor<f32>
  %1 = stablehlo.reduce(%0 init: %least) applies stablehlo.maximum across dimensions = [2] : (tensor<3x13x40xf32>, tensor<f32>) -> tensor<3x13xf32>
  %2 = stablehlo.broadcast_in_dim %1, dims = [0, 1] : (tensor<3x13xf32>) -> tensor<3x13x40xf32>
  %3 = stablehlo.subtract %0, %2 : tensor<3x13x40xf32>
  %4 = stablehlo.exponential %3 : tensor<3x13x40xf32>
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %5 = stablehlo.reduce(%4 init: %zero) applies stablehlo.add across dimensions = [2] : (tensor<3x13x40xf32>, tensor<f32>) -> tensor<3x13xf32>
  %6 = stablehlo.broadcast_in_dim %5, dims = [0, 1] : (tensor<3x13xf32>) -> tensor<3x13x40xf32>
  %7 = stablehlo.divide %4, %6 : tensor<3x13x40xf32>
  %8 = stablehlo.dot_general %7, %v, batching_dims = [0] x [0], contracting_dims = [2] x [1] : (tensor<3x13x40xf32>, tensor<3x40x16xf32>) -> tensor<3x13x16xf32>
  return %8 : tensor<3x13x16xf32>
}

// The order of the operands and dimensions of JAX's einsum: the weights are the second input of the last
// product, and its rows are the last dimension. 100 rows are 13 tiles of 8. The mask, which both heads
// share, is computed before.
// LOOPS-LABEL: func.func @rows_last
// LOOPS: scf.forall (%{{.*}}, %{{.*}}) in (2, 13) shared_outs
// LOOPS: tensor.extract_slice %{{.*}} : tensor<1x1x12x8xf32> to tensor<1x1x12x?xf32>
// LOOPS: } {mapping = [#gpu.block<linear_dim_1>, #gpu.block<linear_dim_0>]}
func.func @rows_last(%q: tensor<1x100x2x12xf32>, %k: tensor<1x50x2x12xf32>, %v: tensor<1x50x2x12xf32>) -> tensor<1x100x2x12xf32> {
  %0 = stablehlo.dot_general %q, %k, batching_dims = [0, 2] x [0, 2], contracting_dims = [3] x [3] : (tensor<1x100x2x12xf32>, tensor<1x50x2x12xf32>) -> tensor<1x2x100x50xf32>
  %row = stablehlo.iota dim = 0 : tensor<100x50xi32>
  %column = stablehlo.iota dim = 1 : tensor<100x50xi32>
  %seen = stablehlo.compare GE, %row, %column : (tensor<100x50xi32>, tensor<100x50xi32>) -> tensor<100x50xi1>
  %all = stablehlo.broadcast_in_dim %seen, dims = [2, 3] : (tensor<100x50xi1>) -> tensor<1x2x100x50xi1>
  %hidden = stablehlo.constant dense<0xFF800000> : tensor<1x2x100x50xf32>
  %1 = stablehlo.select %all, %0, %hidden : tensor<1x2x100x50xi1>, tensor<1x2x100x50xf32>
  %least = stablehlo.constant dense<0xFF800000> : tensor<f32>
  %2 = stablehlo.reduce(%1 init: %least) applies stablehlo.maximum across dimensions = [3] : (tensor<1x2x100x50xf32>, tensor<f32>) -> tensor<1x2x100xf32>
  %3 = stablehlo.broadcast_in_dim %2, dims = [0, 1, 2] : (tensor<1x2x100xf32>) -> tensor<1x2x100x50xf32>
  %4 = stablehlo.subtract %1, %3 : tensor<1x2x100x50xf32>
  %5 = stablehlo.exponential %4 : tensor<1x2x100x50xf32>
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %6 = stablehlo.reduce(%5 init: %zero) applies stablehlo.add across dimensions = [3] : (tensor<1x2x100x50xf32>, tensor<f32>) -> tensor<1x2x100xf32>
  %7 = stablehlo.broadcast_in_dim %6, dims = [0, 1, 2] : (tensor<1x2x100xf32>) -> tensor<1x2x100x50xf32>
  %8 = stablehlo.divide %5, %7 : tensor<1x2x100x50xf32>
  %9 = stablehlo.dot_general %v, %8, batching_dims = [0, 2] x [0, 1], contracting_dims = [1] x [3] : (tensor<1x50x2x12xf32>, tensor<1x2x100x50xf32>) -> tensor<1x2x12x100xf32>
  %10 = stablehlo.transpose %9, dims = [0, 3, 1, 2] : (tensor<1x2x12x100xf32>) -> tensor<1x100x2x12xf32>
  return %10 : tensor<1x100x2x12xf32>
}

// One token of a decoder, with 37 keys.
// LOOPS-LABEL: func.func @one_row
// LOOPS: scf.forall (%{{.*}}, %{{.*}}) in (2, 3) shared_outs
// LOOPS-NOT: scf.forall (
func.func @one_row(%q: tensor<2x3x16xf32>, %k: tensor<2x50x3x16xf32>, %v: tensor<2x50x3x16xf32>) -> tensor<2x3x16xf32> {
  %0 = stablehlo.dot_general %q, %k, batching_dims = [0, 1] x [0, 2], contracting_dims = [2] x [3] : (tensor<2x3x16xf32>, tensor<2x50x3x16xf32>) -> tensor<2x3x50xf32>
  %key = stablehlo.iota dim = 2 : tensor<2x3x50xi32>
  %length = stablehlo.constant dense<37> : tensor<2x3x50xi32>
  %seen = stablehlo.compare LT, %key, %length : (tensor<2x3x50xi32>, tensor<2x3x50xi32>) -> tensor<2x3x50xi1>
  %hidden = stablehlo.constant dense<0xFF800000> : tensor<2x3x50xf32>
  %1 = stablehlo.select %seen, %0, %hidden : tensor<2x3x50xi1>, tensor<2x3x50xf32>
  %least = stablehlo.constant dense<0xFF800000> : tensor<f32>
  %2 = stablehlo.reduce(%1 init: %least) applies stablehlo.maximum across dimensions = [2] : (tensor<2x3x50xf32>, tensor<f32>) -> tensor<2x3xf32>
  %3 = stablehlo.broadcast_in_dim %2, dims = [0, 1] : (tensor<2x3xf32>) -> tensor<2x3x50xf32>
  %4 = stablehlo.subtract %1, %3 : tensor<2x3x50xf32>
  %5 = stablehlo.exponential %4 : tensor<2x3x50xf32>
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %6 = stablehlo.reduce(%5 init: %zero) applies stablehlo.add across dimensions = [2] : (tensor<2x3x50xf32>, tensor<f32>) -> tensor<2x3xf32>
  %7 = stablehlo.broadcast_in_dim %6, dims = [0, 1] : (tensor<2x3xf32>) -> tensor<2x3x50xf32>
  %8 = stablehlo.divide %5, %7 : tensor<2x3x50xf32>
  %9 = stablehlo.dot_general %8, %v, batching_dims = [0, 1] x [0, 2], contracting_dims = [2] x [1] : (tensor<2x3x50xf32>, tensor<2x50x3x16xf32>) -> tensor<2x3x16xf32>
  return %9 : tensor<2x3x16xf32>
}
