// RUN: hlo-opt %s --pass-pipeline='builtin.module(hlo-refine-arguments{types=tensor<i64>;tensor<4x3xf32> values=4;},func.func(hlo-refine-shapes,hlo-canonicalize-dynamism,hlo-simplify))' | FileCheck %s

// A program with symbolic sizes, after they become known.
// CHECK-LABEL: func.func @main
// CHECK-SAME: (%{{.*}}: tensor<i64>, %[[X:.*]]: tensor<4x3xf32>) -> (tensor<8x3xf32>, tensor<12xi32>, tensor<2x3xf32>)
// CHECK-DAG: %[[BOTH:.*]] = stablehlo.concatenate %[[X]], %[[X]], dim = 0 : {{.*}} -> tensor<8x3xf32>
// CHECK-DAG: %[[IOTA:.*]] = stablehlo.iota dim = 0 : tensor<12xi32>
// CHECK-DAG: %[[SLICE:.*]] = stablehlo.slice %[[X]] [2:4, 0:3]
// CHECK: return %[[BOTH]], %[[IOTA]], %[[SLICE]]
func.func @main(%n: tensor<i64>, %x: tensor<?x3xf32>) -> (tensor<?x3xf32>, tensor<?xi32>, tensor<?x3xf32>) {
  %both = stablehlo.concatenate %x, %x, dim = 0 : (tensor<?x3xf32>, tensor<?x3xf32>) -> tensor<?x3xf32>
  %size = stablehlo.get_dimension_size %x, dim = 0 : (tensor<?x3xf32>) -> tensor<i32>
  %three = stablehlo.constant dense<3> : tensor<i32>
  %elements = stablehlo.multiply %size, %three : tensor<i32>
  %shape = stablehlo.reshape %elements : (tensor<i32>) -> tensor<1xi32>
  %iota = stablehlo.dynamic_iota %shape, dim = 0 : (tensor<1xi32>) -> tensor<?xi32>
  %two = stablehlo.constant dense<2> : tensor<i64>
  %start = stablehlo.subtract %n, %two : tensor<i64>
  %start_1 = stablehlo.reshape %start : (tensor<i64>) -> tensor<1xi64>
  %n_1 = stablehlo.reshape %n : (tensor<i64>) -> tensor<1xi64>
  %zero = stablehlo.constant dense<0> : tensor<1xi64>
  %width = stablehlo.constant dense<3> : tensor<1xi64>
  %starts = stablehlo.concatenate %start_1, %zero, dim = 0 : (tensor<1xi64>, tensor<1xi64>) -> tensor<2xi64>
  %limits = stablehlo.concatenate %n_1, %width, dim = 0 : (tensor<1xi64>, tensor<1xi64>) -> tensor<2xi64>
  %ones = stablehlo.constant dense<1> : tensor<2xi64>
  %slice = stablehlo.real_dynamic_slice %x, %starts, %limits, %ones : (tensor<?x3xf32>, tensor<2xi64>, tensor<2xi64>, tensor<2xi64>) -> tensor<?x3xf32>
  return %both, %iota, %slice : tensor<?x3xf32>, tensor<?xi32>, tensor<?x3xf32>
}

