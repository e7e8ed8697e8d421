// RUN: hlo-opt %s --hlo-refine-arguments='types=tensor<i64>;tensor<4x3xf32> values=4;' --hlo-refine-shapes --hlo-canonicalize-dynamism --hlo-simplify | FileCheck %s
// RUN: not hlo-opt %s --hlo-refine-arguments='types=tensor<i64>' 2>&1 | FileCheck %s --check-prefix=FEW
// RUN: not hlo-opt %s --hlo-refine-arguments='types=tensor<i64>;tensor<4x5xf32>' 2>&1 | FileCheck %s --check-prefix=OTHER
// RUN: not hlo-opt %s --hlo-refine-arguments='types=tensor<i64>;tensor<4x3xf32> values=;7' 2>&1 | FileCheck %s --check-prefix=VALUE

// A program with symbolic sizes, after they become known.
// FEW: refine.mlir:[[#@LINE+10]]:1: error: option `types`: expected 2 types, found 1
// OTHER: refine.mlir:[[#@LINE+9]]:1: error: argument 1: expected a type compatible with `tensor<?x3xf32>`, found `tensor<4x5xf32>`
// VALUE: refine.mlir:[[#@LINE+8]]:1: error: argument 1: expected an integer for a scalar of integers, found `7` for `tensor<4x3xf32>`

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

// A size that is too large is unchanged; the program fails at run time.
// CHECK-LABEL: func.func @set_too_large
// CHECK: stablehlo.set_dimension_size
func.func @set_too_large(%x: tensor<8xf32>) -> tensor<?xf32, #stablehlo.bounds<8>> {
  %nine = stablehlo.constant dense<9> : tensor<i32>
  %part = stablehlo.set_dimension_size %x, %nine, dim = 0 : (tensor<8xf32>, tensor<i32>) -> tensor<?xf32, #stablehlo.bounds<8>>
  return %part : tensor<?xf32, #stablehlo.bounds<8>>
}
