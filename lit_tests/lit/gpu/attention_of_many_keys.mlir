// Attention of many keys is one kernel, which computes one block of keys after the other.
// REQUIRES: simt, interpreter
// RUN: hlo-opt %s --pipeline=simt --stop-after=loops | FileCheck %s --check-prefix=LOOPS
// RUN: hlo-run %s --entry uneven --platform simt --random-inputs --compare-with interpreter | FileCheck %s
// RUN: hlo-run %s --entry masked --platform simt --random-inputs --compare-with interpreter | FileCheck %s
// RUN: hlo-run %s --entry shared_mask --platform simt --random-inputs --compare-with interpreter | FileCheck %s
// RUN: hlo-run %s --entry rows_last --platform simt --random-inputs --compare-with interpreter | FileCheck %s
// RUN: hlo-run %s --entry one_row --platform simt --random-inputs --compare-with interpreter | FileCheck %s
// CHECK: 1 of 1 results on simt match those on interpreter

// 13 rows are two tiles of 7, and 1701 keys are six blocks of 256 and one of 165.
// LOOPS-LABEL: func.func @uneven
// LOOPS: scf.forall (%{{.*}}, %{{.*}}) in (3, 2) shared_outs
// LOOPS: scf.for %{{.*}} = %c0 to %c1536 step %c256 iter_args
// LOOPS: tensor<1x7x256xf32>
// LOOPS: scf.yield
// LOOPS: tensor<1x7x165xf32>
// LOOPS: tensor.extract_slice %{{.*}} : tensor<1x7x2xf32> to tensor<1x?x2xf32>
// LOOPS-NOT: scf.forall (
func.func @uneven(%q: tensor<3x13x2xf32>, %k: tensor<3x1701x2xf32>, %v: tensor<3x1701x2xf32>) -> tensor<3x13x2xf32> {
  %scores = stablehlo.dot_general %q, %k, batching_dims = [0] x [0], contracting_dims = [2] x [2] : (tensor<3x13x2xf32>, tensor<3x1701x2xf32>) -> tensor<3x13x1701xf32>
  %factor = stablehlo.constant dense<0.5> : tensor<3x13x1701xf32>
  %x = stablehlo.multiply %scores, %factor : tensor<3x13x1701xf32>
  %least = stablehlo.constant dense<0xFF800000> : tensor<f32>
  %0 = stablehlo.reduce(%x init: %least) applies stablehlo.maximum across dimensions = [2] : (tensor<3x13x1701xf32>, tensor<f32>) -> tensor<3x13xf32>
  %1 = stablehlo.broadcast_in_dim %0, dims = [0, 1] : (tensor<3x13xf32>) -> tensor<3x13x1701xf32>
  %2 = stablehlo.subtract %x, %1 : tensor<3x13x1701xf32>
  %3 = stablehlo.exponential %2 : tensor<3x13x1701xf32>
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %4 = stablehlo.reduce(%3 init: %zero) applies stablehlo.add across dimensions = [2] : (tensor<3x13x1701xf32>, tensor<f32>) -> tensor<3x13xf32>
  %5 = stablehlo.broadcast_in_dim %4, dims = [0, 1] : (tensor<3x13xf32>) -> tensor<3x13x1701xf32>
  %6 = stablehlo.divide %3, %5 : tensor<3x13x1701xf32>
  %7 = stablehlo.dot_general %6, %v, batching_dims = [0] x [0], contracting_dims = [2] x [1] : (tensor<3x13x1701xf32>, tensor<3x1701x2xf32>) -> tensor<3x13x2xf32>
  return %7 : tensor<3x13x2xf32>
}

