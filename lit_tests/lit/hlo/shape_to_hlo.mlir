// RUN: hlo-opt %s --split-input-file --pass-pipeline='builtin.module(hloom-shape-to-hlo)' --verify-diagnostics | FileCheck %s
// RUN: hlo-opt %s --split-input-file --shape-legalize-to-stablehlo --verify-diagnostics | FileCheck %s

// CHECK-LABEL: func.func @main
// CHECK: %[[ROWS:.*]] = stablehlo.get_dimension_size %arg0, dim = 0
// CHECK-NEXT: %[[ROW:.*]] = stablehlo.reshape %[[ROWS]] : (tensor<i32>) -> tensor<1xi32>
// CHECK: %[[SIZES:.*]] = stablehlo.concatenate %[[ROW]], %{{.*}}, dim = 0
// CHECK-NEXT: builtin.unrealized_conversion_cast %[[SIZES]] : tensor<2xi32> to tensor<2xindex>
// CHECK: stablehlo.dynamic_broadcast_in_dim %arg1, %{{.*}}, dims = [] : (tensor<f32>, tensor<2xi32>) -> tensor<?x?xf32>
func.func @main(%x: tensor<?x?xf32>, %y: tensor<f32>) -> tensor<?x?xf32> {
  %sizes = shape.shape_of %x : tensor<?x?xf32> -> tensor<2xindex>
  %0 = stablehlo.dynamic_broadcast_in_dim %y, %sizes, dims = [] : (tensor<f32>, tensor<2xindex>) -> tensor<?x?xf32>
  return %0 : tensor<?x?xf32>
}

// -----

// The casts cancel.
// RUN: hlo-opt %s --split-input-file --hloom-shape-to-hlo --canonicalize --verify-diagnostics | FileCheck %s --check-prefix=CANONICAL
// CANONICAL-LABEL: func.func @product
// CANONICAL-NOT: unrealized_conversion_cast
// CANONICAL: return
// CHECK-LABEL: func.func @product
// CHECK: stablehlo.multiply
func.func @product(%x: tensor<?x3xf32>, %y: tensor<?xf32>) -> tensor<?xf32> {
  %c0 = arith.constant 0 : index
  %c3 = arith.constant 3 : index
  %0 = tensor.dim %x, %c0 : tensor<?x3xf32>
  %1 = arith.muli %0, %c3 : index
  %2 = tensor.from_elements %1 : tensor<1xindex>
  %3 = stablehlo.dynamic_reshape %y, %2 : (tensor<?xf32>, tensor<1xindex>) -> tensor<?xf32>
  return %3 : tensor<?xf32>
}

// -----

// CHECK-LABEL: func.func @broadcast
// CHECK: stablehlo.concatenate %{{.*}}, dim = 0 : (tensor<1xi32>, tensor<1xi32>) -> tensor<2xi32>
// CHECK: stablehlo.maximum
func.func @broadcast(%x: tensor<1xindex>, %y: tensor<2xindex>) -> tensor<2xindex> {
  %0 = shape.broadcast %x, %y : tensor<1xindex>, tensor<2xindex> -> tensor<2xindex>
  return %0 : tensor<2xindex>
}

// -----

func.func @refused(%x: !shape.shape) -> !shape.size {
  // expected-error@+1 {{failed to legalize operation 'shape.num_elements' that was explicitly marked illegal}}
  %0 = shape.num_elements %x : !shape.shape -> !shape.size
  return %0 : !shape.size
}
