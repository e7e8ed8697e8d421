// RUN: hlo-opt %s --pass-pipeline='builtin.module(hloom-fuse-elementwise,canonicalize)' | FileCheck %s

#vector = affine_map<(d0) -> (d0)>

// The sum of an element is used where it is computed.
// CHECK-LABEL: func.func @two
// CHECK: linalg.generic {{.*}} ins(%arg0 : tensor<8xf32>)
// CHECK: %[[SUM:.*]] = arith.addf
// CHECK-NEXT: %[[SQUARE:.*]] = arith.mulf %[[SUM]], %[[SUM]]
// CHECK-NEXT: linalg.yield %[[SQUARE]]
// CHECK-NOT: linalg.generic
func.func @two(%x: tensor<8xf32>) -> tensor<8xf32> {
  %e = tensor.empty() : tensor<8xf32>
  %a = linalg.generic {indexing_maps = [#vector, #vector], iterator_types = ["parallel"]} ins(%x : tensor<8xf32>) outs(%e : tensor<8xf32>) {
  ^bb0(%i: f32, %o: f32):
    %s = arith.addf %i, %i : f32
    linalg.yield %s : f32
  } -> tensor<8xf32>
  %b = linalg.generic {indexing_maps = [#vector, #vector], iterator_types = ["parallel"]} ins(%a : tensor<8xf32>) outs(%e : tensor<8xf32>) {
  ^bb0(%i: f32, %o: f32):
    %s = arith.mulf %i, %i : f32
    linalg.yield %s : f32
  } -> tensor<8xf32>
  return %b : tensor<8xf32>
}

#id = affine_map<(d0, d1) -> (d0, d1)>
#lhs = affine_map<(d0, d1, d2) -> (d0, d2)>
#rhs = affine_map<(d0, d1, d2) -> (d2, d1)>
#out = affine_map<(d0, d1, d2) -> (d0, d1)>

// A chain of elementwise operations becomes one, and is not fused into the product.
// CHECK-LABEL: func.func @chain
// CHECK: linalg.generic {{.*}}["parallel", "parallel"]
// CHECK: arith.addf
// CHECK: arith.mulf
// CHECK: linalg.generic {{.*}}["parallel", "parallel", "reduction"]
// CHECK-NOT: linalg.generic
func.func @chain(%x: tensor<8x8xf32>, %w: tensor<8x8xf32>) -> tensor<8x8xf32> {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<8x8xf32>
  %a = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel"]} ins(%x : tensor<8x8xf32>) outs(%e : tensor<8x8xf32>) {
  ^bb0(%i: f32, %o: f32):
    %s = arith.addf %i, %i : f32
    linalg.yield %s : f32
  } -> tensor<8x8xf32>
  %b = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel"]} ins(%a : tensor<8x8xf32>) outs(%e : tensor<8x8xf32>) {
  ^bb0(%i: f32, %o: f32):
    %s = arith.mulf %i, %i : f32
    linalg.yield %s : f32
  } -> tensor<8x8xf32>
  %f = linalg.fill ins(%zero : f32) outs(%e : tensor<8x8xf32>) -> tensor<8x8xf32>
  %d = linalg.generic {indexing_maps = [#lhs, #rhs, #out], iterator_types = ["parallel", "parallel", "reduction"]} ins(%b, %w : tensor<8x8xf32>, tensor<8x8xf32>) outs(%f : tensor<8x8xf32>) {
  ^bb0(%i: f32, %j: f32, %o: f32):
    %m = arith.mulf %i, %j : f32
    %s = arith.addf %o, %m : f32
    linalg.yield %s : f32
  } -> tensor<8x8xf32>
  return %d : tensor<8x8xf32>
}

// A transposition of a factor becomes a map.
// CHECK-LABEL: func.func @transposed
// CHECK: linalg.generic {{.*}}["parallel", "parallel", "reduction"]
// CHECK-NOT: linalg.generic
func.func @transposed(%x: tensor<8x8xf32>, %w: tensor<8x8xf32>) -> tensor<8x8xf32> {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<8x8xf32>
  %t = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d1, d0)>, #id], iterator_types = ["parallel", "parallel"]} ins(%w : tensor<8x8xf32>) outs(%e : tensor<8x8xf32>) {
  ^bb0(%i: f32, %o: f32):
    linalg.yield %i : f32
  } -> tensor<8x8xf32>
  %f = linalg.fill ins(%zero : f32) outs(%e : tensor<8x8xf32>) -> tensor<8x8xf32>
  %d = linalg.generic {indexing_maps = [#lhs, #rhs, #out], iterator_types = ["parallel", "parallel", "reduction"]} ins(%x, %t : tensor<8x8xf32>, tensor<8x8xf32>) outs(%f : tensor<8x8xf32>) {
  ^bb0(%i: f32, %j: f32, %o: f32):
    %m = arith.mulf %i, %j : f32
    %s = arith.addf %o, %m : f32
    linalg.yield %s : f32
  } -> tensor<8x8xf32>
  return %d : tensor<8x8xf32>
}