// The first keys of rows are masked, and all keys of rows 8 to 15, whose results are NaN. So are those of row
// 3, which has a score of +inf.
// LOOPS-LABEL: func.func @masked
// LOOPS: scf.forall (%{{.*}}, %{{.*}}) in (2, 2) shared_outs
// LOOPS: scf.for
// LOOPS-NOT: scf.forall (
func.func @masked(%q: tensor<2x16x2xf32>, %k: tensor<2x1600x2xf32>, %v: tensor<2x1600x2xf32>) -> tensor<2x16x2xf32> {
  %scores = stablehlo.dot_general %q, %k, batching_dims = [0] x [0], contracting_dims = [2] x [2] : (tensor<2x16x2xf32>, tensor<2x1600x2xf32>) -> tensor<2x16x1600xf32>
  %row = stablehlo.iota dim = 1 : tensor<2x16x1600xi32>
  %key = stablehlo.iota dim = 2 : tensor<2x16x1600xi32>
  %count = stablehlo.constant dense<200> : tensor<2x16x1600xi32>
  %first = stablehlo.multiply %row, %count : tensor<2x16x1600xi32>
  %seen = stablehlo.compare GE, %key, %first : (tensor<2x16x1600xi32>, tensor<2x16x1600xi32>) -> tensor<2x16x1600xi1>
  %hidden = stablehlo.constant dense<0xFF800000> : tensor<2x16x1600xf32>
  %masked = stablehlo.select %seen, %scores, %hidden : tensor<2x16x1600xi1>, tensor<2x16x1600xf32>
  %three = stablehlo.constant dense<3> : tensor<2x16x1600xi32>
  %is_row = stablehlo.compare EQ, %row, %three : (tensor<2x16x1600xi32>, tensor<2x16x1600xi32>) -> tensor<2x16x1600xi1>
  %number = stablehlo.constant dense<1234> : tensor<2x16x1600xi32>
  %is_key = stablehlo.compare EQ, %key, %number : (tensor<2x16x1600xi32>, tensor<2x16x1600xi32>) -> tensor<2x16x1600xi1>
  %is_large = stablehlo.and %is_row, %is_key : tensor<2x16x1600xi1>
  %large = stablehlo.constant dense<0x7F800000> : tensor<2x16x1600xf32>
  %x = stablehlo.select %is_large, %large, %masked : tensor<2x16x1600xi1>, tensor<2x16x1600xf32>
  %least = stablehlo.constant dense<0xFF800000> : tensor<f32>
  %0 = stablehlo.reduce(%x init: %least) applies stablehlo.maximum across dimensions = [2] : (tensor<2x16x1600xf32>, tensor<f32>) -> tensor<2x16xf32>
  %1 = stablehlo.broadcast_in_dim %0, dims = [0, 1] : (tensor<2x16xf32>) -> tensor<2x16x1600xf32>
  %2 = stablehlo.subtract %x, %1 : tensor<2x16x1600xf32>
  %3 = stablehlo.exponential %2 : tensor<2x16x1600xf32>
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %4 = stablehlo.reduce(%3 init: %zero) applies stablehlo.add across dimensions = [2] : (tensor<2x16x1600xf32>, tensor<f32>) -> tensor<2x16xf32>
  %5 = stablehlo.broadcast_in_dim %4, dims = [0, 1] : (tensor<2x16xf32>) -> tensor<2x16x1600xf32>
  %6 = stablehlo.divide %3, %5 : tensor<2x16x1600xf32>
  %7 = stablehlo.dot_general %6, %v, batching_dims = [0] x [0], contracting_dims = [2] x [1] : (tensor<2x16x1600xf32>, tensor<2x1600x2xf32>) -> tensor<2x16x2xf32>
  return %7 : tensor<2x16x2xf32>
}

// A block computes the mask that all heads share, too.
// LOOPS-LABEL: func.func @shared_mask
// LOOPS-NOT: linalg.generic
// LOOPS: scf.forall (%{{.*}}, %{{.*}}) in (2, 2) shared_outs
// LOOPS: scf.for
// LOOPS: tensor<8x{{.*}}xi1>
// LOOPS-NOT: scf.forall (
func.func @shared_mask(%q: tensor<2x16x2xf32>, %k: tensor<2x1600x2xf32>, %v: tensor<2x1600x2xf32>) -> tensor<2x16x2xf32> {
  %scores = stablehlo.dot_general %q, %k, batching_dims = [0] x [0], contracting_dims = [2] x [2] : (tensor<2x16x2xf32>, tensor<2x1600x2xf32>) -> tensor<2x16x1600xf32>
  %row = stablehlo.iota dim = 0 : tensor<16x1600xi32>
  %key = stablehlo.iota dim = 1 : tensor<16x1600xi32>
  %seen = stablehlo.compare LE, %key, %row : (tensor<16x1600xi32>, tensor<16x1600xi32>) -> tensor<16x1600xi1>
  %all = stablehlo.broadcast_in_dim %seen, dims = [1, 2] : (tensor<16x1600xi1>) -> tensor<2x16x1600xi1>
  %hidden = stablehlo.constant dense<0xFF800000> : tensor<2x16x1600xf32>
  %x = stablehlo.select %all, %scores, %hidden : tensor<2x16x1600xi1>, tensor<2x16x1600xf32>
  %least = stablehlo.constant dense<0xFF800000> : tensor<f32>
  %0 = stablehlo.reduce(%x init: %least) applies stablehlo.maximum across dimensions = [2] : (tensor<2x16x1600xf32>, tensor<f32>) -> tensor<2x16xf32>
  %1 = stablehlo.broadcast_in_dim %0, dims = [0, 1] : (tensor<2x16xf32>) -> tensor<2x16x1600xf32>
  %2 = stablehlo.subtract %x, %1 : tensor<2x16x1600xf32>
  %3 = stablehlo.exponential %2 : tensor<2x16x1600xf32>
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %4 = stablehlo.reduce(%3 init: %zero) applies stablehlo.add across dimensions = [2] : (tensor<2x16x1600xf32>, tensor<f32>) -> tensor<2x16xf32>
  %5 = stablehlo.broadcast_in_dim %4, dims = [0, 1] : (tensor<2x16xf32>) -> tensor<2x16x1600xf32>
  %6 = stablehlo.divide %3, %5 : tensor<2x16x1600xf32>
  %7 = stablehlo.dot_general %6, %v, batching_dims = [0] x [0], contracting_dims = [2] x [1] : (tensor<2x16x1600xf32>, tensor<2x1600x2xf32>) -> tensor<2x16x2xf32>
  return %7 : tensor<2x16x2xf32>
}

