// RUN: hlo-opt %s --hlo-to-linalg --canonicalize --split-input-file | FileCheck %s

// CHECK-LABEL: func.func @sum
// CHECK: linalg.generic {{.*}}iterator_types = ["parallel", "reduction"]
// CHECK: arith.addf {{.*}} fastmath<reassoc>
func.func @sum(%x: tensor<3x4xf32>) -> tensor<3xf32> {
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %0 = stablehlo.reduce(%x init: %zero) applies stablehlo.add across dimensions = [1] : (tensor<3x4xf32>, tensor<f32>) -> tensor<3xf32>
  return %0 : tensor<3xf32>
}

// -----

// The shape of a `tensor.empty` gives the extent of a window.
// CHECK-LABEL: func.func @pool
// CHECK: %[[WINDOW:.*]] = tensor.empty() : tensor<2x2xf32>
// CHECK: linalg.generic {{.*}}iterator_types = ["parallel", "parallel", "reduction", "reduction"]} ins(%{{.*}}, %[[WINDOW]]
// CHECK: arith.maximumf
func.func @pool(%x: tensor<8x8xf32>) -> tensor<4x4xf32> {
  %low = stablehlo.constant dense<0xFF800000> : tensor<f32>
  %0 = "stablehlo.reduce_window"(%x, %low) <{window_dimensions = array<i64: 2, 2>, window_strides = array<i64: 2, 2>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %m = stablehlo.maximum %a, %b : tensor<f32>
    stablehlo.return %m : tensor<f32>
  }) : (tensor<8x8xf32>, tensor<f32>) -> tensor<4x4xf32>
  return %0 : tensor<4x4xf32>
}

// -----

// The padding is a function of the index, which the tile of the window can compute.
// CHECK-LABEL: func.func @padded_windows
// CHECK-NOT: tensor.insert_slice
// CHECK: %[[PADDED:.*]] = linalg.generic
// CHECK: %[[IN:.*]] = tensor.extract %arg0
// CHECK: arith.select %{{.*}}, %[[IN]]
// CHECK: } -> tensor<10x8xf32>
// CHECK: linalg.generic {{.*}}["parallel", "parallel", "reduction"]{{.*}} ins(%[[PADDED]],
// CHECK: arith.maximumf
func.func @padded_windows(%x: tensor<8x8xf32>) -> tensor<8x8xf32> {
  %low = stablehlo.constant dense<0xFF800000> : tensor<f32>
  %0 = "stablehlo.reduce_window"(%x, %low) <{window_dimensions = array<i64: 3, 1>, padding = dense<[[1, 1], [0, 0]]> : tensor<2x2xi64>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %m = stablehlo.maximum %a, %b : tensor<f32>
    stablehlo.return %m : tensor<f32>
  }) : (tensor<8x8xf32>, tensor<f32>) -> tensor<8x8xf32>
  return %0 : tensor<8x8xf32>
}

// -----

// A running sum takes linear time.
// CHECK-LABEL: func.func @running_sum
// CHECK-NOT: linalg.generic
// CHECK: scf.for {{.*}} iter_args(%{{.*}} = %{{.*}}, %{{.*}} = %{{.*}}) -> (tensor<9xf32>, f32)
// CHECK: tensor.insert
func.func @running_sum(%x: tensor<9xf32>) -> tensor<9xf32> {
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %0 = "stablehlo.reduce_window"(%x, %zero) <{window_dimensions = array<i64: 9>, padding = dense<[[8, 0]]> : tensor<1x2xi64>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %m = stablehlo.add %a, %b : tensor<f32>
    stablehlo.return %m : tensor<f32>
  }) : (tensor<9xf32>, tensor<f32>) -> tensor<9xf32>
  return %0 : tensor<9xf32>
}
