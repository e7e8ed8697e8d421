// RUN: hlo-opt %s --hlo-refine-shapes --hlo-canonicalize-dynamism | FileCheck %s

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

// The size of a slice is known, where it begins is not.
// CHECK-LABEL: func.func @unknown_start
// CHECK: stablehlo.dynamic_slice %{{.*}}, %{{.*}}, sizes = [2] : (tensor<8xf32>, tensor<i64>) -> tensor<2xf32>
func.func @unknown_start(%x: tensor<8xf32>, %start: tensor<1xi64>) -> tensor<?xf32> {
  %two = stablehlo.constant dense<2> : tensor<1xi64>
  %one = stablehlo.constant dense<1> : tensor<1xi64>
  %limit = stablehlo.add %start, %two : tensor<1xi64>
  %0 = stablehlo.real_dynamic_slice %x, %start, %limit, %one : (tensor<8xf32>, tensor<1xi64>, tensor<1xi64>, tensor<1xi64>) -> tensor<?xf32>
  return %0 : tensor<?xf32>
}

// A loop carries what it begins with, as long as its body hands that on.
// CHECK-LABEL: func.func @loop
// CHECK: stablehlo.while{{.*}} tensor<i32>, tensor<4xf32>
func.func @loop(%x: tensor<4xf32>) -> tensor<?xf32> {
  %shape = stablehlo.constant dense<4> : tensor<1xi64>
  %y = stablehlo.dynamic_reshape %x, %shape : (tensor<4xf32>, tensor<1xi64>) -> tensor<?xf32>
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %three = stablehlo.constant dense<3> : tensor<i32>
  %one = stablehlo.constant dense<1> : tensor<i32>
  %r:2 = stablehlo.while(%i = %zero, %a = %y) : tensor<i32>, tensor<?xf32>
  cond {
    %c = stablehlo.compare LT, %i, %three : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %c : tensor<i1>
  } do {
    %next = stablehlo.add %i, %one : tensor<i32>
    %sum = stablehlo.add %a, %a : tensor<?xf32>
    stablehlo.return %next, %sum : tensor<i32>, tensor<?xf32>
  }
  return %r#1 : tensor<?xf32>
}

// What is as large as it is set to.
// CHECK-LABEL: func.func @same_size
// CHECK-NOT: set_dimension_size
// CHECK: return %arg0
func.func @same_size(%x: tensor<4xf32>) -> tensor<4xf32> {
  %four = stablehlo.constant dense<4> : tensor<i32>
  %0 = stablehlo.set_dimension_size %x, %four, dim = 0 : (tensor<4xf32>, tensor<i32>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}
