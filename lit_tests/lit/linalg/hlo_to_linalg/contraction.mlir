// RUN: hlo-opt %s --hlo-to-linalg --canonicalize --split-input-file | FileCheck %s

// The loops are batch, left, right, contracted.
// CHECK-DAG: #[[LHS:.*]] = affine_map<(d0, d1, d2, d3) -> (d0, d1, d3)>
// CHECK-DAG: #[[RHS:.*]] = affine_map<(d0, d1, d2, d3) -> (d0, d2, d3)>
// CHECK-DAG: #[[OUT:.*]] = affine_map<(d0, d1, d2, d3) -> (d0, d1, d2)>
// CHECK-LABEL: func.func @dot_general
// CHECK: linalg.generic {indexing_maps = [#[[LHS]], #[[RHS]], #[[OUT]]], iterator_types = ["parallel", "parallel", "parallel", "reduction"]}
// CHECK: arith.mulf {{.*}} fastmath<contract>
// CHECK: arith.addf {{.*}} fastmath<reassoc,contract>
func.func @dot_general(%x: tensor<2x3x8xf32>, %y: tensor<2x5x8xf32>) -> tensor<2x3x5xf32> {
  %0 = stablehlo.dot_general %x, %y, batching_dims = [0] x [0], contracting_dims = [2] x [2] : (tensor<2x3x8xf32>, tensor<2x5x8xf32>) -> tensor<2x3x5xf32>
  return %0 : tensor<2x3x5xf32>
}

// -----

// A sum of few terms is added in the order of the program.
// CHECK-LABEL: func.func @few_terms
// CHECK: arith.addf {{.*}} fastmath<contract>
func.func @few_terms(%x: tensor<4x7xf32>, %y: tensor<7x6xf32>) -> tensor<4x6xf32> {
  %0 = stablehlo.dot_general %x, %y, contracting_dims = [1] x [0] : (tensor<4x7xf32>, tensor<7x6xf32>) -> tensor<4x6xf32>
  return %0 : tensor<4x6xf32>
}

// -----

// 16-bit floats are accumulated in f32 and rounded once.
// CHECK-LABEL: func.func @bf16
// CHECK: linalg.fill {{.*}} -> tensor<3x5xf32>
// CHECK: linalg.generic
// CHECK: arith.extf {{.*}} : bf16 to f32
// CHECK: linalg.generic
// CHECK: arith.truncf {{.*}} : f32 to bf16
func.func @bf16(%x: tensor<3x4xbf16>, %y: tensor<4x5xbf16>) -> tensor<3x5xbf16> {
  %0 = stablehlo.dot_general %x, %y, contracting_dims = [1] x [0] : (tensor<3x4xbf16>, tensor<4x5xbf16>) -> tensor<3x5xbf16>
  return %0 : tensor<3x5xbf16>
}

// -----

// Unsigned operands are zero-extended.
// CHECK-LABEL: func.func @integers
// CHECK: arith.extui {{.*}} : i8 to i32
// CHECK: arith.extsi {{.*}} : i8 to i32
func.func @integers(%x: tensor<4xui8>, %y: tensor<4xi8>) -> tensor<i32> {
  %0 = stablehlo.dot_general %x, %y, contracting_dims = [0] x [0] : (tensor<4xui8>, tensor<4xi8>) -> tensor<i32>
  return %0 : tensor<i32>
}

// -----

// A window of one element needs no loop: the convolution is a contraction.
// CHECK-LABEL: func.func @convolution_1x1
// CHECK: linalg.generic {{.*}}iterator_types = ["parallel", "parallel", "parallel", "parallel", "reduction"]
func.func @convolution_1x1(%x: tensor<1x8x8x3xf32>, %w: tensor<1x1x3x16xf32>) -> tensor<1x8x8x16xf32> {
  %0 = stablehlo.convolution(%x, %w) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<1x8x8x3xf32>, tensor<1x1x3x16xf32>) -> tensor<1x8x8x16xf32>
  return %0 : tensor<1x8x8x16xf32>
}

// -----

// Groups become a separate loop.
// CHECK-LABEL: func.func @grouped
// CHECK: tensor.expand_shape {{.*}} : tensor<1x8x6xf32> into tensor<1x8x2x3xf32>
// CHECK: tensor.expand_shape {{.*}} : tensor<2x3x4xf32> into tensor<2x3x2x2xf32>
// CHECK: linalg.generic
// CHECK: tensor.collapse_shape {{.*}} : tensor<1x7x2x2xf32> into tensor<1x7x4xf32>
func.func @grouped(%x: tensor<1x8x6xf32>, %w: tensor<2x3x4xf32>) -> tensor<1x7x4xf32> {
  %0 = stablehlo.convolution(%x, %w) dim_numbers = [b, 0, f]x[0, i, o]->[b, 0, f], window = {} {batch_group_count = 1 : i64, feature_group_count = 2 : i64} : (tensor<1x8x6xf32>, tensor<2x3x4xf32>) -> tensor<1x7x4xf32>
  return %0 : tensor<1x7x4xf32>
}
