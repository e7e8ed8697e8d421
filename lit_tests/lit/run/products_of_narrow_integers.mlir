// REQUIRES: cpu, interpreter
// RUN: split-file %s %t
// RUN: hlo-run %t/depth_1.mlir --input random --input random --compare-with interpreter | FileCheck %s
// RUN: hlo-run %t/depth_3.mlir --input random --input random --compare-with interpreter | FileCheck %s
// RUN: hlo-run %t/depth_5.mlir --input random --input random --compare-with interpreter | FileCheck %s
// RUN: hlo-run %t/depth_17.mlir --input random --input random --compare-with interpreter | FileCheck %s
// RUN: hlo-run %t/depth_0.mlir --input random --input random --compare-with interpreter | FileCheck %s
// RUN: hlo-run %t/odd.mlir --input random --input random --compare-with interpreter | FileCheck %s
// RUN: hlo-run %t/left_unsigned.mlir --input random --input random --compare-with interpreter | FileCheck %s
// RUN: hlo-run %t/right_unsigned.mlir --input random --input random --compare-with interpreter | FileCheck %s
// RUN: hlo-run %t/unsigned.mlir --input random --input random --compare-with interpreter | FileCheck %s
// RUN: hlo-run %t/words.mlir --input random --input random --compare-with interpreter | FileCheck %s
// RUN: hlo-run %t/mixed_words.mlir --input random --input random --compare-with interpreter | FileCheck %s
// RUN: hlo-run %t/batches.mlir --input random --input random --compare-with interpreter | FileCheck %s
// RUN: hlo-run %t/transposed.mlir --input random --input random --compare-with interpreter | FileCheck %s
// RUN: hlo-run %t/rows_by_rows.mlir --input random --input random --compare-with interpreter | FileCheck %s
// RUN: hlo-run %t/cut_depth.mlir --input random --input random --compare-with interpreter | FileCheck %s
// RUN: hlo-run %t/convolution.mlir --input random --input random --compare-with interpreter | FileCheck %s
// RUN: hlo-run %t/least.mlir --compare-with interpreter | FileCheck %s

// Instructions that add products of groups of narrow integers give the exact sums, whatever the
// signs, the depth and the layout are.

// CHECK: 1 of 1 results on cpu match those on interpreter

//--- depth_1.mlir
func.func @main(%a: tensor<40x1xi8>, %b: tensor<1x70xi8>) -> tensor<40x70xi32> {
  %0 = stablehlo.dot_general %a, %b, contracting_dims = [1] x [0]
      : (tensor<40x1xi8>, tensor<1x70xi8>) -> tensor<40x70xi32>
  return %0 : tensor<40x70xi32>
}

//--- depth_3.mlir
func.func @main(%a: tensor<40x3xi8>, %b: tensor<3x70xi8>) -> tensor<40x70xi32> {
  %0 = stablehlo.dot_general %a, %b, contracting_dims = [1] x [0]
      : (tensor<40x3xi8>, tensor<3x70xi8>) -> tensor<40x70xi32>
  return %0 : tensor<40x70xi32>
}

//--- depth_5.mlir
func.func @main(%a: tensor<40x5xi8>, %b: tensor<5x70xi8>) -> tensor<40x70xi32> {
  %0 = stablehlo.dot_general %a, %b, contracting_dims = [1] x [0]
      : (tensor<40x5xi8>, tensor<5x70xi8>) -> tensor<40x70xi32>
  return %0 : tensor<40x70xi32>
}

//--- depth_17.mlir
func.func @main(%a: tensor<40x17xi8>, %b: tensor<17x70xi8>) -> tensor<40x70xi32> {
  %0 = stablehlo.dot_general %a, %b, contracting_dims = [1] x [0]
      : (tensor<40x17xi8>, tensor<17x70xi8>) -> tensor<40x70xi32>
  return %0 : tensor<40x70xi32>
}

//--- depth_0.mlir
func.func @main(%a: tensor<40x0xi8>, %b: tensor<0x70xi8>) -> tensor<40x70xi32> {
  %0 = stablehlo.dot_general %a, %b, contracting_dims = [1] x [0]
      : (tensor<40x0xi8>, tensor<0x70xi8>) -> tensor<40x70xi32>
  return %0 : tensor<40x70xi32>
}

//--- odd.mlir
func.func @main(%a: tensor<33x257xi8>, %b: tensor<257x37xi8>) -> tensor<33x37xi32> {
  %0 = stablehlo.dot_general %a, %b, contracting_dims = [1] x [0]
      : (tensor<33x257xi8>, tensor<257x37xi8>) -> tensor<33x37xi32>
  return %0 : tensor<33x37xi32>
}

