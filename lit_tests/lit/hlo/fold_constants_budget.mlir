// RUN: hlo-opt %s '--pass-pipeline=builtin.module(hlo-fold-constants{budget=4})' --split-input-file | FileCheck %s

// Four elements are within the budget, but 28 bytes more are not.
// CHECK-LABEL: func.func @bytes
// CHECK-NEXT: %[[V0:.*]] = stablehlo.constant dense<[6, 8, 10, 12]> : tensor<4xi32>
// CHECK-NEXT: %[[V1:.*]] = stablehlo.constant dense<[1, 2, 3, 4]> : tensor<4xi8>
// CHECK-NEXT: %[[V2:.*]] = stablehlo.convert %[[V1]] : (tensor<4xi8>) -> tensor<4xi64>
// CHECK-NEXT: return %[[V0]], %[[V2]] : tensor<4xi32>, tensor<4xi64>
func.func @bytes() -> (tensor<4xi32>, tensor<4xi64>) {
  %a = stablehlo.constant dense<[1, 2, 3, 4]> : tensor<4xi32>
  %b = stablehlo.constant dense<[5, 6, 7, 8]> : tensor<4xi32>
  %0 = stablehlo.add %a, %b : tensor<4xi32>
  %c = stablehlo.constant dense<[1, 2, 3, 4]> : tensor<4xi8>
  %1 = stablehlo.convert %c : (tensor<4xi8>) -> tensor<4xi64>
  return %0, %1 : tensor<4xi32>, tensor<4xi64>
}

// -----

// Five elements are too many.
// CHECK-LABEL: func.func @elements
// CHECK-NEXT: %[[V0:.*]] = stablehlo.constant dense<[1, 2, 3, 4, 5]> : tensor<5xi32>
// CHECK-NEXT: %[[V1:.*]] = stablehlo.constant dense<[5, 6, 7, 8, 9]> : tensor<5xi32>
// CHECK-NEXT: %[[V2:.*]] = stablehlo.add %[[V0]], %[[V1]] : tensor<5xi32>
// CHECK-NEXT: return %[[V2]] : tensor<5xi32>
func.func @elements() -> tensor<5xi32> {
  %a = stablehlo.constant dense<[1, 2, 3, 4, 5]> : tensor<5xi32>
  %b = stablehlo.constant dense<[5, 6, 7, 8, 9]> : tensor<5xi32>
  %0 = stablehlo.add %a, %b : tensor<5xi32>
  return %0 : tensor<5xi32>
}
