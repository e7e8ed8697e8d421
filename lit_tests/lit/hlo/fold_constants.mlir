// RUN: hlo-opt %s --split-input-file --pass-pipeline='builtin.module(hlo-fold-constants)' | FileCheck %s

// CHECK-LABEL: func.func @integers
// CHECK-NEXT: %[[V0:.*]] = stablehlo.constant dense<[-128, 127, 5]> : tensor<3xi8>
// CHECK-NEXT: %[[V1:.*]] = stablehlo.constant dense<[127, -128, -1]> : tensor<3xi8>
// CHECK-NEXT: %[[V2:.*]] = stablehlo.constant dense<0> : tensor<3xi8>
// CHECK-NEXT: return %[[V0]], %[[V1]], %[[V2]] : tensor<3xi8>, tensor<3xi8>, tensor<3xi8>
func.func @integers() -> (tensor<3xi8>, tensor<3xi8>, tensor<3xi8>) {
  %c = stablehlo.constant dense<[127, -128, 5]> : tensor<3xi8>
  %d = stablehlo.constant dense<[1, -1, 0]> : tensor<3xi8>
  %0 = stablehlo.add %c, %d : tensor<3xi8>
  %1 = stablehlo.divide %c, %d : tensor<3xi8>
  %2 = stablehlo.shift_left %d, %c : tensor<3xi8>
  return %0, %1, %2 : tensor<3xi8>, tensor<3xi8>, tensor<3xi8>
}

// -----

// CHECK-LABEL: func.func @unsigned
// CHECK-NEXT: %[[V0:.*]] = stablehlo.constant dense<[44, 7]> : tensor<2xui8>
// CHECK-NEXT: %[[V1:.*]] = stablehlo.constant dense<[true, false]> : tensor<2xi1>
// CHECK-NEXT: return %[[V0]], %[[V1]] : tensor<2xui8>, tensor<2xi1>
func.func @unsigned() -> (tensor<2xui8>, tensor<2xi1>) {
  %c = stablehlo.constant dense<[200, 3]> : tensor<2xui8>
  %d = stablehlo.constant dense<[100, 4]> : tensor<2xui8>
  %0 = stablehlo.add %c, %d : tensor<2xui8>
  %1 = stablehlo.compare GT, %c, %d, UNSIGNED : (tensor<2xui8>, tensor<2xui8>) -> tensor<2xi1>
  return %0, %1 : tensor<2xui8>, tensor<2xi1>
}

// -----

// IEEE arithmetic is rounded to the type.
// CHECK-LABEL: func.func @floats
// CHECK-NEXT: %[[V0:.*]] = stablehlo.constant dense<[0x4B800000, 3.000000e-01]> : tensor<2xf32>
// CHECK-NEXT: %[[V1:.*]] = stablehlo.constant dense<[2.560000e+02, 1.000000e+01]> : tensor<2xbf16>
// CHECK-NEXT: %[[V2:.*]] = stablehlo.constant dense<[0x7C00, 3.000000e+00]> : tensor<2xf16>
// CHECK-NEXT: return %[[V0]], %[[V1]], %[[V2]] : tensor<2xf32>, tensor<2xbf16>, tensor<2xf16>
func.func @floats() -> (tensor<2xf32>, tensor<2xbf16>, tensor<2xf16>) {
  %a = stablehlo.constant dense<[16777216.0, 0.1]> : tensor<2xf32>
  %b = stablehlo.constant dense<[1.0, 0.2]> : tensor<2xf32>
  %0 = stablehlo.add %a, %b : tensor<2xf32>
  %c = stablehlo.constant dense<[256.0, 3.0]> : tensor<2xbf16>
  %d = stablehlo.constant dense<[1.0, 7.0]> : tensor<2xbf16>
  %1 = stablehlo.add %c, %d : tensor<2xbf16>
  %e = stablehlo.constant dense<[60000.0, 1.0]> : tensor<2xf16>
  %f = stablehlo.constant dense<[2.0, 3.0]> : tensor<2xf16>
  %2 = stablehlo.multiply %e, %f : tensor<2xf16>
  return %0, %1, %2 : tensor<2xf32>, tensor<2xbf16>, tensor<2xf16>
}

// -----

