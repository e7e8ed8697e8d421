// RUN: hlo-opt %s --hlo-simplify --split-input-file | FileCheck %s

// c ? x : x = x
// CHECK-LABEL: func.func @equals
// CHECK-SAME: (%[[C:.*]]: tensor<i1>, %[[X:.*]]: tensor<4xf32>)
// CHECK-NEXT: return %[[X]] : tensor<4xf32>
func.func @equals(%c: tensor<i1>, %x: tensor<4xf32>) -> tensor<4xf32> {
  %0 = stablehlo.select %c, %x, %x : tensor<i1>, tensor<4xf32>
  return %0 : tensor<4xf32>
}

// -----

// true ? x : y = x, false ? x : y = y
// CHECK-LABEL: func.func @constant
// CHECK-SAME: (%[[X:.*]]: tensor<4xf32>, %[[Y:.*]]: tensor<4xf32>)
// CHECK-NEXT: return %[[X]], %[[Y]] : tensor<4xf32>, tensor<4xf32>
func.func @constant(%x: tensor<4xf32>, %y: tensor<4xf32>) -> (tensor<4xf32>, tensor<4xf32>) {
  %c = stablehlo.constant dense<true> : tensor<4xi1>
  %d = stablehlo.constant dense<false> : tensor<i1>
  %0 = stablehlo.select %c, %x, %y : tensor<4xi1>, tensor<4xf32>
  %1 = stablehlo.select %d, %x, %y : tensor<i1>, tensor<4xf32>
  return %0, %1 : tensor<4xf32>, tensor<4xf32>
}

// -----

// !c ? x : y = c ? y : x
// CHECK-LABEL: func.func @negated
// CHECK-SAME: (%[[C:.*]]: tensor<4xi1>, %[[X:.*]]: tensor<4xf32>, %[[Y:.*]]: tensor<4xf32>)
// CHECK-NEXT: %[[V3:.*]] = stablehlo.select %[[C]], %[[Y]], %[[X]] : tensor<4xi1>, tensor<4xf32>
// CHECK-NEXT: return %[[V3]] : tensor<4xf32>
func.func @negated(%c: tensor<4xi1>, %x: tensor<4xf32>, %y: tensor<4xf32>) -> tensor<4xf32> {
  %0 = stablehlo.not %c : tensor<4xi1>
  %1 = stablehlo.select %0, %x, %y : tensor<4xi1>, tensor<4xf32>
  return %1 : tensor<4xf32>
}

// -----

// c ? (c ? x : y) : (c ? z : w) = c ? x : w
// CHECK-LABEL: func.func @nested
// CHECK-SAME: (%[[C:.*]]: tensor<4xi1>, %[[X:.*]]: tensor<4xf32>, %[[Y:.*]]: tensor<4xf32>, %[[Z:.*]]: tensor<4xf32>, %[[W:.*]]: tensor<4xf32>)
// CHECK-NEXT: %[[V5:.*]] = stablehlo.select %[[C]], %[[X]], %[[W]] : tensor<4xi1>, tensor<4xf32>
// CHECK-NEXT: return %[[V5]] : tensor<4xf32>
func.func @nested(%c: tensor<4xi1>, %x: tensor<4xf32>, %y: tensor<4xf32>, %z: tensor<4xf32>, %w: tensor<4xf32>) -> tensor<4xf32> {
  %0 = stablehlo.select %c, %x, %y : tensor<4xi1>, tensor<4xf32>
  %1 = stablehlo.select %c, %z, %w : tensor<4xi1>, tensor<4xf32>
  %2 = stablehlo.select %c, %0, %1 : tensor<4xi1>, tensor<4xf32>
  return %2 : tensor<4xf32>
}

// -----

// c ? true : x = c | x, c ? x : false = c & x, c ? false : true = !c
// CHECK-LABEL: func.func @booleans
// CHECK-SAME: (%[[C:.*]]: tensor<4xi1>, %[[X:.*]]: tensor<4xi1>)
// CHECK-NEXT: %[[V2:.*]] = stablehlo.or %[[C]], %[[X]] : tensor<4xi1>
// CHECK-NEXT: %[[V3:.*]] = stablehlo.and %[[C]], %[[X]] : tensor<4xi1>
// CHECK-NEXT: %[[V4:.*]] = stablehlo.not %[[C]] : tensor<4xi1>
// CHECK-NEXT: return %[[V2]], %[[V3]], %[[V4]] : tensor<4xi1>, tensor<4xi1>, tensor<4xi1>
func.func @booleans(%c: tensor<4xi1>, %x: tensor<4xi1>) -> (tensor<4xi1>, tensor<4xi1>, tensor<4xi1>) {
  %t = stablehlo.constant dense<true> : tensor<4xi1>
  %f = stablehlo.constant dense<false> : tensor<4xi1>
  %0 = stablehlo.select %c, %t, %x : tensor<4xi1>, tensor<4xi1>
  %1 = stablehlo.select %c, %x, %f : tensor<4xi1>, tensor<4xi1>
  %2 = stablehlo.select %c, %f, %t : tensor<4xi1>, tensor<4xi1>
  return %0, %1, %2 : tensor<4xi1>, tensor<4xi1>, tensor<4xi1>
}

// -----

// A scalar condition has another shape.
// CHECK-LABEL: func.func @scalar_condition
// CHECK-SAME: (%[[C:.*]]: tensor<i1>, %[[X:.*]]: tensor<4xi1>)
// CHECK-NEXT: %[[V2:.*]] = stablehlo.constant dense<false> : tensor<4xi1>
// CHECK-NEXT: %[[V3:.*]] = stablehlo.select %[[C]], %[[X]], %[[V2]] : tensor<i1>, tensor<4xi1>
// CHECK-NEXT: return %[[V3]] : tensor<4xi1>
func.func @scalar_condition(%c: tensor<i1>, %x: tensor<4xi1>) -> tensor<4xi1> {
  %f = stablehlo.constant dense<false> : tensor<4xi1>
  %0 = stablehlo.select %c, %x, %f : tensor<i1>, tensor<4xi1>
  return %0 : tensor<4xi1>
}
