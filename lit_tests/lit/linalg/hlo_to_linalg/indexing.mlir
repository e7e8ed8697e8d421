// RUN: hlo-opt %s --hlo-to-linalg --canonicalize --split-input-file | FileCheck %s

// Signed start indices are clamped on both sides.
// CHECK-LABEL: func.func @gather
// CHECK: linalg.generic
// CHECK: %[[ROW:.*]] = tensor.extract %{{.*}} : tensor<3x1xi32>
// CHECK: arith.index_cast %[[ROW]]
// CHECK: arith.maxsi
// CHECK: arith.minsi
// CHECK: tensor.extract %{{.*}} : tensor<9x5xf32>
func.func @gather(%x: tensor<9x5xf32>, %i: tensor<3x1xi32>) -> tensor<3x5xf32> {
  %0 = "stablehlo.gather"(%x, %i) <{dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>, slice_sizes = array<i64: 1, 5>}> : (tensor<9x5xf32>, tensor<3x1xi32>) -> tensor<3x5xf32>
  return %0 : tensor<3x5xf32>
}

// -----

// Unsigned ones are clamped only above. A slice of a whole dimension starts at zero.
// CHECK-LABEL: func.func @dynamic_slice
// CHECK: arith.index_castui
// CHECK: %[[AT:.*]] = arith.minui
// CHECK: tensor.extract_slice %{{.*}}[%[[AT]], 0] [2, 5] [1, 1]
func.func @dynamic_slice(%x: tensor<9x5xf32>, %i: tensor<ui32>, %j: tensor<ui32>) -> tensor<2x5xf32> {
  %0 = stablehlo.dynamic_slice %x, %i, %j, sizes = [2, 5] : (tensor<9x5xf32>, tensor<ui32>, tensor<ui32>) -> tensor<2x5xf32>
  return %0 : tensor<2x5xf32>
}

// -----

// Updates are applied in order; the loop over a window has bounds, no checks.
// CHECK-LABEL: func.func @scatter
// CHECK: scf.for
// CHECK: arith.cmpi ult
// CHECK: scf.if
// CHECK: scf.for
// CHECK-NOT: arith.cmpi
// CHECK: tensor.insert
func.func @scatter(%x: tensor<9x5xf32>, %i: tensor<3x1xi32>, %u: tensor<3x5xf32>) -> tensor<9x5xf32> {
  %0 = "stablehlo.scatter"(%x, %i, %u) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %s = stablehlo.add %a, %b : tensor<f32>
    stablehlo.return %s : tensor<f32>
  }) : (tensor<9x5xf32>, tensor<3x1xi32>, tensor<3x5xf32>) -> tensor<9x5xf32>
  return %0 : tensor<9x5xf32>
}

// -----

// Rows are sorted in parallel, each by merging runs of doubling length.
// CHECK-LABEL: func.func @sort
// CHECK: scf.forall {{.*}} in (7)
// CHECK: scf.for
// CHECK: scf.for
// CHECK: scf.for
// CHECK: arith.cmpi slt
// CHECK: arith.select
// CHECK: bufferization.materialize_in_destination
// CHECK: scf.forall.in_parallel
func.func @sort(%x: tensor<7x12xi32>) -> tensor<7x12xi32> {
  %0 = "stablehlo.sort"(%x) <{dimension = 1 : i64, is_stable = true}> ({
  ^bb0(%a: tensor<i32>, %b: tensor<i32>):
    %p = stablehlo.compare LT, %a, %b : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %p : tensor<i1>
  }) : (tensor<7x12xi32>) -> tensor<7x12xi32>
  return %0 : tensor<7x12xi32>
}
