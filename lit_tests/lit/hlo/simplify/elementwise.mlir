// RUN: hlo-opt %s --hlo-simplify --split-input-file | FileCheck %s

// f(broadcast(x), broadcast(y), c) = broadcast(f(x, y, c))
// CHECK-LABEL: func.func @columns
// CHECK-SAME: (%[[X:.*]]: tensor<8xf32>, %[[Y:.*]]: tensor<8xf32>, %[[S:.*]]: tensor<f32>)
// CHECK-DAG: %[[C:.*]] = stablehlo.constant dense<2.000000e+00> : tensor<8xf32>
// CHECK-DAG: %[[T:.*]] = stablehlo.broadcast_in_dim %[[S]], dims = [] : (tensor<f32>) -> tensor<8xf32>
// CHECK-DAG: %[[A:.*]] = stablehlo.add %[[X]], %[[Y]] : tensor<8xf32>
// CHECK-DAG: %[[B:.*]] = stablehlo.multiply %[[A]], %[[C]] : tensor<8xf32>
// CHECK: %[[D:.*]] = stablehlo.divide %[[B]], %[[T]] : tensor<8xf32>
// CHECK: %[[E:.*]] = stablehlo.compare LT, %[[D]], %[[X]] : (tensor<8xf32>, tensor<8xf32>) -> tensor<8xi1>
// CHECK: %[[R:.*]] = stablehlo.broadcast_in_dim %[[E]], dims = [1] : (tensor<8xi1>) -> tensor<4x8xi1>
// CHECK: return %[[R]]
func.func @columns(%x: tensor<8xf32>, %y: tensor<8xf32>, %s: tensor<f32>) -> tensor<4x8xi1> {
  %c = stablehlo.constant dense<2.0> : tensor<4x8xf32>
  %0 = stablehlo.broadcast_in_dim %x, dims = [1] : (tensor<8xf32>) -> tensor<4x8xf32>
  %1 = stablehlo.broadcast_in_dim %y, dims = [1] : (tensor<8xf32>) -> tensor<4x8xf32>
  %2 = stablehlo.broadcast_in_dim %s, dims = [] : (tensor<f32>) -> tensor<4x8xf32>
  %3 = stablehlo.add %0, %1 : tensor<4x8xf32>
  %4 = stablehlo.multiply %3, %c : tensor<4x8xf32>
  %5 = stablehlo.divide %4, %2 : tensor<4x8xf32>
  %6 = stablehlo.compare LT, %5, %0 : (tensor<4x8xf32>, tensor<4x8xf32>) -> tensor<4x8xi1>
  return %6 : tensor<4x8xi1>
}

// -----

// Scalars, and the scalar operands of `clamp` and `select`.
// CHECK-LABEL: func.func @scalars
// CHECK-SAME: (%[[S:.*]]: tensor<f32>, %[[T:.*]]: tensor<f32>, %[[P:.*]]: tensor<i1>)
// CHECK: %[[A:.*]] = stablehlo.clamp %[[S]], %[[T]], %[[S]] : tensor<f32>
// CHECK: %[[B:.*]] = stablehlo.select %[[P]], %[[A]], %[[T]] : tensor<i1>, tensor<f32>
// CHECK: stablehlo.broadcast_in_dim %[[B]], dims = [] : (tensor<f32>) -> tensor<4xf32>
func.func @scalars(%s: tensor<f32>, %t: tensor<f32>, %p: tensor<i1>) -> tensor<4xf32> {
  %0 = stablehlo.broadcast_in_dim %t, dims = [] : (tensor<f32>) -> tensor<4xf32>
  %1 = stablehlo.clamp %s, %0, %s : (tensor<f32>, tensor<4xf32>, tensor<f32>) -> tensor<4xf32>
  %2 = stablehlo.select %p, %1, %0 : tensor<i1>, tensor<4xf32>
  return %2 : tensor<4xf32>
}

// -----

// Broadcasts along different dimensions, an operand that is none, a change of the shape, and a
// sharding of the result.
// CHECK-LABEL: func.func @kept
// CHECK: stablehlo.add %{{.*}} : tensor<4x4xf32>
// CHECK: stablehlo.multiply %{{.*}} : tensor<4x4xf32>
// CHECK: stablehlo.bitcast_convert %{{.*}} : (tensor<4x4xf32>) -> tensor<4x4x2xf16>
// CHECK: stablehlo.negate %{{.*}} {mhlo.sharding = "{devices=[2,1]<=[2]}"} : tensor<4x4xf32>
func.func @kept(%x: tensor<4xf32>, %y: tensor<4x4xf32>) -> (tensor<4x4xf32>, tensor<4x4xf32>, tensor<4x4x2xf16>, tensor<4x4xf32>) {
  %0 = stablehlo.broadcast_in_dim %x, dims = [0] : (tensor<4xf32>) -> tensor<4x4xf32>
  %1 = stablehlo.broadcast_in_dim %x, dims = [1] : (tensor<4xf32>) -> tensor<4x4xf32>
  %2 = stablehlo.add %0, %1 : tensor<4x4xf32>
  %3 = stablehlo.multiply %0, %y : tensor<4x4xf32>
  %4 = stablehlo.bitcast_convert %0 : (tensor<4x4xf32>) -> tensor<4x4x2xf16>
  %5 = stablehlo.negate %0 {mhlo.sharding = "{devices=[2,1]<=[2]}"} : tensor<4x4xf32>
  return %2, %3, %4, %5 : tensor<4x4xf32>, tensor<4x4xf32>, tensor<4x4x2xf16>, tensor<4x4xf32>
}

// -----

// A scale for each element of a dimension belongs to a dimension of the type.
// CHECK-LABEL: func.func @scales
// CHECK: stablehlo.uniform_dequantize %{{.*}} : (tensor<2x3x!quant.uniform<i8:f32:1
func.func @scales(%x: tensor<3x!quant.uniform<i8:f32:0, {0.1:-30, 0.5:0, 0.2:20}>>) -> tensor<2x3xf32> {
  %0 = stablehlo.broadcast_in_dim %x, dims = [1] : (tensor<3x!quant.uniform<i8:f32:0, {0.1:-30, 0.5:0, 0.2:20}>>) -> tensor<2x3x!quant.uniform<i8:f32:1, {0.1:-30, 0.5:0, 0.2:20}>>
  %1 = stablehlo.uniform_dequantize %0 : (tensor<2x3x!quant.uniform<i8:f32:1, {0.1:-30, 0.5:0, 0.2:20}>>) -> tensor<2x3xf32>
  return %1 : tensor<2x3xf32>
}