// The weights are the second input of the last product.
// LOOPS-LABEL: func.func @rows_last
// LOOPS: scf.forall
// LOOPS: scf.for
// LOOPS-NOT: scf.forall (
func.func @rows_last(%q: tensor<2x16x2xf32>, %k: tensor<2x1600x2xf32>, %v: tensor<2x1600x2xf32>) -> tensor<2x2x16xf32> {
  %scores = stablehlo.dot_general %q, %k, batching_dims = [0] x [0], contracting_dims = [2] x [2] : (tensor<2x16x2xf32>, tensor<2x1600x2xf32>) -> tensor<2x16x1600xf32>
  %least = stablehlo.constant dense<0xFF800000> : tensor<f32>
  %0 = stablehlo.reduce(%scores init: %least) applies stablehlo.maximum across dimensions = [2] : (tensor<2x16x1600xf32>, tensor<f32>) -> tensor<2x16xf32>
  %1 = stablehlo.broadcast_in_dim %0, dims = [0, 1] : (tensor<2x16xf32>) -> tensor<2x16x1600xf32>
  %2 = stablehlo.subtract %scores, %1 : tensor<2x16x1600xf32>
  %3 = stablehlo.exponential %2 : tensor<2x16x1600xf32>
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %4 = stablehlo.reduce(%3 init: %zero) applies stablehlo.add across dimensions = [2] : (tensor<2x16x1600xf32>, tensor<f32>) -> tensor<2x16xf32>
  %5 = stablehlo.broadcast_in_dim %4, dims = [0, 1] : (tensor<2x16xf32>) -> tensor<2x16x1600xf32>
  %6 = stablehlo.divide %3, %5 : tensor<2x16x1600xf32>
  %7 = stablehlo.dot_general %v, %6, batching_dims = [0] x [0], contracting_dims = [1] x [2] : (tensor<2x1600x2xf32>, tensor<2x16x1600xf32>) -> tensor<2x2x16xf32>
  return %7 : tensor<2x2x16xf32>
}

// LOOPS-LABEL: func.func @one_row
// LOOPS: scf.forall (%{{.*}}, %{{.*}}) in (2, 3) shared_outs
// LOOPS: scf.for
// LOOPS-NOT: scf.forall (
func.func @one_row(%q: tensor<2x3x2xf32>, %k: tensor<2x3x12000x2xf32>, %v: tensor<2x3x12000x2xf32>) -> tensor<2x3x2xf32> {
  %scores = stablehlo.dot_general %q, %k, batching_dims = [0, 1] x [0, 1], contracting_dims = [2] x [3] : (tensor<2x3x2xf32>, tensor<2x3x12000x2xf32>) -> tensor<2x3x12000xf32>
  %least = stablehlo.constant dense<0xFF800000> : tensor<f32>
  %0 = stablehlo.reduce(%scores init: %least) applies stablehlo.maximum across dimensions = [2] : (tensor<2x3x12000xf32>, tensor<f32>) -> tensor<2x3xf32>
  %1 = stablehlo.broadcast_in_dim %0, dims = [0, 1] : (tensor<2x3xf32>) -> tensor<2x3x12000xf32>
  %2 = stablehlo.subtract %scores, %1 : tensor<2x3x12000xf32>
  %3 = stablehlo.exponential %2 : tensor<2x3x12000xf32>
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %4 = stablehlo.reduce(%3 init: %zero) applies stablehlo.add across dimensions = [2] : (tensor<2x3x12000xf32>, tensor<f32>) -> tensor<2x3xf32>
  %5 = stablehlo.broadcast_in_dim %4, dims = [0, 1] : (tensor<2x3xf32>) -> tensor<2x3x12000xf32>
  %6 = stablehlo.divide %3, %5 : tensor<2x3x12000xf32>
  %7 = stablehlo.dot_general %6, %v, batching_dims = [0, 1] x [0, 1], contracting_dims = [2] x [2] : (tensor<2x3x12000xf32>, tensor<2x3x12000x2xf32>) -> tensor<2x3x2xf32>
  return %7 : tensor<2x3x2xf32>
}
