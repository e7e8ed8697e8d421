// RUN: hlo-opt %s --pass-pipeline='builtin.module(hlo-expand-quantized)' | FileCheck %s
// RUN: hlo-opt %s --stablehlo-legalize-quantized-op-to-qdq | FileCheck %s

!q1 = !quant.uniform<i8:f32, 1.0>
!q2 = !quant.uniform<i8:f32, 2.0:1>
// CHECK-LABEL: func.func @main
// CHECK-NEXT: %[[X:.*]] = stablehlo.uniform_dequantize %arg0 {{.*}} -> tensor<2xf32>
// CHECK-NEXT: %[[Y:.*]] = stablehlo.uniform_dequantize %arg1 {{.*}} -> tensor<2xf32>
// CHECK-NEXT: %[[SUM:.*]] = stablehlo.add %[[X]], %[[Y]] : tensor<2xf32>
// CHECK-NEXT: stablehlo.uniform_quantize %[[SUM]] {{.*}} -> tensor<2x!quant.uniform<i8:f32, 2.000000e+00:1>>
func.func @main(%x: tensor<2x!q1>, %y: tensor<2x!q2>) -> tensor<2x!q2> {
  %0 = stablehlo.add %x, %y : (tensor<2x!q1>, tensor<2x!q2>) -> tensor<2x!q2>
  return %0 : tensor<2x!q2>
}

// A comparison has a result that is not quantized. Moves of elements stay.
// CHECK-LABEL: func.func @compare
// CHECK: stablehlo.compare LT, %{{.*}} : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xi1>
// CHECK-NEXT: stablehlo.reshape %arg0 : (tensor<2x!quant
func.func @compare(%x: tensor<2x!q1>) -> (tensor<2xi1>, tensor<2x1x!q1>) {
  %0 = stablehlo.compare LT, %x, %x : (tensor<2x!q1>, tensor<2x!q1>) -> tensor<2xi1>
  %1 = stablehlo.reshape %x : (tensor<2x!q1>) -> tensor<2x1x!q1>
  return %0, %1 : tensor<2xi1>, tensor<2x1x!q1>
}

// What it expands, `hlo-fuse-quantized` fuses again.
// RUN: hlo-opt %s --hlo-expand-quantized --hlo-fuse-quantized | FileCheck %s --check-prefix=BACK
// BACK-LABEL: func.func @main
// BACK-NEXT: stablehlo.add %arg0, %arg1
