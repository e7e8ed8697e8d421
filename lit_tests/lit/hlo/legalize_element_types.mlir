// RUN: hlo-opt %s --pass-pipeline='builtin.module(hlo-legalize-element-types)' | FileCheck %s

// A product of 8-bit integers accumulates integers and is scaled at the end.
// CHECK-LABEL: func.func @product
// CHECK-SAME: (%[[X:.*]]: tensor<2x3xi8>, %[[Y:.*]]: tensor<3x2xi8>) -> tensor<2x2xi8>
// CHECK: stablehlo.subtract {{.*}} : tensor<2x3xi32>
// CHECK: stablehlo.dot_general {{.*}} (tensor<2x3xi32>, tensor<3x2xi32>) -> tensor<2x2xi32>
// CHECK: stablehlo.multiply {{.*}} : tensor<2x2xf32>
// CHECK: stablehlo.round_nearest_even
// CHECK: stablehlo.convert {{.*}} : (tensor<2x2xf32>) -> tensor<2x2xi8>
func.func @product(%x: tensor<2x3x!quant.uniform<i8:f32, 0.5:3>>, %y: tensor<3x2x!quant.uniform<i8:f32, 0.25>>) -> tensor<2x2x!quant.uniform<i8:f32, 1.0>> {
  %0 = stablehlo.dot_general %x, %y, contracting_dims = [1] x [0] : (tensor<2x3x!quant.uniform<i8:f32, 0.5:3>>, tensor<3x2x!quant.uniform<i8:f32, 0.25>>) -> tensor<2x2x!quant.uniform<i8:f32, 1.0>>
  return %0 : tensor<2x2x!quant.uniform<i8:f32, 1.0>>
}

// Operations that only move elements move the stored integers.
// CHECK-LABEL: func.func @moved
// CHECK-NEXT: stablehlo.transpose %{{.*}}, dims = [1, 0] : (tensor<2x3xui8>) -> tensor<3x2xui8>
// CHECK-NEXT: return
func.func @moved(%x: tensor<2x3xf8E4M3FN>) -> tensor<3x2xf8E4M3FN> {
  %0 = stablehlo.transpose %x, dims = [1, 0] : (tensor<2x3xf8E4M3FN>) -> tensor<3x2xf8E4M3FN>
  return %0 : tensor<3x2xf8E4M3FN>
}

// A constant keeps its bits.
// CHECK-LABEL: func.func @constant
// CHECK: stablehlo.constant dense<[56, 255]> : tensor<2xui8>
func.func @constant() -> tensor<2xf8E4M3FN> {
  %0 = stablehlo.constant dense<[1.0, 0xFF]> : tensor<2xf8E4M3FN>
  return %0 : tensor<2xf8E4M3FN>
}

// `chlo.constant_like` keeps its bits, too.
// CHECK-LABEL: func.func @constant_like
// CHECK: stablehlo.constant dense<60> : tensor<2xui8>
func.func @constant_like(%x: tensor<2xf8E4M3>) -> tensor<2xf8E4M3> {
  %0 = "chlo.constant_like"(%x) <{value = 1.5 : f8E4M3}> : (tensor<2xf8E4M3>) -> tensor<2xf8E4M3>
  return %0 : tensor<2xf8E4M3>
}

// Floats keep their comparison type; quantized values are compared as floats.
// CHECK-LABEL: func.func @compared
// CHECK: stablehlo.compare LT, %{{.*}}, %{{.*}}, TOTALORDER : (tensor<2xf32>, tensor<2xf32>)
// CHECK: stablehlo.compare LT, %{{.*}}, %{{.*}} : (tensor<2xf32>, tensor<2xf32>)
func.func @compared(%x: tensor<2xf8E5M2>, %y: tensor<2x!quant.uniform<i8:f32, 0.5>>) -> (tensor<2xi1>, tensor<2xi1>) {
  %0 = stablehlo.compare LT, %x, %x, TOTALORDER : (tensor<2xf8E5M2>, tensor<2xf8E5M2>) -> tensor<2xi1>
  %1 = stablehlo.compare LT, %y, %y, SIGNED : (tensor<2x!quant.uniform<i8:f32, 0.5>>, tensor<2x!quant.uniform<i8:f32, 0.5>>) -> tensor<2xi1>
  return %0, %1 : tensor<2xi1>, tensor<2xi1>
}
