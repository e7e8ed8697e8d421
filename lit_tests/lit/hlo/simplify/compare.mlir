// RUN: hlo-opt %s --hlo-simplify --split-input-file | FileCheck %s

// x <= x = true, x != x = false
// CHECK-LABEL: func.func @itself
// CHECK-SAME: (%[[X:.*]]: tensor<4xi32>)
// CHECK-NEXT: %[[V1:.*]] = stablehlo.constant dense<true> : tensor<4xi1>
// CHECK-NEXT: %[[V2:.*]] = stablehlo.constant dense<false> : tensor<4xi1>
// CHECK-NEXT: return %[[V1]], %[[V2]] : tensor<4xi1>, tensor<4xi1>
func.func @itself(%x: tensor<4xi32>) -> (tensor<4xi1>, tensor<4xi1>) {
  %0 = stablehlo.compare LE, %x, %x : (tensor<4xi32>, tensor<4xi32>) -> tensor<4xi1>
  %1 = stablehlo.compare NE, %x, %x : (tensor<4xi32>, tensor<4xi32>) -> tensor<4xi1>
  return %0, %1 : tensor<4xi1>, tensor<4xi1>
}

// -----

// NaN != NaN, unless in the total order.
// CHECK-LABEL: func.func @float_itself
// CHECK-SAME: (%[[X:.*]]: tensor<4xf32>)
// CHECK-NEXT: %[[V1:.*]] = stablehlo.compare EQ, %[[X]], %[[X]], FLOAT : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xi1>
// CHECK-NEXT: %[[V2:.*]] = stablehlo.constant dense<true> : tensor<4xi1>
// CHECK-NEXT: return %[[V1]], %[[V2]] : tensor<4xi1>, tensor<4xi1>
func.func @float_itself(%x: tensor<4xf32>) -> (tensor<4xi1>, tensor<4xi1>) {
  %0 = stablehlo.compare EQ, %x, %x, FLOAT : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xi1>
  %1 = stablehlo.compare EQ, %x, %x, TOTALORDER : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xi1>
  return %0, %1 : tensor<4xi1>, tensor<4xi1>
}

// -----

// c < x = x > c
// CHECK-LABEL: func.func @constant_left
// CHECK-SAME: (%[[X:.*]]: tensor<4xf32>)
// CHECK-NEXT: %[[V1:.*]] = stablehlo.constant dense<2.000000e+00> : tensor<4xf32>
// CHECK-NEXT: %[[V2:.*]] = stablehlo.compare GT, %[[X]], %[[V1]], TOTALORDER : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xi1>
// CHECK-NEXT: return %[[V2]] : tensor<4xi1>
func.func @constant_left(%x: tensor<4xf32>) -> tensor<4xi1> {
  %c = stablehlo.constant dense<2.0> : tensor<4xf32>
  %0 = stablehlo.compare LT, %c, %x, TOTALORDER : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xi1>
  return %0 : tensor<4xi1>
}

// -----

// b == true = b, b != true = !b
// CHECK-LABEL: func.func @boolean
// CHECK-SAME: (%[[X:.*]]: tensor<4xi1>)
// CHECK-NEXT: %[[V1:.*]] = stablehlo.not %[[X]] : tensor<4xi1>
// CHECK-NEXT: return %[[X]], %[[V1]] : tensor<4xi1>, tensor<4xi1>
func.func @boolean(%x: tensor<4xi1>) -> (tensor<4xi1>, tensor<4xi1>) {
  %c = stablehlo.constant dense<true> : tensor<4xi1>
  %0 = stablehlo.compare EQ, %x, %c : (tensor<4xi1>, tensor<4xi1>) -> tensor<4xi1>
  %1 = stablehlo.compare NE, %c, %x : (tensor<4xi1>, tensor<4xi1>) -> tensor<4xi1>
  return %0, %1 : tensor<4xi1>, tensor<4xi1>
}

// -----

// of unsigned integers x < 0 = false, x >= 0 = true
// CHECK-LABEL: func.func @unsigned
// CHECK-SAME: (%[[X:.*]]: tensor<4xui8>)
// CHECK-NEXT: %[[V1:.*]] = stablehlo.constant dense<false> : tensor<4xi1>
// CHECK-NEXT: %[[V2:.*]] = stablehlo.constant dense<true> : tensor<4xi1>
// CHECK-NEXT: return %[[V1]], %[[V2]] : tensor<4xi1>, tensor<4xi1>
func.func @unsigned(%x: tensor<4xui8>) -> (tensor<4xi1>, tensor<4xi1>) {
  %c = stablehlo.constant dense<0> : tensor<4xui8>
  %0 = stablehlo.compare LT, %x, %c : (tensor<4xui8>, tensor<4xui8>) -> tensor<4xi1>
  %1 = stablehlo.compare LE, %c, %x : (tensor<4xui8>, tensor<4xui8>) -> tensor<4xi1>
  return %0, %1 : tensor<4xi1>, tensor<4xi1>
}