// NaN and signed zeros.
// CHECK-LABEL: func.func @special
// CHECK-NEXT: %[[V0:.*]] = stablehlo.constant dense<[0x7FC00000, 0.000000e+00, 0.000000e+00, 0x7F800000]> : tensor<4xf32>
// CHECK-NEXT: %[[V1:.*]] = stablehlo.constant dense<[false, true, true, false]> : tensor<4xi1>
// CHECK-NEXT: %[[V2:.*]] = stablehlo.constant dense<[0xFFC00000, 0.000000e+00, -0.000000e+00, 0xFF800000]> : tensor<4xf32>
// CHECK-NEXT: return %[[V0]], %[[V1]], %[[V2]] : tensor<4xf32>, tensor<4xi1>, tensor<4xf32>
func.func @special() -> (tensor<4xf32>, tensor<4xi1>, tensor<4xf32>) {
  %a = stablehlo.constant dense<[0x7FC00000, -0.0, 0.0, 0x7F800000]> : tensor<4xf32>
  %b = stablehlo.constant dense<[1.0, 0.0, -0.0, 0xFF800000]> : tensor<4xf32>
  %0 = stablehlo.maximum %a, %b : tensor<4xf32>
  %1 = stablehlo.compare EQ, %a, %b, FLOAT : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xi1>
  %2 = stablehlo.negate %a : tensor<4xf32>
  return %0, %1, %2 : tensor<4xf32>, tensor<4xi1>, tensor<4xf32>
}

// -----

// Functions of math libraries are not folded.
// CHECK-LABEL: func.func @transcendental
// CHECK-NEXT: %[[V0:.*]] = stablehlo.constant dense<[1.000000e+00, 2.000000e+00]> : tensor<2xf32>
// CHECK-NEXT: %[[V1:.*]] = stablehlo.exponential %[[V0]] : tensor<2xf32>
// CHECK-NEXT: return %[[V1]] : tensor<2xf32>
func.func @transcendental() -> tensor<2xf32> {
  %a = stablehlo.constant dense<[1.0, 2.0]> : tensor<2xf32>
  %0 = stablehlo.exponential %a : tensor<2xf32>
  return %0 : tensor<2xf32>
}

// -----

// Values out of range saturate, and NaN becomes zero.
// CHECK-LABEL: func.func @convert
// CHECK-NEXT: %[[V0:.*]] = stablehlo.constant dense<[127, -128, 0, -1]> : tensor<4xi8>
// CHECK-NEXT: %[[V1:.*]] = stablehlo.constant dense<[2.560000e+02, 2.600000e+02]> : tensor<2xbf16>
// CHECK-NEXT: %[[V2:.*]] = stablehlo.constant dense<[false, true]> : tensor<2xi1>
// CHECK-NEXT: return %[[V0]], %[[V1]], %[[V2]] : tensor<4xi8>, tensor<2xbf16>, tensor<2xi1>
func.func @convert() -> (tensor<4xi8>, tensor<2xbf16>, tensor<2xi1>) {
  %a = stablehlo.constant dense<[300.0, -300.0, 0x7FC00000, -1.9]> : tensor<4xf32>
  %0 = stablehlo.convert %a : (tensor<4xf32>) -> tensor<4xi8>
  %b = stablehlo.constant dense<[257, 259]> : tensor<2xi32>
  %1 = stablehlo.convert %b : (tensor<2xi32>) -> tensor<2xbf16>
  %c = stablehlo.constant dense<[-0.0, 0.5]> : tensor<2xf64>
  %2 = stablehlo.convert %c : (tensor<2xf64>) -> tensor<2xi1>
  return %0, %1, %2 : tensor<4xi8>, tensor<2xbf16>, tensor<2xi1>
}

// -----

