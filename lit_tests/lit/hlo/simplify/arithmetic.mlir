// RUN: hlo-opt %s --hlo-simplify --split-input-file | FileCheck %s

// c op x = x op c
// CHECK-LABEL: func.func @constant_left
// CHECK-SAME: (%[[X:.*]]: tensor<4xf32>)
// CHECK-NEXT: %[[V1:.*]] = stablehlo.constant dense<[1.000000e+00, 2.000000e+00, 3.000000e+00, 4.000000e+00]> : tensor<4xf32>
// CHECK-NEXT: %[[V2:.*]] = stablehlo.add %[[X]], %[[V1]] : tensor<4xf32>
// CHECK-NEXT: return %[[V2]] : tensor<4xf32>
func.func @constant_left(%x: tensor<4xf32>) -> tensor<4xf32> {
  %c = stablehlo.constant dense<[1.0, 2.0, 3.0, 4.0]> : tensor<4xf32>
  %0 = stablehlo.add %c, %x : tensor<4xf32>
  return %0 : tensor<4xf32>
}

// -----

// (x op c) op d = x op (c op d), of integers
// CHECK-LABEL: func.func @constants_together
// CHECK-SAME: (%[[X:.*]]: tensor<4xi32>)
// CHECK-NEXT: %[[V1:.*]] = stablehlo.constant dense<[1, 2, 3, 4]> : tensor<4xi32>
// CHECK-NEXT: %[[V2:.*]] = stablehlo.constant dense<7> : tensor<4xi32>
// CHECK-NEXT: %[[V3:.*]] = stablehlo.multiply %[[V1]], %[[V2]] : tensor<4xi32>
// CHECK-NEXT: %[[V4:.*]] = stablehlo.multiply %[[X]], %[[V3]] : tensor<4xi32>
// CHECK-NEXT: return %[[V4]] : tensor<4xi32>
func.func @constants_together(%x: tensor<4xi32>) -> tensor<4xi32> {
  %c = stablehlo.constant dense<[1, 2, 3, 4]> : tensor<4xi32>
  %d = stablehlo.constant dense<7> : tensor<4xi32>
  %0 = stablehlo.multiply %x, %c : tensor<4xi32>
  %1 = stablehlo.multiply %0, %d : tensor<4xi32>
  return %1 : tensor<4xi32>
}

// -----

// Sums of floats are unchanged.
// CHECK-LABEL: func.func @constants_of_floats
// CHECK-SAME: (%[[X:.*]]: tensor<4xf32>)
// CHECK-NEXT: %[[V1:.*]] = stablehlo.constant dense<1.000000e+00> : tensor<4xf32>
// CHECK-NEXT: %[[V2:.*]] = stablehlo.constant dense<3.000000e+00> : tensor<4xf32>
// CHECK-NEXT: %[[V3:.*]] = stablehlo.add %[[X]], %[[V1]] : tensor<4xf32>
// CHECK-NEXT: %[[V4:.*]] = stablehlo.add %[[V3]], %[[V2]] : tensor<4xf32>
// CHECK-NEXT: return %[[V4]] : tensor<4xf32>
func.func @constants_of_floats(%x: tensor<4xf32>) -> tensor<4xf32> {
  %c = stablehlo.constant dense<1.0> : tensor<4xf32>
  %d = stablehlo.constant dense<3.0> : tensor<4xf32>
  %0 = stablehlo.add %x, %c : tensor<4xf32>
  %1 = stablehlo.add %0, %d : tensor<4xf32>
  return %1 : tensor<4xf32>
}

// -----

// x + 0 = x
// CHECK-LABEL: func.func @add_zero
// CHECK-SAME: (%[[X:.*]]: tensor<4xui8>)
// CHECK-NEXT: return %[[X]] : tensor<4xui8>
func.func @add_zero(%x: tensor<4xui8>) -> tensor<4xui8> {
  %c = stablehlo.constant dense<0> : tensor<4xui8>
  %0 = stablehlo.add %c, %x : tensor<4xui8>
  return %0 : tensor<4xui8>
}

// -----

