// RUN: hlo-opt %s --pass-pipeline='builtin.module(func.func(hloom-fix-reduction-order))' | FileCheck %s

#id = affine_map<(d0, d1) -> (d0, d1)>
#rows = affine_map<(d0, d1) -> (d0)>
#columns = affine_map<(d0, d1) -> (d1)>

// Sixteen sums of each row, side by side, and then their sum from the initial value.
// CHECK-LABEL: func.func @rows
// CHECK-DAG: %[[ZERO:.*]] = arith.constant -0.000000e+00 : f32
// CHECK-DAG: %[[X:.*]] = tensor.expand_shape %{{.*}} {{\[\[}}0], [1, 2]] output_shape [64, 32, 16]
// CHECK: %[[START:.*]] = linalg.fill ins(%[[ZERO]] : f32) outs({{.*}} : tensor<64x16xf32>)
// CHECK: %[[LANES:.*]] = linalg.generic {{.*}}["parallel", "reduction", "parallel"]} ins(%[[X]] : tensor<64x32x16xf32>) outs(%[[START]] : tensor<64x16xf32>)
// CHECK: math.exp
// CHECK: arith.addf %{{.*}}, %{{[0-9a-z_]*}} : f32
// CHECK: linalg.generic {{.*}}["parallel", "reduction"]} ins(%[[LANES]] : tensor<64x16xf32>) outs(%arg1 : tensor<64xf32>)
// CHECK: arith.addf %{{.*}}, %{{[0-9a-z_]*}} : f32
func.func @rows(%x: tensor<64x512xf32>, %init: tensor<64xf32>) -> tensor<64xf32> {
  %0 = linalg.generic {indexing_maps = [#id, #rows], iterator_types = ["parallel", "reduction"]}
    ins(%x : tensor<64x512xf32>) outs(%init : tensor<64xf32>) {
  ^bb0(%a: f32, %sum: f32):
    %1 = math.exp %a : f32
    %2 = arith.addf %sum, %1 fastmath<reassoc> : f32
    linalg.yield %2 : f32
  } -> tensor<64xf32>
  return %0 : tensor<64xf32>
}

// Vectors run along the columns; their sums keep their order.
// CHECK-LABEL: func.func @columns
// CHECK-NOT: expand_shape
// CHECK: arith.addf %{{.*}}, %{{[0-9a-z_]*}} : f32
func.func @columns(%x: tensor<512x64xf32>, %init: tensor<64xf32>) -> tensor<64xf32> {
  %0 = linalg.generic {indexing_maps = [#id, #columns], iterator_types = ["reduction", "parallel"]}
    ins(%x : tensor<512x64xf32>) outs(%init : tensor<64xf32>) {
  ^bb0(%a: f32, %sum: f32):
    %1 = arith.addf %sum, %a fastmath<reassoc> : f32
    linalg.yield %1 : f32
  } -> tensor<64xf32>
  return %0 : tensor<64xf32>
}

// Four lanes, as 20 is no multiple of more.
// CHECK-LABEL: func.func @few
// CHECK: output_shape [64, 5, 4]
// A prime number of elements is added one after the other.
// CHECK-LABEL: func.func @prime
// CHECK-NOT: expand_shape
// CHECK: arith.addf %{{.*}}, %{{[0-9a-z_]*}} : f32
func.func @few(%x: tensor<64x20xf32>, %init: tensor<64xf32>) -> tensor<64xf32> {
  %0 = linalg.generic {indexing_maps = [#id, #rows], iterator_types = ["parallel", "reduction"]}
    ins(%x : tensor<64x20xf32>) outs(%init : tensor<64xf32>) {
  ^bb0(%a: f32, %sum: f32):
    %1 = arith.addf %sum, %a fastmath<reassoc> : f32
    linalg.yield %1 : f32
  } -> tensor<64xf32>
  return %0 : tensor<64xf32>
}

func.func @prime(%x: tensor<64x197xf32>, %init: tensor<64xf32>) -> tensor<64xf32> {
  %0 = linalg.generic {indexing_maps = [#id, #rows], iterator_types = ["parallel", "reduction"]}
    ins(%x : tensor<64x197xf32>) outs(%init : tensor<64xf32>) {
  ^bb0(%a: f32, %sum: f32):
    %1 = arith.addf %sum, %a fastmath<reassoc> : f32
    linalg.yield %1 : f32
  } -> tensor<64xf32>
  return %0 : tensor<64xf32>
}

// Integers and maxima do not depend on the order.
// CHECK-LABEL: func.func @integers
// CHECK-NOT: expand_shape
func.func @integers(%x: tensor<64x512xi32>, %init: tensor<64xi32>) -> tensor<64xi32> {
  %0 = linalg.generic {indexing_maps = [#id, #rows], iterator_types = ["parallel", "reduction"]}
    ins(%x : tensor<64x512xi32>) outs(%init : tensor<64xi32>) {
  ^bb0(%a: i32, %sum: i32):
    %1 = arith.addi %sum, %a : i32
    linalg.yield %1 : i32
  } -> tensor<64xi32>
  return %0 : tensor<64xi32>
}

// Products are not fused with sums. The kernels of contractions have an order of their own.
// CHECK-LABEL: func.func @contraction
// CHECK-NOT: expand_shape
// CHECK: arith.mulf %{{.*}}, %{{[0-9a-z_]*}} : f32
// CHECK: arith.addf %{{.*}}, %{{[0-9a-z_]*}} : f32
func.func @contraction(%a: tensor<64x512xf32>, %b: tensor<512xf32>, %init: tensor<64xf32>)
    -> tensor<64xf32> {
  %0 = linalg.generic {indexing_maps = [#id, #columns, #rows], iterator_types = ["parallel", "reduction"]}
    ins(%a, %b : tensor<64x512xf32>, tensor<512xf32>) outs(%init : tensor<64xf32>) {
  ^bb0(%x: f32, %y: f32, %sum: f32):
    %1 = arith.mulf %x, %y fastmath<contract> : f32
    %2 = arith.addf %sum, %1 fastmath<reassoc,contract> : f32
    linalg.yield %2 : f32
  } -> tensor<64xf32>
  return %0 : tensor<64xf32>
}
