// RUN: hlo-opt %s --pass-pipeline='builtin.module(hlo-fuse-quantized)' | FileCheck %s
// RUN: hlo-opt %s --stablehlo-legalize-qdq-to-quantized-op | FileCheck %s

!q = !quant.uniform<u8:f32, 34.0:16>
// CHECK-LABEL: func.func @main
// CHECK-NEXT: %[[Y:.*]] = stablehlo.add %arg0, %arg0 : tensor<4x!quant.uniform<u8:f32, 3.400000e+01:16>>
// CHECK-NEXT: return %[[Y]]
func.func @main(%x: tensor<4x!q>) -> tensor<4x!q> {
  %0 = stablehlo.uniform_dequantize %x : (tensor<4x!q>) -> tensor<4xf32>
  %1 = stablehlo.add %0, %0 : tensor<4xf32>
  %2 = stablehlo.uniform_quantize %1 : (tensor<4xf32>) -> tensor<4x!q>
  return %2 : tensor<4x!q>
}

// An operation whose float result has another use stays beside the quantized one.
// CHECK-LABEL: func.func @two_uses
// CHECK: %[[F:.*]] = stablehlo.abs %{{.*}} : tensor<4xf32>
// CHECK-NEXT: %[[Q:.*]] = stablehlo.abs %arg0 : tensor<4x!quant
// CHECK-NEXT: return %[[Q]], %[[F]]
func.func @two_uses(%x: tensor<4x!q>) -> (tensor<4x!q>, tensor<4xf32>) {
  %0 = stablehlo.uniform_dequantize %x : (tensor<4x!q>) -> tensor<4xf32>
  %1 = stablehlo.abs %0 : tensor<4xf32>
  %2 = stablehlo.uniform_quantize %1 : (tensor<4xf32>) -> tensor<4x!q>
  return %2, %1 : tensor<4x!q>, tensor<4xf32>
}

// CHECK-LABEL: func.func @operand_of_floats
// CHECK: stablehlo.add %arg1, %{{.*}} : tensor<4xf32>
// CHECK-NEXT: stablehlo.uniform_quantize
func.func @operand_of_floats(%x: tensor<4x!q>, %y: tensor<4xf32>) -> tensor<4x!q> {
  %0 = stablehlo.uniform_dequantize %x : (tensor<4x!q>) -> tensor<4xf32>
  %1 = stablehlo.add %y, %0 : tensor<4xf32>
  %2 = stablehlo.uniform_quantize %1 : (tensor<4xf32>) -> tensor<4x!q>
  return %2 : tensor<4x!q>
}
