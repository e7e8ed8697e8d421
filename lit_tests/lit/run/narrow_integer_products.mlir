// REQUIRES: cpu, interpreter
// RUN: split-file %s %t
// RUN: hlo-run %t/i4.mlir --input random --input random --compare-with interpreter | FileCheck %s
// RUN: hlo-run %t/ui2.mlir --input random --input random --compare-with interpreter | FileCheck %s
// RUN: hlo-run %t/i1.mlir --input random --input random --compare-with interpreter | FileCheck %s

// Integers narrower than a byte occupy one byte each in memory, but not in a vector.

// CHECK: 1 of 1 results on cpu match those on interpreter

//--- i4.mlir
func.func @main(%a: tensor<9x16xi4>, %b: tensor<16x16xi4>) -> tensor<9x16xi32> {
  %0 = stablehlo.dot_general %a, %b, contracting_dims = [1] x [0]
      : (tensor<9x16xi4>, tensor<16x16xi4>) -> tensor<9x16xi32>
  return %0 : tensor<9x16xi32>
}

//--- ui2.mlir
func.func @main(%a: tensor<1x8x8x8xui2>, %b: tensor<3x3x8x16xui2>) -> tensor<1x6x6x16xui32> {
  %0 = stablehlo.convolution(%a, %b)
      dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {}
      {batch_group_count = 1 : i64, feature_group_count = 1 : i64}
      : (tensor<1x8x8x8xui2>, tensor<3x3x8x16xui2>) -> tensor<1x6x6x16xui32>
  return %0 : tensor<1x6x6x16xui32>
}

//--- i1.mlir
func.func @main(%a: tensor<9x64xi1>, %b: tensor<64x16xi1>) -> tensor<9x16xi32> {
  %0 = stablehlo.dot_general %a, %b, contracting_dims = [1] x [0]
      : (tensor<9x64xi1>, tensor<64x16xi1>) -> tensor<9x16xi32>
  return %0 : tensor<9x16xi32>
}
