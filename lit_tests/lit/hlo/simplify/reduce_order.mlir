// REQUIRES: cpu, interpreter
// RUN: hlo-opt --hlo-simplify %s | FileCheck %s
// RUN: hlo-run %s --input random:1 --input random:2 --compare-with interpreter | FileCheck %s --check-prefix=SAME
// SAME: 8 of 8 results on cpu match those on interpreter

// Reductions of reductions, of transpositions and of nothing.
// CHECK-LABEL: func.func @main
// CHECK-SAME: (%[[X:.*]]: tensor<4x5x6xf32>, %[[I:.*]]: tensor<4x5x6xi32>)
// CHECK-DAG: stablehlo.reduce(%[[X]] init: %{{.*}}) applies stablehlo.maximum across dimensions = [0, 2] : (tensor<4x5x6xf32>, tensor<f32>) -> tensor<5xf32>
// CHECK-DAG: stablehlo.reduce(%[[I]] init: %{{.*}}) applies stablehlo.add across dimensions = [1, 2] : (tensor<4x5x6xi32>, tensor<i32>) -> tensor<4xi32>
// CHECK-DAG: %[[INNER:.*]] = stablehlo.reduce(%[[X]] init: %{{.*}}) applies stablehlo.add across dimensions = [0] : (tensor<4x5x6xf32>, tensor<f32>) -> tensor<5x6xf32>
// CHECK-DAG: stablehlo.reduce(%[[INNER]] init: %{{.*}}) applies stablehlo.add across dimensions = [1] : (tensor<5x6xf32>, tensor<f32>) -> tensor<5xf32>
// CHECK-DAG: %[[ONCE:.*]] = stablehlo.reduce(%[[I]] init: %{{.*}}) applies stablehlo.add across dimensions = [0] : (tensor<4x5x6xi32>, tensor<i32>) -> tensor<5x6xi32>
// CHECK-DAG: stablehlo.reduce(%[[ONCE]] init: %{{.*}}) applies stablehlo.add across dimensions = [0] : (tensor<5x6xi32>, tensor<i32>) -> tensor<6xi32>
// CHECK-DAG: %[[SUM:.*]] = stablehlo.reduce(%[[X]] init: %{{.*}}) applies stablehlo.add across dimensions = [1] : (tensor<4x5x6xf32>, tensor<f32>) -> tensor<4x6xf32>
// CHECK-DAG: stablehlo.transpose %[[SUM]], dims = [1, 0] : (tensor<4x6xf32>) -> tensor<6x4xf32>
// CHECK-DAG: stablehlo.reduce(%[[X]] init: %{{.*}}) applies stablehlo.add across dimensions = [0, 1] : (tensor<4x5x6xf32>, tensor<f32>) -> tensor<6xf32>
// CHECK-DAG: %[[MOVED:.*]] = stablehlo.transpose %[[X]], dims = [2, 1, 0] : (tensor<4x5x6xf32>) -> tensor<6x5x4xf32>
// CHECK-DAG: stablehlo.reduce(%[[MOVED]] init: %{{.*}}) applies stablehlo.add across dimensions = [0, 1] : (tensor<6x5x4xf32>, tensor<f32>) -> tensor<4xf32>
// CHECK-DAG: stablehlo.constant dense<7> : tensor<4xi32>
func.func @main(%x: tensor<4x5x6xf32>, %i: tensor<4x5x6xi32>) -> (tensor<5xf32>, tensor<4xi32>, tensor<5xf32>, tensor<6xi32>, tensor<6x4xf32>, tensor<6xf32>, tensor<4xf32>, tensor<4xi32>) {
  %least = stablehlo.constant dense<0xFF800000> : tensor<f32>
  %0 = stablehlo.reduce(%x init: %least) applies stablehlo.maximum across dimensions = [0] : (tensor<4x5x6xf32>, tensor<f32>) -> tensor<5x6xf32>
  %most = stablehlo.reduce(%0 init: %least) applies stablehlo.maximum across dimensions = [1] : (tensor<5x6xf32>, tensor<f32>) -> tensor<5xf32>

  %none = stablehlo.constant dense<0> : tensor<i32>
  %seven = stablehlo.constant dense<7> : tensor<i32>
  %1 = stablehlo.reduce(%i init: %none) applies stablehlo.add across dimensions = [1] : (tensor<4x5x6xi32>, tensor<i32>) -> tensor<4x6xi32>
  %integers = stablehlo.reduce(%1 init: %seven) applies stablehlo.add across dimensions = [1] : (tensor<4x6xi32>, tensor<i32>) -> tensor<4xi32>

  // The sum of floats depends on its order.
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %2 = stablehlo.reduce(%x init: %zero) applies stablehlo.add across dimensions = [0] : (tensor<4x5x6xf32>, tensor<f32>) -> tensor<5x6xf32>
  %floats = stablehlo.reduce(%2 init: %zero) applies stablehlo.add across dimensions = [1] : (tensor<5x6xf32>, tensor<f32>) -> tensor<5xf32>

  // Each inner sum begins with seven.
  %3 = stablehlo.reduce(%i init: %seven) applies stablehlo.add across dimensions = [0] : (tensor<4x5x6xi32>, tensor<i32>) -> tensor<5x6xi32>
  %sevens = stablehlo.reduce(%3 init: %none) applies stablehlo.add across dimensions = [0] : (tensor<5x6xi32>, tensor<i32>) -> tensor<6xi32>

  %4 = stablehlo.transpose %x, dims = [2, 1, 0] : (tensor<4x5x6xf32>) -> tensor<6x5x4xf32>
  %columns = stablehlo.reduce(%4 init: %zero) applies stablehlo.add across dimensions = [1] : (tensor<6x5x4xf32>, tensor<f32>) -> tensor<6x4xf32>
  %5 = stablehlo.transpose %x, dims = [0, 2, 1] : (tensor<4x5x6xf32>) -> tensor<4x6x5xf32>
  %planes = stablehlo.reduce(%5 init: %zero) applies stablehlo.add across dimensions = [0, 2] : (tensor<4x6x5xf32>, tensor<f32>) -> tensor<6xf32>

  // The dimensions would be summed in another order.
  %6 = stablehlo.transpose %x, dims = [2, 1, 0] : (tensor<4x5x6xf32>) -> tensor<6x5x4xf32>
  %swapped = stablehlo.reduce(%6 init: %zero) applies stablehlo.add across dimensions = [0, 1] : (tensor<6x5x4xf32>, tensor<f32>) -> tensor<4xf32>

  %7 = stablehlo.slice %i [0:4, 2:2, 0:6] : (tensor<4x5x6xi32>) -> tensor<4x0x6xi32>
  %empty = stablehlo.reduce(%7 init: %seven) applies stablehlo.add across dimensions = [1, 2] : (tensor<4x0x6xi32>, tensor<i32>) -> tensor<4xi32>
  return %most, %integers, %floats, %sevens, %columns, %planes, %swapped, %empty : tensor<5xf32>, tensor<4xi32>, tensor<5xf32>, tensor<6xi32>, tensor<6x4xf32>, tensor<6xf32>, tensor<4xf32>, tensor<4xi32>
}
