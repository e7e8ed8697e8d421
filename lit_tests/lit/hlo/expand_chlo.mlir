// RUN: hlo-opt %s --hlo-expand-chlo --split-input-file | FileCheck %s

// Functions of a math library are unchanged on floats.
// CHECK-LABEL: func.func @floats
// CHECK: chlo.asin
// CHECK: chlo.erf
// CHECK: chlo.sinh
// CHECK: chlo.is_inf
func.func @floats(%x: tensor<4xbf16>) -> (tensor<4xbf16>, tensor<4xi1>) {
  %0 = chlo.asin %x : tensor<4xbf16> -> tensor<4xbf16>
  %1 = chlo.erf %0 : tensor<4xbf16> -> tensor<4xbf16>
  %2 = chlo.sinh %1 : tensor<4xbf16> -> tensor<4xbf16>
  %3 = chlo.is_inf %2 : tensor<4xbf16> -> tensor<4xi1>
  return %2, %3 : tensor<4xbf16>, tensor<4xi1>
}

// -----

// On complex numbers everything is expanded, except real and imaginary parts.
// CHECK-LABEL: func.func @complex
// CHECK-NOT: chlo.asin
// CHECK: stablehlo.atan2
// CHECK-NOT: chlo.asin
func.func @complex(%x: tensor<4xcomplex<f32>>) -> tensor<4xcomplex<f32>> {
  %0 = chlo.asin %x : tensor<4xcomplex<f32>> -> tensor<4xcomplex<f32>>
  return %0 : tensor<4xcomplex<f32>>
}

// -----

// Narrow floats are computed in f32.
// CHECK-LABEL: func.func @narrow
// CHECK: stablehlo.convert %{{.*}} : (tensor<4xf16>) -> tensor<4xf32>
// CHECK-NOT: f64
// CHECK: stablehlo.convert %{{.*}} : (tensor<4xf32>) -> tensor<4xf16>
func.func @narrow(%x: tensor<4xf16>) -> tensor<4xf16> {
  %0 = chlo.lgamma %x : tensor<4xf16> -> tensor<4xf16>
  return %0 : tensor<4xf16>
}

// -----

// Dynamic shapes are unchanged until they are refined.
// CHECK-LABEL: func.func @dynamic
// CHECK: chlo.lgamma
func.func @dynamic(%x: tensor<?xf32>) -> tensor<?xf32> {
  %0 = chlo.lgamma %x : tensor<?xf32> -> tensor<?xf32>
  return %0 : tensor<?xf32>
}

// -----

// The same inside regions.
// CHECK-LABEL: func.func @inside
// CHECK: stablehlo.map
// CHECK-NOT: chlo.
// CHECK: stablehlo.return
func.func @inside(%x: tensor<4xf32>) -> tensor<4xf32> {
  %0 = "stablehlo.map"(%x) <{dimensions = array<i64: 0>}> ({
  ^bb0(%a: tensor<f32>):
    %1 = chlo.square %a : tensor<f32> -> tensor<f32>
    stablehlo.return %1 : tensor<f32>
  }) : (tensor<4xf32>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}