//--- left_unsigned.mlir
func.func @main(%a: tensor<5x131xui8>, %b: tensor<131x7xi8>) -> tensor<5x7xi32> {
  %0 = stablehlo.dot_general %a, %b, contracting_dims = [1] x [0]
      : (tensor<5x131xui8>, tensor<131x7xi8>) -> tensor<5x7xi32>
  return %0 : tensor<5x7xi32>
}

//--- right_unsigned.mlir
func.func @main(%a: tensor<5x131xi8>, %b: tensor<131x19xui8>) -> tensor<5x19xi32> {
  %0 = stablehlo.dot_general %a, %b, contracting_dims = [1] x [0]
      : (tensor<5x131xi8>, tensor<131x19xui8>) -> tensor<5x19xi32>
  return %0 : tensor<5x19xi32>
}

//--- unsigned.mlir
func.func @main(%a: tensor<20x131xui8>, %b: tensor<131x19xui8>) -> tensor<20x19xui32> {
  %0 = stablehlo.dot_general %a, %b, contracting_dims = [1] x [0]
      : (tensor<20x131xui8>, tensor<131x19xui8>) -> tensor<20x19xui32>
  return %0 : tensor<20x19xui32>
}

//--- words.mlir
func.func @main(%a: tensor<20x131xi16>, %b: tensor<131x19xi16>) -> tensor<20x19xi32> {
  %0 = stablehlo.dot_general %a, %b, contracting_dims = [1] x [0]
      : (tensor<20x131xi16>, tensor<131x19xi16>) -> tensor<20x19xi32>
  return %0 : tensor<20x19xi32>
}

//--- mixed_words.mlir
func.func @main(%a: tensor<20x131xui16>, %b: tensor<131x19xi8>) -> tensor<20x19xi32> {
  %0 = stablehlo.dot_general %a, %b, contracting_dims = [1] x [0]
      : (tensor<20x131xui16>, tensor<131x19xi8>) -> tensor<20x19xi32>
  return %0 : tensor<20x19xi32>
}

//--- batches.mlir
func.func @main(%a: tensor<3x9x35xi8>, %b: tensor<3x35x18xi8>) -> tensor<3x9x18xi32> {
  %0 = stablehlo.dot_general %a, %b, batching_dims = [0] x [0], contracting_dims = [2] x [1]
      : (tensor<3x9x35xi8>, tensor<3x35x18xi8>) -> tensor<3x9x18xi32>
  return %0 : tensor<3x9x18xi32>
}

//--- transposed.mlir
func.func @main(%a: tensor<75x22xi8>, %b: tensor<50x75xi8>) -> tensor<22x50xi32> {
  %0 = stablehlo.dot_general %a, %b, contracting_dims = [0] x [1]
      : (tensor<75x22xi8>, tensor<50x75xi8>) -> tensor<22x50xi32>
  return %0 : tensor<22x50xi32>
}

//--- rows_by_rows.mlir
func.func @main(%a: tensor<5x1501xi8>, %b: tensor<3x1501xi8>) -> tensor<5x3xi32> {
  %0 = stablehlo.dot_general %a, %b, contracting_dims = [1] x [1]
      : (tensor<5x1501xi8>, tensor<3x1501xi8>) -> tensor<5x3xi32>
  return %0 : tensor<5x3xi32>
}

//--- cut_depth.mlir
func.func @main(%a: tensor<17x3001xi8>, %b: tensor<3001x66xi8>) -> tensor<17x66xi32> {
  %0 = stablehlo.dot_general %a, %b, contracting_dims = [1] x [0]
      : (tensor<17x3001xi8>, tensor<3001x66xi8>) -> tensor<17x66xi32>
  return %0 : tensor<17x66xi32>
}

//--- convolution.mlir
func.func @main(%a: tensor<2x9x9x5xi8>, %b: tensor<3x3x5x18xi8>) -> tensor<2x7x7x18xi32> {
  %0 = stablehlo.convolution(%a, %b)
      dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {}
      {batch_group_count = 1 : i64, feature_group_count = 1 : i64}
      : (tensor<2x9x9x5xi8>, tensor<3x3x5x18xi8>) -> tensor<2x7x7x18xi32>
  return %0 : tensor<2x7x7x18xi32>
}

//--- least.mlir
// The pairs of pmaddwd reach their largest sum, which wraps.
func.func @main() -> tensor<8x16xi32> {
  %a = stablehlo.constant dense<-32768> : tensor<8x32xi16>
  %b = stablehlo.constant dense<-32768> : tensor<32x16xi16>
  %c:2 = stablehlo.optimization_barrier %a, %b : tensor<8x32xi16>, tensor<32x16xi16>
  %0 = stablehlo.dot_general %c#0, %c#1, contracting_dims = [1] x [0]
      : (tensor<8x32xi16>, tensor<32x16xi16>) -> tensor<8x16xi32>
  return %0 : tensor<8x16xi32>
}
