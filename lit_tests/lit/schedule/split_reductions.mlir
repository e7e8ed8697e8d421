// RUN: hlo-opt %s --pass-pipeline='builtin.module(func.func(hloom-split-reductions))' | FileCheck %s

#id = affine_map<(d0, d1) -> (d0, d1)>
#none = affine_map<(d0, d1) -> ()>
#columns = affine_map<(d0, d1) -> (d1)>

// Each part begins with the neutral element, and the parts are added to the initial value.
// CHECK-LABEL: func.func @sum
// CHECK-DAG: %[[ZERO:.*]] = arith.constant -0.000000e+00 : f32
// CHECK-DAG: %[[X:.*]] = tensor.expand_shape %{{.*}} {{\[\[}}0, 1], [2]] output_shape [8, 64, 512]
// CHECK: %[[START:.*]] = linalg.fill ins(%[[ZERO]] : f32) outs({{.*}} : tensor<8xf32>)
// CHECK: %[[PARTS:.*]] = linalg.generic {{.*}}["parallel", "reduction", "reduction"]} ins(%[[X]] : tensor<8x64x512xf32>) outs(%[[START]] : tensor<8xf32>)
// CHECK: math.exp
// CHECK: linalg.generic {{.*}}["reduction"]} ins(%[[PARTS]] : tensor<8xf32>) outs(%arg1 : tensor<f32>)
// CHECK: arith.addf %{{.*}}, %{{.*}} fastmath<reassoc>
func.func @sum(%x: tensor<512x512xf32>, %init: tensor<f32>) -> tensor<f32> {
  %0 = linalg.generic {indexing_maps = [#id, #none], iterator_types = ["reduction", "reduction"]}
    ins(%x : tensor<512x512xf32>) outs(%init : tensor<f32>) {
  ^bb0(%a: f32, %sum: f32):
    %1 = math.exp %a : f32
    %2 = arith.addf %sum, %1 fastmath<reassoc> : f32
    linalg.yield %2 : f32
  } -> tensor<f32>
  return %0 : tensor<f32>
}

// The order of these additions is fixed.
// CHECK-LABEL: func.func @ordered
// CHECK-NOT: expand_shape
func.func @ordered(%x: tensor<512x512xf32>, %init: tensor<f32>) -> tensor<f32> {
  %0 = linalg.generic {indexing_maps = [#id, #none], iterator_types = ["reduction", "reduction"]}
    ins(%x : tensor<512x512xf32>) outs(%init : tensor<f32>) {
  ^bb0(%a: f32, %sum: f32):
    %1 = arith.addf %sum, %a : f32
    linalg.yield %1 : f32
  } -> tensor<f32>
  return %0 : tensor<f32>
}

// 512 results are work for threads.
// CHECK-LABEL: func.func @columns
// CHECK-NOT: expand_shape
func.func @columns(%x: tensor<512x512xf32>, %init: tensor<512xf32>) -> tensor<512xf32> {
  %0 = linalg.generic {indexing_maps = [#id, #columns], iterator_types = ["reduction", "parallel"]}
    ins(%x : tensor<512x512xf32>) outs(%init : tensor<512xf32>) {
  ^bb0(%a: f32, %sum: f32):
    %1 = arith.addf %sum, %a fastmath<reassoc> : f32
    linalg.yield %1 : f32
  } -> tensor<512xf32>
  return %0 : tensor<512xf32>
}

// The least integer is neutral for a maximum. The numbers of loops in a body would change.
// CHECK-LABEL: func.func @maximum
// CHECK: arith.constant -32768 : i16
// CHECK-COUNT-2: arith.maxsi
// CHECK-LABEL: func.func @index
// CHECK-NOT: expand_shape
func.func @maximum(%x: tensor<512x512xi16>, %init: tensor<i16>) -> tensor<i16> {
  %0 = linalg.generic {indexing_maps = [#id, #none], iterator_types = ["reduction", "reduction"]}
    ins(%x : tensor<512x512xi16>) outs(%init : tensor<i16>) {
  ^bb0(%a: i16, %max: i16):
    %1 = arith.maxsi %max, %a : i16
    linalg.yield %1 : i16
  } -> tensor<i16>
  return %0 : tensor<i16>
}

func.func @index(%x: tensor<512x512xi64>, %init: tensor<i64>) -> tensor<i64> {
  %0 = linalg.generic {indexing_maps = [#id, #none], iterator_types = ["reduction", "reduction"]}
    ins(%x : tensor<512x512xi64>) outs(%init : tensor<i64>) {
  ^bb0(%a: i64, %sum: i64):
    %i = linalg.index 0 : index
    %j = arith.index_cast %i : index to i64
    %b = arith.muli %a, %j : i64
    %1 = arith.addi %sum, %b : i64
    linalg.yield %1 : i64
  } -> tensor<i64>
  return %0 : tensor<i64>
}
