// A block computes attention of some rows, whose scores are in shared memory.
// REQUIRES: simt, interpreter
// RUN: hlo-opt %s --pipeline=simt --stop-after=loops | FileCheck %s --check-prefix=LOOPS
// RUN: hlo-run %s --platform simt --random-inputs --compare-with interpreter | FileCheck %s

// LOOPS: scf.forall (%{{.*}}, %{{.*}}, %{{.*}}) = (0, 0, 0) to (2, 2, 64) step (1, 1, 8)
// LOOPS-NOT: scf.forall (
// CHECK: 1 of 1 results on simt match those on interpreter
func.func @main(%q: tensor<2x2x64x16xf32>, %k: tensor<2x2x64x16xf32>, %v: tensor<2x2x64x16xf32>) -> tensor<2x2x64x16xf32> {
  %0 = stablehlo.dot_general %q, %k, batching_dims = [0, 1] x [0, 1], contracting_dims = [3] x [3] : (tensor<2x2x64x16xf32>, tensor<2x2x64x16xf32>) -> tensor<2x2x64x64xf32>
  %scale = stablehlo.constant dense<0.25> : tensor<2x2x64x64xf32>
  %1 = stablehlo.multiply %0, %scale : tensor<2x2x64x64xf32>
  // A causal mask.
  %row = stablehlo.iota dim = 2 : tensor<2x2x64x64xi32>
  %column = stablehlo.iota dim = 3 : tensor<2x2x64x64xi32>
  %seen = stablehlo.compare GE, %row, %column : (tensor<2x2x64x64xi32>, tensor<2x2x64x64xi32>) -> tensor<2x2x64x64xi1>
  %least = stablehlo.constant dense<0xFF800000> : tensor<f32>
  %hidden = stablehlo.constant dense<-1.0e30> : tensor<2x2x64x64xf32>
  %2 = stablehlo.select %seen, %1, %hidden : tensor<2x2x64x64xi1>, tensor<2x2x64x64xf32>
  %3 = stablehlo.reduce(%2 init: %least) applies stablehlo.maximum across dimensions = [3] : (tensor<2x2x64x64xf32>, tensor<f32>) -> tensor<2x2x64xf32>
  %4 = stablehlo.broadcast_in_dim %3, dims = [0, 1, 2] : (tensor<2x2x64xf32>) -> tensor<2x2x64x64xf32>
  %5 = stablehlo.subtract %2, %4 : tensor<2x2x64x64xf32>
  %6 = stablehlo.exponential %5 : tensor<2x2x64x64xf32>
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %7 = stablehlo.reduce(%6 init: %zero) applies stablehlo.add across dimensions = [3] : (tensor<2x2x64x64xf32>, tensor<f32>) -> tensor<2x2x64xf32>
  %8 = stablehlo.broadcast_in_dim %7, dims = [0, 1, 2] : (tensor<2x2x64xf32>) -> tensor<2x2x64x64xf32>
  %9 = stablehlo.divide %6, %8 : tensor<2x2x64x64xf32>
  %10 = stablehlo.dot_general %9, %v, batching_dims = [0, 1] x [0, 1], contracting_dims = [3] x [2] : (tensor<2x2x64x64xf32>, tensor<2x2x64x16xf32>) -> tensor<2x2x64x16xf32>
  return %10 : tensor<2x2x64x16xf32>
}