// -----

// !(x < y) = x >= y
// CHECK-LABEL: func.func @not_less
// CHECK-SAME: (%[[X:.*]]: tensor<4xi32>, %[[Y:.*]]: tensor<4xi32>)
// CHECK-NEXT: %[[V2:.*]] = stablehlo.compare GE, %[[X]], %[[Y]], SIGNED : (tensor<4xi32>, tensor<4xi32>) -> tensor<4xi1>
// CHECK-NEXT: return %[[V2]] : tensor<4xi1>
func.func @not_less(%x: tensor<4xi32>, %y: tensor<4xi32>) -> tensor<4xi1> {
  %0 = stablehlo.compare LT, %x, %y, SIGNED : (tensor<4xi32>, tensor<4xi32>) -> tensor<4xi1>
  %1 = stablehlo.not %0 : tensor<4xi1>
  return %1 : tensor<4xi1>
}

// -----

// !(NaN < y) is true, NaN >= y is not.
// CHECK-LABEL: func.func @not_less_float
// CHECK-SAME: (%[[X:.*]]: tensor<4xf32>, %[[Y:.*]]: tensor<4xf32>)
// CHECK-NEXT: %[[V2:.*]] = stablehlo.compare LT, %[[X]], %[[Y]] : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xi1>
// CHECK-NEXT: %[[V3:.*]] = stablehlo.not %[[V2]] : tensor<4xi1>
// CHECK-NEXT: return %[[V3]] : tensor<4xi1>
func.func @not_less_float(%x: tensor<4xf32>, %y: tensor<4xf32>) -> tensor<4xi1> {
  %0 = stablehlo.compare LT, %x, %y : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xi1>
  %1 = stablehlo.not %0 : tensor<4xi1>
  return %1 : tensor<4xi1>
}

// -----

// !(x == y) = x != y
// CHECK-LABEL: func.func @not_equal_float
// CHECK-SAME: (%[[X:.*]]: tensor<4xf32>, %[[Y:.*]]: tensor<4xf32>)
// CHECK-NEXT: %[[V2:.*]] = stablehlo.compare NE, %[[X]], %[[Y]] : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xi1>
// CHECK-NEXT: return %[[V2]] : tensor<4xi1>
func.func @not_equal_float(%x: tensor<4xf32>, %y: tensor<4xf32>) -> tensor<4xi1> {
  %0 = stablehlo.compare EQ, %x, %y : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xi1>
  %1 = stablehlo.not %0 : tensor<4xi1>
  return %1 : tensor<4xi1>
}

// -----

// x > c = max(x, c) > c, so that the backward pass of a rectifier needs only its result.
// CHECK-LABEL: func.func @rectified
// CHECK-SAME: (%[[X:.*]]: tensor<4xf32>)
// CHECK: %[[MAX:.*]] = stablehlo.maximum %[[X]], %[[ZERO:.*]] :
// CHECK: %[[IS:.*]] = stablehlo.compare GT, %[[MAX]], %[[ZERO]] :
// CHECK: return %[[MAX]], %[[IS]]
func.func @rectified(%x: tensor<4xf32>) -> (tensor<4xf32>, tensor<4xi1>) {
  %zero = stablehlo.constant dense<0.0> : tensor<4xf32>
  %0 = stablehlo.maximum %x, %zero : tensor<4xf32>
  %1 = stablehlo.compare GT, %x, %zero : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xi1>
  return %0, %1 : tensor<4xf32>, tensor<4xi1>
}

// -----

// Not with another bound, not for the total order, and not for >=.
// CHECK-LABEL: func.func @not_rectified
// CHECK-SAME: (%[[X:.*]]: tensor<4xf32>)
// CHECK: stablehlo.maximum
// CHECK: stablehlo.compare GT, %[[X]],
// CHECK: stablehlo.compare GT, %[[X]],
// CHECK: stablehlo.compare GE, %[[X]],
func.func @not_rectified(%x: tensor<4xf32>) -> (tensor<4xf32>, tensor<4xi1>, tensor<4xi1>, tensor<4xi1>) {
  %zero = stablehlo.constant dense<0.0> : tensor<4xf32>
  %one = stablehlo.constant dense<1.0> : tensor<4xf32>
  %0 = stablehlo.maximum %x, %zero : tensor<4xf32>
  %1 = stablehlo.compare GT, %x, %one : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xi1>
  %2 = stablehlo.compare GT, %x, %zero, TOTALORDER : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xi1>
  %3 = stablehlo.compare GE, %x, %zero : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xi1>
  return %0, %1, %2, %3 : tensor<4xf32>, tensor<4xi1>, tensor<4xi1>, tensor<4xi1>
}