// CHECK-LABEL: func.func @constants
// CHECK-NOT: dynamic
// CHECK-DAG: stablehlo.broadcast_in_dim %{{.*}}, dims = [1] : (tensor<3xf32>) -> tensor<2x3xf32>
// CHECK-DAG: stablehlo.pad %{{.*}}, %{{.*}}, low = [1], high = [-1], interior = [2] : (tensor<3xf32>, tensor<f32>) -> tensor<7xf32>
// CHECK-DAG: stablehlo.reshape %{{.*}} : (tensor<3xf32>) -> tensor<3x1xf32>
// CHECK: return {{.*}} : tensor<2x3xf32>, tensor<7xf32>, tensor<3x1xf32>
func.func @constants(%x: tensor<3xf32>, %p: tensor<f32>) -> (tensor<?x?xf32>, tensor<?xf32>, tensor<?x?xf32>) {
  %sizes = stablehlo.constant dense<[2, 3]> : tensor<2xi64>
  %0 = stablehlo.dynamic_broadcast_in_dim %x, %sizes, dims = [1] : (tensor<3xf32>, tensor<2xi64>) -> tensor<?x?xf32>
  %low = stablehlo.constant dense<1> : tensor<1xi64>
  %high = stablehlo.constant dense<-1> : tensor<1xi64>
  %interior = stablehlo.constant dense<2> : tensor<1xi64>
  %1 = stablehlo.dynamic_pad %x, %p, %low, %high, %interior : (tensor<3xf32>, tensor<f32>, tensor<1xi64>, tensor<1xi64>, tensor<1xi64>) -> tensor<?xf32>
  %shape = stablehlo.constant dense<[3, 1]> : tensor<2xi64>
  %2 = stablehlo.dynamic_reshape %x, %shape : (tensor<3xf32>, tensor<2xi64>) -> tensor<?x?xf32>
  return %0, %1, %2 : tensor<?x?xf32>, tensor<?xf32>, tensor<?x?xf32>
}

// A slice with known size and unknown start.
// CHECK-LABEL: func.func @unknown_start
// CHECK: stablehlo.dynamic_slice %{{.*}}, %{{.*}}, sizes = [2] : (tensor<8xf32>, tensor<i64>) -> tensor<2xf32>
func.func @unknown_start(%x: tensor<8xf32>, %start: tensor<1xi64>) -> tensor<?xf32> {
  %two = stablehlo.constant dense<2> : tensor<1xi64>
  %one = stablehlo.constant dense<1> : tensor<1xi64>
  %limit = stablehlo.add %start, %two : tensor<1xi64>
  %0 = stablehlo.real_dynamic_slice %x, %start, %limit, %one : (tensor<8xf32>, tensor<1xi64>, tensor<1xi64>, tensor<1xi64>) -> tensor<?xf32>
  return %0 : tensor<?xf32>
}

// CHECK-LABEL: func.func @set_size
// CHECK-SAME: -> (tensor<f32>, tensor<5x3xf32>, tensor<i32>)
// CHECK: stablehlo.slice %{{.*}} [0:5, 0:3]
// CHECK: constant dense<5> : tensor<i32>
func.func @set_size(%x: tensor<8x3xf32>) -> (tensor<f32>, tensor<?x3xf32, #stablehlo.bounds<8, ?>>, tensor<i32>) {
  %five = stablehlo.constant dense<5> : tensor<i32>
  %part = stablehlo.set_dimension_size %x, %five, dim = 0 : (tensor<8x3xf32>, tensor<i32>) -> tensor<?x3xf32, #stablehlo.bounds<8, ?>>
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %sum = stablehlo.reduce(%part init: %zero) applies stablehlo.add across dimensions = [0, 1] : (tensor<?x3xf32, #stablehlo.bounds<8, ?>>, tensor<f32>) -> tensor<f32>
  %size = stablehlo.get_dimension_size %part, dim = 0 : (tensor<?x3xf32, #stablehlo.bounds<8, ?>>) -> tensor<i32>
  return %sum, %part, %size : tensor<f32>, tensor<?x3xf32, #stablehlo.bounds<8, ?>>, tensor<i32>
}

// The dimension of an argument is set to its full size.
// CHECK-LABEL: func.func @set_to_all
// CHECK-NOT: stablehlo
// CHECK: return %arg0
func.func @set_to_all(%x: tensor<8xf32>) -> tensor<?xf32, #stablehlo.bounds<8>> {
  %eight = stablehlo.constant dense<8> : tensor<i32>
  %part = stablehlo.set_dimension_size %x, %eight, dim = 0 : (tensor<8xf32>, tensor<i32>) -> tensor<?xf32, #stablehlo.bounds<8>>
  return %part : tensor<?xf32, #stablehlo.bounds<8>>
}
