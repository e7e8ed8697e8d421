// RUN: hlo-opt %s --pass-pipeline='builtin.module(hlo-convert-to-signless)' | FileCheck %s
// RUN: hlo-opt %s --stablehlo-convert-to-signless | FileCheck %s

// CHECK-LABEL: func.func @main(%arg0: tensor<3xi8>) -> tensor<3xi8>
// CHECK: stablehlo.constant dense<[0, 1, -1]> : tensor<3xi8>
// CHECK: stablehlo.add %arg0, %{{.*}} : tensor<3xi8>
func.func @main(%x: tensor<3xui8>) -> tensor<3xui8> {
  %c = stablehlo.constant dense<[0, 1, 255]> : tensor<3xui8>
  %0 = stablehlo.add %x, %c : tensor<3xui8>
  return %0 : tensor<3xui8>
}

// Arguments of regions change too; quantized types and other integers stay.
// CHECK-LABEL: func.func @regions
// CHECK-SAME: (%arg0: tensor<4xi32>, %arg1: tensor<i32>, %arg2: tensor<2x!quant.uniform<u8:f32, 1.000000e+00>>)
// CHECK: reducer(%{{.*}}: tensor<i32>, %{{.*}}: tensor<i32>)
func.func @regions(%x: tensor<4xui32>, %y: tensor<ui32>, %q: tensor<2x!quant.uniform<u8:f32, 1.0>>) -> tensor<ui32> {
  %0 = "stablehlo.reduce"(%x, %y) ({
  ^bb0(%a: tensor<ui32>, %b: tensor<ui32>):
    %1 = stablehlo.maximum %a, %b : tensor<ui32>
    %2 = stablehlo.add %1, %b : tensor<ui32>
    stablehlo.return %2 : tensor<ui32>
  }) {dimensions = array<i64: 0>} : (tensor<4xui32>, tensor<ui32>) -> tensor<ui32>
  return %0 : tensor<ui32>
}
