// REQUIRES: cpu, interpreter
// RUN: hlo-opt --hlo-simplify %s | FileCheck %s
// RUN: hlo-run %s --input random:1 --input 'dense<2> : tensor<i32>' --input 'dense<3> : tensor<ui32>' --compare-with interpreter | FileCheck %s --check-prefix=SAME
// RUN: hlo-run %s --input random:1 --input 'dense<-5> : tensor<i32>' --input 'dense<4294967295> : tensor<ui32>' --compare-with interpreter | FileCheck %s --check-prefix=SAME
// RUN: hlo-run %s --input random:1 --input 'dense<2147483647> : tensor<i32>' --input 'dense<0> : tensor<ui32>' --compare-with interpreter | FileCheck %s --check-prefix=SAME
// SAME: 7 of 7 results on cpu match those on interpreter

// Slices of repeated and counted elements are computed, not copied. Updates of a splat are padding.
// CHECK-LABEL: func.func @main
// CHECK-SAME: (%[[X:.*]]: tensor<1x6xf32>, %[[I:.*]]: tensor<i32>, %[[J:.*]]: tensor<ui32>)
// CHECK-DAG: %[[PART:.*]] = stablehlo.dynamic_slice %[[X]], %{{.*}}, %[[I]], sizes = [1, 4] : (tensor<1x6xf32>, tensor<i32>, tensor<i32>) -> tensor<1x4xf32>
// CHECK-DAG: stablehlo.broadcast_in_dim %{{.*}} -> tensor<3x2x4xf32>
// CHECK-DAG: stablehlo.broadcast_in_dim %{{.*}} -> tensor<2x6xf32>
// CHECK-DAG: %[[AT:.*]] = stablehlo.clamp %{{.*}}, %[[J]], %{{.*}} : tensor<ui32>
// CHECK-DAG: stablehlo.iota dim = 1 : tensor<2x4xi32>
// CHECK-DAG: stablehlo.iota dim = 0 : tensor<9xi8>
// CHECK-DAG: stablehlo.dynamic_slice %{{.*}}, %[[I]], sizes = [3] : (tensor<9xi8>, tensor<i32>) -> tensor<3xi8>
// CHECK-DAG: stablehlo.pad %[[X]], %{{.*}}, low = [2, 1], high = [0, 2], interior = [0, 0] : (tensor<1x6xf32>, tensor<f32>) -> tensor<3x9xf32>
// CHECK-DAG: stablehlo.pad %[[X]], %{{.*}}, low = [1, 0], high = [1, 0], interior = [0, 0] : (tensor<1x6xf32>, tensor<f32>) -> tensor<3x6xf32>
// CHECK-DAG: stablehlo.dynamic_update_slice
func.func @main(%x: tensor<1x6xf32>, %i: tensor<i32>, %j: tensor<ui32>) -> (tensor<3x2x4xf32>, tensor<2x6xf32>, tensor<2x4xi32>, tensor<3xi8>, tensor<3x9xf32>, tensor<3x6xf32>, tensor<3x9xf32>) {
  %wide = stablehlo.broadcast_in_dim %x, dims = [1, 2] : (tensor<1x6xf32>) -> tensor<5x7x6xf32>
  %part = stablehlo.dynamic_slice %wide, %i, %i, %i, sizes = [3, 2, 4] : (tensor<5x7x6xf32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<3x2x4xf32>
  %tall = stablehlo.broadcast_in_dim %x, dims = [0, 1] : (tensor<1x6xf32>) -> tensor<5x6xf32>
  %rows = stablehlo.dynamic_slice %tall, %i, %i, sizes = [2, 6] : (tensor<5x6xf32>, tensor<i32>, tensor<i32>) -> tensor<2x6xf32>
  %positions = stablehlo.iota dim = 1 : tensor<5x9xi32>
  %some = stablehlo.dynamic_slice %positions, %j, %j, sizes = [2, 4] : (tensor<5x9xi32>, tensor<ui32>, tensor<ui32>) -> tensor<2x4xi32>
  // A narrow integer may not hold the positions.
  %narrow = stablehlo.iota dim = 0 : tensor<9xi8>
  %bytes = stablehlo.dynamic_slice %narrow, %i, sizes = [3] : (tensor<9xi8>, tensor<i32>) -> tensor<3xi8>

  %zeros = stablehlo.constant dense<0.0> : tensor<3x9xf32>
  %one = stablehlo.constant dense<1> : tensor<i32>
  // The start is clamped.
  %far = stablehlo.constant dense<7> : tensor<i32>
  %padded = stablehlo.dynamic_update_slice %zeros, %x, %far, %one : (tensor<3x9xf32>, tensor<1x6xf32>, tensor<i32>, tensor<i32>) -> tensor<3x9xf32>
  %corner = stablehlo.slice %x [0:1, 0:1] : (tensor<1x6xf32>) -> tensor<1x1xf32>
  %scalar = stablehlo.reshape %corner : (tensor<1x1xf32>) -> tensor<f32>
  %same = stablehlo.broadcast_in_dim %scalar, dims = [] : (tensor<f32>) -> tensor<3x6xf32>
  %around = stablehlo.dynamic_update_slice %same, %x, %one, %i : (tensor<3x6xf32>, tensor<1x6xf32>, tensor<i32>, tensor<i32>) -> tensor<3x6xf32>
  %moved = stablehlo.dynamic_update_slice %zeros, %x, %i, %i : (tensor<3x9xf32>, tensor<1x6xf32>, tensor<i32>, tensor<i32>) -> tensor<3x9xf32>
  return %part, %rows, %some, %bytes, %padded, %around, %moved : tensor<3x2x4xf32>, tensor<2x6xf32>, tensor<2x4xi32>, tensor<3xi8>, tensor<3x9xf32>, tensor<3x6xf32>, tensor<3x9xf32>
}