// CHECK-LABEL: func.func @moves
// CHECK-NEXT: %[[V0:.*]] = stablehlo.constant dense<{{\[\[}}1, 4], [2, 5], [3, 6]]> : tensor<3x2xi32>
// CHECK-NEXT: %[[V1:.*]] = stablehlo.constant dense<{{\[\[}}3, 2, 1], [6, 5, 4]]> : tensor<2x3xi32>
// CHECK-NEXT: %[[V2:.*]] = stablehlo.constant dense<{{\[\[}}4, 6]]> : tensor<1x2xi32>
// CHECK-NEXT: %[[V3:.*]] = stablehlo.constant dense<{{\[\[}}0, 0, 0, 0], [0, 2, 0, 3]]> : tensor<2x4xi32>
// CHECK-NEXT: return %[[V0]], %[[V1]], %[[V2]], %[[V3]] : tensor<3x2xi32>, tensor<2x3xi32>, tensor<1x2xi32>, tensor<2x4xi32>
func.func @moves() -> (tensor<3x2xi32>, tensor<2x3xi32>, tensor<1x2xi32>, tensor<2x4xi32>) {
  %a = stablehlo.constant dense<[[1, 2, 3], [4, 5, 6]]> : tensor<2x3xi32>
  %z = stablehlo.constant dense<0> : tensor<i32>
  %0 = stablehlo.transpose %a, dims = [1, 0] : (tensor<2x3xi32>) -> tensor<3x2xi32>
  %1 = stablehlo.reverse %a, dims = [1] : tensor<2x3xi32>
  %2 = stablehlo.slice %a [1:2, 0:3:2] : (tensor<2x3xi32>) -> tensor<1x2xi32>
  %3 = stablehlo.pad %a, %z, low = [1, -1], high = [-1, 0], interior = [0, 1] : (tensor<2x3xi32>, tensor<i32>) -> tensor<2x4xi32>
  return %0, %1, %2, %3 : tensor<3x2xi32>, tensor<2x3xi32>, tensor<1x2xi32>, tensor<2x4xi32>
}

// -----

// CHECK-LABEL: func.func @reduce_and_dot
// CHECK-NEXT: %[[V0:.*]] = stablehlo.constant dense<10> : tensor<2xi32>
// CHECK-NEXT: %[[V1:.*]] = stablehlo.constant dense<{{\[\[}}14, 32], [32, 77]]> : tensor<2x2xi32>
// CHECK-NEXT: return %[[V0]], %[[V1]] : tensor<2xi32>, tensor<2x2xi32>
func.func @reduce_and_dot() -> (tensor<2xi32>, tensor<2x2xi32>) {
  %a = stablehlo.constant dense<[[1, 2, 3], [4, 5, 6]]> : tensor<2x3xi32>
  %z = stablehlo.constant dense<10> : tensor<i32>
  %0 = stablehlo.reduce(%a init: %z) applies stablehlo.maximum across dimensions = [1] : (tensor<2x3xi32>, tensor<i32>) -> tensor<2xi32>
  %1 = stablehlo.dot_general %a, %a, contracting_dims = [1] x [1] : (tensor<2x3xi32>, tensor<2x3xi32>) -> tensor<2x2xi32>
  return %0, %1 : tensor<2xi32>, tensor<2x2xi32>
}

// -----

// Sums of floats depend on the order, so they are not folded.
// CHECK-LABEL: func.func @reduce_floats
// CHECK-NEXT: %[[V0:.*]] = stablehlo.constant dense<[1.000000e+00, 2.000000e+00, 3.000000e+00]> : tensor<3xf32>
// CHECK-NEXT: %[[V1:.*]] = stablehlo.constant dense<0.000000e+00> : tensor<f32>
// CHECK-NEXT: %[[V2:.*]] = stablehlo.reduce(%[[V0]] init: %[[V1]]) applies stablehlo.add across dimensions = [0] : (tensor<3xf32>, tensor<f32>) -> tensor<f32>
// CHECK-NEXT: return %[[V2]] : tensor<f32>
func.func @reduce_floats() -> tensor<f32> {
  %a = stablehlo.constant dense<[1.0, 2.0, 3.0]> : tensor<3xf32>
  %z = stablehlo.constant dense<0.0> : tensor<f32>
  %0 = stablehlo.reduce(%a init: %z) applies stablehlo.add across dimensions = [0] : (tensor<3xf32>, tensor<f32>) -> tensor<f32>
  return %0 : tensor<f32>
}

// -----

// A splat costs as much as one element, whatever its size.
// CHECK-LABEL: func.func @splat
// CHECK-NEXT: %[[V0:.*]] = stablehlo.constant dense<6.000000e+00> : tensor<4096x4096xf32>
// CHECK-NEXT: return %[[V0]] : tensor<4096x4096xf32>
func.func @splat() -> tensor<4096x4096xf32> {
  %a = stablehlo.constant dense<2.0> : tensor<f32>
  %b = stablehlo.constant dense<3.0> : tensor<4096x4096xf32>
  %0 = stablehlo.broadcast_in_dim %a, dims = [] : (tensor<f32>) -> tensor<4096x4096xf32>
  %1 = stablehlo.multiply %0, %b : tensor<4096x4096xf32>
  return %1 : tensor<4096x4096xf32>
}