// x + -0 = x
// CHECK-LABEL: func.func @add_negative_zero
// CHECK-SAME: (%[[X:.*]]: tensor<4xbf16>)
// CHECK-NEXT: return %[[X]] : tensor<4xbf16>
func.func @add_negative_zero(%x: tensor<4xbf16>) -> tensor<4xbf16> {
  %c = stablehlo.constant dense<-0.0> : tensor<4xbf16>
  %0 = stablehlo.add %x, %c : tensor<4xbf16>
  return %0 : tensor<4xbf16>
}

// -----

// -0 + 0 = 0, not -0.
// CHECK-LABEL: func.func @add_positive_zero
// CHECK-SAME: (%[[X:.*]]: tensor<4xf32>)
// CHECK-NEXT: %[[V1:.*]] = stablehlo.constant dense<0.000000e+00> : tensor<4xf32>
// CHECK-NEXT: %[[V2:.*]] = stablehlo.add %[[X]], %[[V1]] : tensor<4xf32>
// CHECK-NEXT: return %[[V2]] : tensor<4xf32>
func.func @add_positive_zero(%x: tensor<4xf32>) -> tensor<4xf32> {
  %c = stablehlo.constant dense<0.0> : tensor<4xf32>
  %0 = stablehlo.add %x, %c : tensor<4xf32>
  return %0 : tensor<4xf32>
}

// -----

// x - 0 = x
// CHECK-LABEL: func.func @subtract_zero
// CHECK-SAME: (%[[X:.*]]: tensor<4xf32>)
// CHECK-NEXT: return %[[X]] : tensor<4xf32>
func.func @subtract_zero(%x: tensor<4xf32>) -> tensor<4xf32> {
  %c = stablehlo.constant dense<0.0> : tensor<4xf32>
  %0 = stablehlo.subtract %x, %c : tensor<4xf32>
  return %0 : tensor<4xf32>
}

// -----

// -0 - -0 = 0, not -0.
// CHECK-LABEL: func.func @subtract_negative_zero
// CHECK-SAME: (%[[X:.*]]: tensor<4xf32>)
// CHECK-NEXT: %[[V1:.*]] = stablehlo.constant dense<-0.000000e+00> : tensor<4xf32>
// CHECK-NEXT: %[[V2:.*]] = stablehlo.subtract %[[X]], %[[V1]] : tensor<4xf32>
// CHECK-NEXT: return %[[V2]] : tensor<4xf32>
func.func @subtract_negative_zero(%x: tensor<4xf32>) -> tensor<4xf32> {
  %c = stablehlo.constant dense<-0.0> : tensor<4xf32>
  %0 = stablehlo.subtract %x, %c : tensor<4xf32>
  return %0 : tensor<4xf32>
}

// -----

// 0 - x = -x
// CHECK-LABEL: func.func @subtract_from_zero
// CHECK-SAME: (%[[X:.*]]: tensor<4xi16>)
// CHECK-NEXT: %[[V1:.*]] = stablehlo.negate %[[X]] : tensor<4xi16>
// CHECK-NEXT: return %[[V1]] : tensor<4xi16>
func.func @subtract_from_zero(%x: tensor<4xi16>) -> tensor<4xi16> {
  %c = stablehlo.constant dense<0> : tensor<4xi16>
  %0 = stablehlo.subtract %c, %x : tensor<4xi16>
  return %0 : tensor<4xi16>
}

// -----

// 0 - 0 = 0, not -0.
// CHECK-LABEL: func.func @subtract_from_positive_zero
// CHECK-SAME: (%[[X:.*]]: tensor<4xf32>)
// CHECK-NEXT: %[[V1:.*]] = stablehlo.constant dense<0.000000e+00> : tensor<4xf32>
// CHECK-NEXT: %[[V2:.*]] = stablehlo.subtract %[[V1]], %[[X]] : tensor<4xf32>
// CHECK-NEXT: return %[[V2]] : tensor<4xf32>
func.func @subtract_from_positive_zero(%x: tensor<4xf32>) -> tensor<4xf32> {
  %c = stablehlo.constant dense<0.0> : tensor<4xf32>
  %0 = stablehlo.subtract %c, %x : tensor<4xf32>
  return %0 : tensor<4xf32>
}

// -----