// The sum of a row reaches its consumer without the reshape, so that both can be computed in one
// tile of rows.
// CHECK-LABEL: func.func @unit_dimension
// CHECK: %[[SUM:.*]] = linalg.generic {{.*}}["parallel", "reduction"]
// CHECK-NOT: tensor.expand_shape
// CHECK: linalg.generic {{.*}} ins(%arg0, %[[SUM]] : tensor<16x8xf32>, tensor<16xf32>)
// CHECK: arith.divf
// CHECK: arith.subf
func.func @unit_dimension(%x: tensor<16x8xf32>, %zero: tensor<16xf32>) -> tensor<16x8xf32> {
  %c = arith.constant 8.0 : f32
  %sum = linalg.generic {indexing_maps = [#id, affine_map<(d0, d1) -> (d0)>], iterator_types = ["parallel", "reduction"]} ins(%x : tensor<16x8xf32>) outs(%zero : tensor<16xf32>) {
  ^bb0(%i: f32, %o: f32):
    %s = arith.addf %o, %i : f32
    linalg.yield %s : f32
  } -> tensor<16xf32>
  %column = tensor.expand_shape %sum [[0, 1]] output_shape [16, 1] : tensor<16xf32> into tensor<16x1xf32>
  %e0 = tensor.empty() : tensor<16x1xf32>
  %mean = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel"]} ins(%column : tensor<16x1xf32>) outs(%e0 : tensor<16x1xf32>) {
  ^bb0(%i: f32, %o: f32):
    %q = arith.divf %i, %c : f32
    linalg.yield %q : f32
  } -> tensor<16x1xf32>
  %e1 = tensor.empty() : tensor<16x8xf32>
  %y = linalg.generic {indexing_maps = [#id, affine_map<(d0, d1) -> (d0, 0)>, #id], iterator_types = ["parallel", "parallel"]} ins(%x, %mean : tensor<16x8xf32>, tensor<16x1xf32>) outs(%e1 : tensor<16x8xf32>) {
  ^bb0(%i: f32, %m: f32, %o: f32):
    %d = arith.subf %i, %m : f32
    linalg.yield %d : f32
  } -> tensor<16x8xf32>
  return %y : tensor<16x8xf32>
}

// The maximum is read from memory by the products anyway, so the difference reads it from there, too,
// and the first product need not stay in memory.
// CHECK-LABEL: func.func @stored_anyway
// CHECK: %[[P:.*]] = linalg.matmul
// CHECK: %[[MAX:.*]] = linalg.generic {{.*}} ins(%[[P]] :
// CHECK: arith.maximumf
// CHECK: linalg.matmul ins(%[[MAX]],
// CHECK: linalg.generic {{.*}} ins(%[[MAX]], %{{.*}} :
// CHECK-NOT: arith.maximumf
// CHECK: return
func.func @stored_anyway(%x: tensor<8x8xf32>, %zero: tensor<8x8xf32>, %c: f32) -> tensor<8x8xf32> {
  %e = tensor.empty() : tensor<8x8xf32>
  %p = linalg.matmul ins(%x, %x : tensor<8x8xf32>, tensor<8x8xf32>) outs(%zero : tensor<8x8xf32>) -> tensor<8x8xf32>
  %max = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel"]} ins(%p : tensor<8x8xf32>) outs(%e : tensor<8x8xf32>) {
  ^bb0(%i: f32, %o: f32):
    %m = arith.maximumf %i, %c : f32
    linalg.yield %m : f32
  } -> tensor<8x8xf32>
  %q = linalg.matmul ins(%max, %x : tensor<8x8xf32>, tensor<8x8xf32>) outs(%zero : tensor<8x8xf32>) -> tensor<8x8xf32>
  %d = linalg.generic {indexing_maps = [#id, #id, #id], iterator_types = ["parallel", "parallel"]} ins(%max, %q : tensor<8x8xf32>, tensor<8x8xf32>) outs(%e : tensor<8x8xf32>) {
  ^bb0(%i: f32, %j: f32, %o: f32):
    %s = arith.subf %i, %j : f32
    linalg.yield %s : f32
  } -> tensor<8x8xf32>
  return %d : tensor<8x8xf32>
}