// -----

// Values that are cheap to recompute are not stored, unless they are small.
// CHECK-LABEL: func.func @generated
// CHECK-NEXT: %[[V0:.*]] = stablehlo.constant dense<[1, 2]> : tensor<2xi32>
// CHECK-NEXT: %[[V1:.*]] = stablehlo.iota dim = 0 : tensor<1024xi32>
// CHECK-NEXT: %[[V2:.*]] = stablehlo.constant dense<[0, 1, 2, 3]> : tensor<4xi32>
// CHECK-NEXT: %[[V3:.*]] = stablehlo.broadcast_in_dim %[[V0]], dims = [1] : (tensor<2xi32>) -> tensor<512x2xi32>
// CHECK-NEXT: return %[[V1]], %[[V2]], %[[V3]] : tensor<1024xi32>, tensor<4xi32>, tensor<512x2xi32>
func.func @generated() -> (tensor<1024xi32>, tensor<4xi32>, tensor<512x2xi32>) {
  %a = stablehlo.constant dense<[1, 2]> : tensor<2xi32>
  %0 = stablehlo.iota dim = 0 : tensor<1024xi32>
  %1 = stablehlo.iota dim = 0 : tensor<4xi32>
  %2 = stablehlo.broadcast_in_dim %a, dims = [1] : (tensor<2xi32>) -> tensor<512x2xi32>
  return %0, %1, %2 : tensor<1024xi32>, tensor<4xi32>, tensor<512x2xi32>
}

// -----

// Operations inside regions are folded, too.
// CHECK-LABEL: func.func @regions
// CHECK-SAME: (%[[C:.*]]: tensor<i1>)
// CHECK-NEXT: %[[V1:.*]] = "stablehlo.if"(%[[C]]) ({
// CHECK-NEXT: %[[V2:.*]] = stablehlo.constant dense<3> : tensor<i32>
// CHECK-NEXT: stablehlo.return %[[V2]] : tensor<i32>
// CHECK-NEXT: }, {
// CHECK-NEXT: %[[V2]] = stablehlo.constant dense<3> : tensor<i32>
// CHECK-NEXT: stablehlo.return %[[V2]] : tensor<i32>
// CHECK-NEXT: }) : (tensor<i1>) -> tensor<i32>
// CHECK-NEXT: return %[[V1]] : tensor<i32>
func.func @regions(%c: tensor<i1>) -> tensor<i32> {
  %0 = "stablehlo.if"(%c) ({
    %a = stablehlo.constant dense<1> : tensor<i32>
    %b = stablehlo.constant dense<2> : tensor<i32>
    %1 = stablehlo.add %a, %b : tensor<i32>
    stablehlo.return %1 : tensor<i32>
  }, {
    %a = stablehlo.constant dense<[1, 2]> : tensor<2xi32>
    %z = stablehlo.constant dense<0> : tensor<i32>
    %1 = stablehlo.reduce(%a init: %z) applies stablehlo.add across dimensions = [0] : (tensor<2xi32>, tensor<i32>) -> tensor<i32>
    stablehlo.return %1 : tensor<i32>
  }) : (tensor<i1>) -> tensor<i32>
  return %0 : tensor<i32>
}

// Constants in the body of a folded operation are removed with it.
// CHECK-LABEL: func.func @body_with_constants
// CHECK-NEXT: %[[R:.*]] = stablehlo.constant dense<13> : tensor<i32>
// CHECK-NEXT: return %[[R]]
func.func @body_with_constants() -> tensor<i32> {
  %x = stablehlo.constant dense<[1, 2, 3]> : tensor<3xi32>
  %init = stablehlo.constant dense<1> : tensor<i32>
  %0 = "stablehlo.reduce"(%x, %init) ({
  ^bb0(%a: tensor<i32>, %b: tensor<i32>):
    %two = stablehlo.constant dense<2> : tensor<i32>
    %1 = stablehlo.multiply %b, %two : tensor<i32>
    %2 = stablehlo.add %a, %1 : tensor<i32>
    stablehlo.return %2 : tensor<i32>
  }) {dimensions = array<i64: 0>} : (tensor<3xi32>, tensor<i32>) -> tensor<i32>
  return %0 : tensor<i32>
}
