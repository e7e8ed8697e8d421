// RUN: hlo-opt %s --hlo-simplify --split-input-file | FileCheck %s

// x & x = x, x | x = x, x ^ x = 0
// CHECK-LABEL: func.func @itself
// CHECK-SAME: (%[[X:.*]]: tensor<4xi32>)
// CHECK-NEXT: %[[V1:.*]] = stablehlo.constant dense<0> : tensor<4xi32>
// CHECK-NEXT: return %[[X]], %[[X]], %[[V1]] : tensor<4xi32>, tensor<4xi32>, tensor<4xi32>
func.func @itself(%x: tensor<4xi32>) -> (tensor<4xi32>, tensor<4xi32>, tensor<4xi32>) {
  %0 = stablehlo.and %x, %x : tensor<4xi32>
  %1 = stablehlo.or %x, %x : tensor<4xi32>
  %2 = stablehlo.xor %x, %x : tensor<4xi32>
  return %0, %1, %2 : tensor<4xi32>, tensor<4xi32>, tensor<4xi32>
}

// -----

// x & ~x = 0, x | ~x = ~0
// CHECK-LABEL: func.func @complement
// CHECK-SAME: (%[[X:.*]]: tensor<4xi1>)
// CHECK-NEXT: %[[V1:.*]] = stablehlo.constant dense<false> : tensor<4xi1>
// CHECK-NEXT: %[[V2:.*]] = stablehlo.constant dense<true> : tensor<4xi1>
// CHECK-NEXT: return %[[V1]], %[[V2]] : tensor<4xi1>, tensor<4xi1>
func.func @complement(%x: tensor<4xi1>) -> (tensor<4xi1>, tensor<4xi1>) {
  %0 = stablehlo.not %x : tensor<4xi1>
  %1 = stablehlo.and %x, %0 : tensor<4xi1>
  %2 = stablehlo.or %0, %x : tensor<4xi1>
  return %1, %2 : tensor<4xi1>, tensor<4xi1>
}

// -----

// x & ~0 = x, x & 0 = 0, x | 0 = x, x | ~0 = ~0
// CHECK-LABEL: func.func @ones_and_zeros
// CHECK-SAME: (%[[X:.*]]: tensor<4xui8>)
// CHECK-NEXT: %[[V1:.*]] = stablehlo.constant dense<255> : tensor<4xui8>
// CHECK-NEXT: %[[V2:.*]] = stablehlo.constant dense<0> : tensor<4xui8>
// CHECK-NEXT: return %[[X]], %[[V2]], %[[X]], %[[V1]] : tensor<4xui8>, tensor<4xui8>, tensor<4xui8>, tensor<4xui8>
func.func @ones_and_zeros(%x: tensor<4xui8>) -> (tensor<4xui8>, tensor<4xui8>, tensor<4xui8>, tensor<4xui8>) {
  %c = stablehlo.constant dense<255> : tensor<4xui8>
  %d = stablehlo.constant dense<0> : tensor<4xui8>
  %0 = stablehlo.and %c, %x : tensor<4xui8>
  %1 = stablehlo.and %x, %d : tensor<4xui8>
  %2 = stablehlo.or %x, %d : tensor<4xui8>
  %3 = stablehlo.or %c, %x : tensor<4xui8>
  return %0, %1, %2, %3 : tensor<4xui8>, tensor<4xui8>, tensor<4xui8>, tensor<4xui8>
}

// -----

// 1 is all ones only for a Boolean.
// CHECK-LABEL: func.func @one
// CHECK-SAME: (%[[X:.*]]: tensor<4xi32>, %[[Y:.*]]: tensor<4xi1>)
// CHECK-NEXT: %[[V2:.*]] = stablehlo.constant dense<1> : tensor<4xi32>
// CHECK-NEXT: %[[V3:.*]] = stablehlo.and %[[X]], %[[V2]] : tensor<4xi32>
// CHECK-NEXT: return %[[V3]], %[[Y]] : tensor<4xi32>, tensor<4xi1>
func.func @one(%x: tensor<4xi32>, %y: tensor<4xi1>) -> (tensor<4xi32>, tensor<4xi1>) {
  %c = stablehlo.constant dense<1> : tensor<4xi32>
  %d = stablehlo.constant dense<true> : tensor<4xi1>
  %0 = stablehlo.and %x, %c : tensor<4xi32>
  %1 = stablehlo.and %y, %d : tensor<4xi1>
  return %0, %1 : tensor<4xi32>, tensor<4xi1>
}

// -----

// x ^ 0 = x, x ^ ~0 = ~x
// CHECK-LABEL: func.func @xor_constant
// CHECK-SAME: (%[[X:.*]]: tensor<4xi32>)
// CHECK-NEXT: %[[V1:.*]] = stablehlo.not %[[X]] : tensor<4xi32>
// CHECK-NEXT: return %[[X]], %[[V1]] : tensor<4xi32>, tensor<4xi32>
func.func @xor_constant(%x: tensor<4xi32>) -> (tensor<4xi32>, tensor<4xi32>) {
  %c = stablehlo.constant dense<0> : tensor<4xi32>
  %d = stablehlo.constant dense<-1> : tensor<4xi32>
  %0 = stablehlo.xor %x, %c : tensor<4xi32>
  %1 = stablehlo.xor %x, %d : tensor<4xi32>
  return %0, %1 : tensor<4xi32>, tensor<4xi32>
}

// -----

// ~~x = x
// CHECK-LABEL: func.func @not_not
// CHECK-SAME: (%[[X:.*]]: tensor<4xi1>)
// CHECK-NEXT: return %[[X]] : tensor<4xi1>
func.func @not_not(%x: tensor<4xi1>) -> tensor<4xi1> {
  %0 = stablehlo.not %x : tensor<4xi1>
  %1 = stablehlo.not %0 : tensor<4xi1>
  return %1 : tensor<4xi1>
}

// -----

// x << 0 = x, x >> 0 = x
// CHECK-LABEL: func.func @shift_zero
// CHECK-SAME: (%[[X:.*]]: tensor<4xi32>)
// CHECK-NEXT: return %[[X]] : tensor<4xi32>
func.func @shift_zero(%x: tensor<4xi32>) -> tensor<4xi32> {
  %c = stablehlo.constant dense<0> : tensor<4xi32>
  %0 = stablehlo.shift_left %x, %c : tensor<4xi32>
  %1 = stablehlo.shift_right_arithmetic %0, %c : tensor<4xi32>
  %2 = stablehlo.shift_right_logical %1, %c : tensor<4xi32>
  return %2 : tensor<4xi32>
}