// -0 - x = -x
// CHECK-LABEL: func.func @subtract_from_negative_zero
// CHECK-SAME: (%[[X:.*]]: tensor<4xf32>)
// CHECK-NEXT: %[[V1:.*]] = stablehlo.negate %[[X]] : tensor<4xf32>
// CHECK-NEXT: return %[[V1]] : tensor<4xf32>
func.func @subtract_from_negative_zero(%x: tensor<4xf32>) -> tensor<4xf32> {
  %c = stablehlo.constant dense<-0.0> : tensor<4xf32>
  %0 = stablehlo.subtract %c, %x : tensor<4xf32>
  return %0 : tensor<4xf32>
}

// -----

// x - x = 0
// CHECK-LABEL: func.func @subtract_itself
// CHECK-SAME: (%[[X:.*]]: tensor<4xi32>)
// CHECK-NEXT: %[[V1:.*]] = stablehlo.constant dense<0> : tensor<4xi32>
// CHECK-NEXT: return %[[V1]] : tensor<4xi32>
func.func @subtract_itself(%x: tensor<4xi32>) -> tensor<4xi32> {
  %0 = stablehlo.subtract %x, %x : tensor<4xi32>
  return %0 : tensor<4xi32>
}

// -----

// inf - inf is NaN.
// CHECK-LABEL: func.func @subtract_float_itself
// CHECK-SAME: (%[[X:.*]]: tensor<4xf32>)
// CHECK-NEXT: %[[V1:.*]] = stablehlo.subtract %[[X]], %[[X]] : tensor<4xf32>
// CHECK-NEXT: return %[[V1]] : tensor<4xf32>
func.func @subtract_float_itself(%x: tensor<4xf32>) -> tensor<4xf32> {
  %0 = stablehlo.subtract %x, %x : tensor<4xf32>
  return %0 : tensor<4xf32>
}

// -----

// x + -y = x - y, -x + y = y - x
// CHECK-LABEL: func.func @add_negate
// CHECK-SAME: (%[[X:.*]]: tensor<4xf32>, %[[Y:.*]]: tensor<4xf32>)
// CHECK-NEXT: %[[V2:.*]] = stablehlo.subtract %[[X]], %[[Y]] : tensor<4xf32>
// CHECK-NEXT: %[[V3:.*]] = stablehlo.subtract %[[V2]], %[[X]] : tensor<4xf32>
// CHECK-NEXT: return %[[V3]] : tensor<4xf32>
func.func @add_negate(%x: tensor<4xf32>, %y: tensor<4xf32>) -> tensor<4xf32> {
  %0 = stablehlo.negate %y : tensor<4xf32>
  %1 = stablehlo.add %x, %0 : tensor<4xf32>
  %2 = stablehlo.negate %x : tensor<4xf32>
  %3 = stablehlo.add %2, %1 : tensor<4xf32>
  return %3 : tensor<4xf32>
}

// -----

// x - -y = x + y
// CHECK-LABEL: func.func @subtract_negate
// CHECK-SAME: (%[[X:.*]]: tensor<4xf32>, %[[Y:.*]]: tensor<4xf32>)
// CHECK-NEXT: %[[V2:.*]] = stablehlo.add %[[X]], %[[Y]] : tensor<4xf32>
// CHECK-NEXT: return %[[V2]] : tensor<4xf32>
func.func @subtract_negate(%x: tensor<4xf32>, %y: tensor<4xf32>) -> tensor<4xf32> {
  %0 = stablehlo.negate %y : tensor<4xf32>
  %1 = stablehlo.subtract %x, %0 : tensor<4xf32>
  return %1 : tensor<4xf32>
}

// -----

// x * 1 = x, x / 1 = x
// CHECK-LABEL: func.func @one
// CHECK-SAME: (%[[X:.*]]: tensor<4xf16>)
// CHECK-NEXT: return %[[X]] : tensor<4xf16>
func.func @one(%x: tensor<4xf16>) -> tensor<4xf16> {
  %c = stablehlo.constant dense<1.0> : tensor<4xf16>
  %0 = stablehlo.multiply %c, %x : tensor<4xf16>
  %1 = stablehlo.divide %0, %c : tensor<4xf16>
  return %1 : tensor<4xf16>
}

// -----

// x * 0 = 0
// CHECK-LABEL: func.func @multiply_zero
// CHECK-SAME: (%[[X:.*]]: tensor<4xi64>)
// CHECK-NEXT: %[[V1:.*]] = stablehlo.constant dense<0> : tensor<4xi64>
// CHECK-NEXT: return %[[V1]] : tensor<4xi64>
func.func @multiply_zero(%x: tensor<4xi64>) -> tensor<4xi64> {
  %c = stablehlo.constant dense<0> : tensor<4xi64>
  %0 = stablehlo.multiply %x, %c : tensor<4xi64>
  return %0 : tensor<4xi64>
}

