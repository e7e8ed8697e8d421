// RUN: hlo-opt %s --pass-pipeline='builtin.module(func.func(hloom-copy-arguments))' | FileCheck %s

// CHECK-LABEL: func.func @updated
// CHECK-SAME: (%[[X:.*]]: tensor<64x512xf32>, %[[Y:.*]]: tensor<1x512xf32>
// CHECK: %[[EMPTY:.*]] = tensor.empty()
// CHECK: %[[COPY:.*]] = linalg.generic {{.*}} ins(%[[X]] : tensor<64x512xf32>) outs(%[[EMPTY]] : tensor<64x512xf32>)
// CHECK: tensor.insert_slice %[[Y]] into %[[COPY]]
func.func @updated(%x: tensor<64x512xf32>, %y: tensor<1x512xf32>, %i: index) -> tensor<64x512xf32> {
  %0 = tensor.insert_slice %y into %x[%i, 0] [1, 512] [1, 1] : tensor<1x512xf32> into tensor<64x512xf32>
  return %0 : tensor<64x512xf32>
}

// The result takes the memory of the argument.
// CHECK-LABEL: func.func @donated
// CHECK-NOT: linalg.generic
func.func @donated(%x: tensor<64x512xf32>, %y: tensor<1x512xf32>, %i: index) -> tensor<64x512xf32>
    attributes {hloom.aliases = array<i64: 0, 0>} {
  %0 = tensor.insert_slice %y into %x[%i, 0] [1, 512] [1, 1] : tensor<1x512xf32> into tensor<64x512xf32>
  return %0 : tensor<64x512xf32>
}

// Few elements, and elements that are overwritten.
// CHECK-LABEL: func.func @small
// CHECK: linalg.fill
// CHECK-NOT: linalg.generic
func.func @small(%x: tensor<4x512xf32>, %y: tensor<1x512xf32>, %i: index, %z: tensor<64x512xf32>)
    -> (tensor<4x512xf32>, tensor<64x512xf32>) {
  %zero = arith.constant 0.0 : f32
  %0 = tensor.insert_slice %y into %x[%i, 0] [1, 512] [1, 1] : tensor<1x512xf32> into tensor<4x512xf32>
  %1 = linalg.fill ins(%zero : f32) outs(%z : tensor<64x512xf32>) -> tensor<64x512xf32>
  return %0, %1 : tensor<4x512xf32>, tensor<64x512xf32>
}