// -----

// NaN * 0 is NaN, -1 * 0 is -0.
// CHECK-LABEL: func.func @multiply_float_zero
// CHECK-SAME: (%[[X:.*]]: tensor<4xf32>)
// CHECK-NEXT: %[[V1:.*]] = stablehlo.constant dense<0.000000e+00> : tensor<4xf32>
// CHECK-NEXT: %[[V2:.*]] = stablehlo.multiply %[[X]], %[[V1]] : tensor<4xf32>
// CHECK-NEXT: return %[[V2]] : tensor<4xf32>
func.func @multiply_float_zero(%x: tensor<4xf32>) -> tensor<4xf32> {
  %c = stablehlo.constant dense<0.0> : tensor<4xf32>
  %0 = stablehlo.multiply %x, %c : tensor<4xf32>
  return %0 : tensor<4xf32>
}

// -----

// x * (1 + 0i) changes the signs of zeros.
// CHECK-LABEL: func.func @multiply_complex_one
// CHECK-SAME: (%[[X:.*]]: tensor<4xcomplex<f32>>)
// CHECK-NEXT: %[[V1:.*]] = stablehlo.constant dense<(1.000000e+00,0.000000e+00)> : tensor<4xcomplex<f32>>
// CHECK-NEXT: %[[V2:.*]] = stablehlo.multiply %[[X]], %[[V1]] : tensor<4xcomplex<f32>>
// CHECK-NEXT: return %[[V2]] : tensor<4xcomplex<f32>>
func.func @multiply_complex_one(%x: tensor<4xcomplex<f32>>) -> tensor<4xcomplex<f32>> {
  %c = stablehlo.constant dense<(1.0, 0.0)> : tensor<4xcomplex<f32>>
  %0 = stablehlo.multiply %x, %c : tensor<4xcomplex<f32>>
  return %0 : tensor<4xcomplex<f32>>
}

// -----

// x rem 1 = 0
// CHECK-LABEL: func.func @remainder_one
// CHECK-SAME: (%[[X:.*]]: tensor<4xi32>)
// CHECK-NEXT: %[[V1:.*]] = stablehlo.constant dense<0> : tensor<4xi32>
// CHECK-NEXT: return %[[V1]] : tensor<4xi32>
func.func @remainder_one(%x: tensor<4xi32>) -> tensor<4xi32> {
  %c = stablehlo.constant dense<1> : tensor<4xi32>
  %0 = stablehlo.remainder %x, %c : tensor<4xi32>
  return %0 : tensor<4xi32>
}

// -----

// inf rem 1 is NaN.
// CHECK-LABEL: func.func @remainder_float_one
// CHECK-SAME: (%[[X:.*]]: tensor<4xf32>)
// CHECK-NEXT: %[[V1:.*]] = stablehlo.constant dense<1.000000e+00> : tensor<4xf32>
// CHECK-NEXT: %[[V2:.*]] = stablehlo.remainder %[[X]], %[[V1]] : tensor<4xf32>
// CHECK-NEXT: return %[[V2]] : tensor<4xf32>
func.func @remainder_float_one(%x: tensor<4xf32>) -> tensor<4xf32> {
  %c = stablehlo.constant dense<1.0> : tensor<4xf32>
  %0 = stablehlo.remainder %x, %c : tensor<4xf32>
  return %0 : tensor<4xf32>
}

// -----

// x ^ 2 = x * x
// CHECK-LABEL: func.func @power_two
// CHECK-SAME: (%[[X:.*]]: tensor<4xi32>)
// CHECK-NEXT: %[[V1:.*]] = stablehlo.multiply %[[X]], %[[X]] : tensor<4xi32>
// CHECK-NEXT: return %[[V1]] : tensor<4xi32>
func.func @power_two(%x: tensor<4xi32>) -> tensor<4xi32> {
  %c = stablehlo.constant dense<2> : tensor<4xi32>
  %0 = stablehlo.power %x, %c : tensor<4xi32>
  return %0 : tensor<4xi32>
}

// -----

// x ^ 0 = 1, x ^ 1 = x
// CHECK-LABEL: func.func @power_zero_and_one
// CHECK-SAME: (%[[X:.*]]: tensor<4xui32>)
// CHECK-NEXT: %[[V1:.*]] = stablehlo.constant dense<1> : tensor<4xui32>
// CHECK-NEXT: %[[V2:.*]] = stablehlo.add %[[X]], %[[V1]] : tensor<4xui32>
// CHECK-NEXT: return %[[V2]] : tensor<4xui32>
func.func @power_zero_and_one(%x: tensor<4xui32>) -> tensor<4xui32> {
  %c = stablehlo.constant dense<0> : tensor<4xui32>
  %d = stablehlo.constant dense<1> : tensor<4xui32>
  %0 = stablehlo.power %x, %c : tensor<4xui32>
  %1 = stablehlo.power %x, %d : tensor<4xui32>
  %2 = stablehlo.add %0, %1 : tensor<4xui32>
  return %2 : tensor<4xui32>
}

// -----

// -(-x) = x
// CHECK-LABEL: func.func @negate_negate
// CHECK-SAME: (%[[X:.*]]: tensor<4xf32>)
// CHECK-NEXT: return %[[X]] : tensor<4xf32>
func.func @negate_negate(%x: tensor<4xf32>) -> tensor<4xf32> {
  %0 = stablehlo.negate %x : tensor<4xf32>
  %1 = stablehlo.negate %0 : tensor<4xf32>
  return %1 : tensor<4xf32>
}

// -----

// ||-x|| = |x|
// CHECK-LABEL: func.func @abs_abs
// CHECK-SAME: (%[[X:.*]]: tensor<4xf32>)
// CHECK-NEXT: %[[V1:.*]] = stablehlo.abs %[[X]] : tensor<4xf32>
// CHECK-NEXT: return %[[V1]] : tensor<4xf32>
func.func @abs_abs(%x: tensor<4xf32>) -> tensor<4xf32> {
  %0 = stablehlo.negate %x : tensor<4xf32>
  %1 = stablehlo.abs %0 : tensor<4xf32>
  %2 = stablehlo.abs %1 : tensor<4xf32>
  return %2 : tensor<4xf32>
}

// -----

// The modulus of a complex number is a float.
// CHECK-LABEL: func.func @abs_complex
// CHECK-SAME: (%[[X:.*]]: tensor<4xcomplex<f32>>)
// CHECK-NEXT: %[[V1:.*]] = stablehlo.abs %[[X]] : (tensor<4xcomplex<f32>>) -> tensor<4xf32>
// CHECK-NEXT: %[[V2:.*]] = stablehlo.abs %[[V1]] : tensor<4xf32>
// CHECK-NEXT: return %[[V2]] : tensor<4xf32>
func.func @abs_complex(%x: tensor<4xcomplex<f32>>) -> tensor<4xf32> {
  %0 = stablehlo.abs %x : (tensor<4xcomplex<f32>>) -> tensor<4xf32>
  %1 = stablehlo.abs %0 : tensor<4xf32>
  return %1 : tensor<4xf32>
}

// -----

// max(x, x) = x
// CHECK-LABEL: func.func @maximum_itself
// CHECK-SAME: (%[[X:.*]]: tensor<4xf32>)
// CHECK-NEXT: return %[[X]] : tensor<4xf32>
func.func @maximum_itself(%x: tensor<4xf32>) -> tensor<4xf32> {
  %0 = stablehlo.maximum %x, %x : tensor<4xf32>
  return %0 : tensor<4xf32>
}

// -----

// max(x, -inf) = x, min(x, inf) = x
// CHECK-LABEL: func.func @extremum_infinity
// CHECK-SAME: (%[[X:.*]]: tensor<4xf32>)
// CHECK-NEXT: return %[[X]] : tensor<4xf32>
func.func @extremum_infinity(%x: tensor<4xf32>) -> tensor<4xf32> {
  %c = stablehlo.constant dense<0xFF800000> : tensor<4xf32>
  %d = stablehlo.constant dense<0x7F800000> : tensor<4xf32>
  %0 = stablehlo.maximum %c, %x : tensor<4xf32>
  %1 = stablehlo.minimum %0, %d : tensor<4xf32>
  return %1 : tensor<4xf32>
}

// -----

// max(NaN, inf) is NaN.
// CHECK-LABEL: func.func @maximum_greatest_float
// CHECK-SAME: (%[[X:.*]]: tensor<4xf32>)
// CHECK-NEXT: %[[V1:.*]] = stablehlo.constant dense<0x7F800000> : tensor<4xf32>
// CHECK-NEXT: %[[V2:.*]] = stablehlo.maximum %[[X]], %[[V1]] : tensor<4xf32>
// CHECK-NEXT: return %[[V2]] : tensor<4xf32>
func.func @maximum_greatest_float(%x: tensor<4xf32>) -> tensor<4xf32> {
  %c = stablehlo.constant dense<0x7F800000> : tensor<4xf32>
  %0 = stablehlo.maximum %x, %c : tensor<4xf32>
  return %0 : tensor<4xf32>
}

// -----

// max(x, 0) = x and min(x, 0) = 0 of unsigned integers
// CHECK-LABEL: func.func @extremum_unsigned
// CHECK-SAME: (%[[X:.*]]: tensor<4xui8>)
// CHECK-NEXT: %[[V1:.*]] = stablehlo.constant dense<0> : tensor<4xui8>
// CHECK-NEXT: return %[[X]], %[[V1]] : tensor<4xui8>, tensor<4xui8>
func.func @extremum_unsigned(%x: tensor<4xui8>) -> (tensor<4xui8>, tensor<4xui8>) {
  %c = stablehlo.constant dense<0> : tensor<4xui8>
  %0 = stablehlo.maximum %x, %c : tensor<4xui8>
  %1 = stablehlo.minimum %x, %c : tensor<4xui8>
  return %0, %1 : tensor<4xui8>, tensor<4xui8>
}

// -----

// floor(ceil(x)) = ceil(x)
// CHECK-LABEL: func.func @round_round
// CHECK-SAME: (%[[X:.*]]: tensor<4xf32>)
// CHECK-NEXT: %[[V1:.*]] = stablehlo.ceil %[[X]] : tensor<4xf32>
// CHECK-NEXT: return %[[V1]] : tensor<4xf32>
func.func @round_round(%x: tensor<4xf32>) -> tensor<4xf32> {
  %0 = stablehlo.ceil %x : tensor<4xf32>
  %1 = stablehlo.floor %0 : tensor<4xf32>
  return %1 : tensor<4xf32>
}

// -----

// x ^ 2 = x * x, x ^ -1 = 1 / x, x ^ 0.5 = sqrt(x) + 0 or infinity; x ^ 3 would be rounded twice
// CHECK-LABEL: func.func @powers
// CHECK-SAME: (%[[X:.*]]: tensor<4xf32>)
// CHECK-DAG: %[[A:.*]] = stablehlo.multiply %[[X]], %[[X]]
// CHECK-DAG: %[[B:.*]] = stablehlo.divide %{{.*}}, %[[X]]
// CHECK-DAG: %[[ROOT:.*]] = stablehlo.sqrt %[[X]]
// CHECK-DAG: %[[SUM:.*]] = stablehlo.add %[[ROOT]], %{{.*}}
// CHECK-DAG: %[[LEAST:.*]] = stablehlo.compare EQ, %[[X]], %{{.*}}
// CHECK-DAG: %[[C:.*]] = stablehlo.select %[[LEAST]], %{{.*}}, %[[SUM]]
// CHECK-DAG: %[[D:.*]] = stablehlo.power %[[X]], %{{.*}}
// CHECK: return %[[A]], %[[B]], %[[C]], %[[D]]
func.func @powers(%x: tensor<4xf32>) -> (tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>) {
  %two = stablehlo.constant dense<2.0> : tensor<4xf32>
  %minus = stablehlo.constant dense<-1.0> : tensor<4xf32>
  %half = stablehlo.constant dense<0.5> : tensor<4xf32>
  %three = stablehlo.constant dense<3.0> : tensor<4xf32>
  %0 = stablehlo.power %x, %two : tensor<4xf32>
  %1 = stablehlo.power %x, %minus : tensor<4xf32>
  %2 = stablehlo.power %x, %half : tensor<4xf32>
  %3 = stablehlo.power %x, %three : tensor<4xf32>
  return %0, %1, %2, %3 : tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>
}
