// RUN: hlo-opt %s --hlo-to-linalg | FileCheck %s

// Operations of upstream dialects are copied, with signless types. StableHLO in their regions is
// lowered.
#id = affine_map<(d0) -> (d0)>
// CHECK-LABEL: func @mixed(
// CHECK-SAME: %[[X:.*]]: tensor<4xf32>, %[[N:.*]]: tensor<i32>)
func.func @mixed(%x: tensor<4xf32>, %n: tensor<ui32>) -> (tensor<4xf32>, tensor<1xui32>) {
  // CHECK: %[[C0:.*]] = arith.constant 0 : index
  // CHECK: scf.for %{{.*}} = %[[C0]] to
  // CHECK-SAME: iter_args(%[[Y:.*]] = %[[X]])
  // CHECK: linalg.generic
  // CHECK-SAME: ins(%[[Y]]
  // CHECK: math.exp
  // CHECK: linalg.generic
  // CHECK: arith.negf
  // CHECK: linalg.yield
  // CHECK: scf.yield
  // CHECK: %[[E:.*]] = tensor.extract %[[N]][] : tensor<i32>
  // CHECK: tensor.from_elements %[[E]] : tensor<1xi32>
  %zero = arith.constant 0 : index
  %one = arith.constant 1 : index
  %five = affine.apply affine_map<()[s0] -> (s0 + 4)>()[%one]
  %0 = scf.for %i = %zero to %five step %one iter_args(%y = %x) -> tensor<4xf32> {
    %1 = stablehlo.exponential %y : tensor<4xf32>
    %2 = tensor.empty() : tensor<4xf32>
    %3 = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel"]}
        ins(%1 : tensor<4xf32>) outs(%2 : tensor<4xf32>) {
    ^bb0(%a: f32, %b: f32):
      %4 = arith.negf %a : f32
      linalg.yield %4 : f32
    } -> tensor<4xf32>
    scf.yield %3 : tensor<4xf32>
  }
  %6 = tensor.extract %n[] : tensor<ui32>
  %7 = tensor.from_elements %6 : tensor<1xui32>
  return %0, %7 : tensor<4xf32>, tensor<1xui32>
}

// Named operations become generic. Their sums may be computed in any order, those of the
// program's own linalg.generic may not.
// CHECK-LABEL: func @named(
func.func @named(%x: tensor<4x8xf32>, %y: tensor<8x4xf32>) -> tensor<4x4xf32> {
  // CHECK: %[[FILLED:.*]] = linalg.fill
  // CHECK: linalg.generic
  // CHECK-SAME: iterator_types = ["parallel", "parallel", "reduction"]
  // CHECK-SAME: outs(%[[FILLED]]
  // CHECK: arith.mulf {{.*}} fastmath<contract>
  // CHECK: arith.addf {{.*}} fastmath<reassoc,contract>
  // CHECK-NOT: linalg.softmax
  // CHECK: return
  %zero = arith.constant 0.0 : f32
  %0 = tensor.empty() : tensor<4x4xf32>
  %1 = linalg.fill ins(%zero : f32) outs(%0 : tensor<4x4xf32>) -> tensor<4x4xf32>
  %2 = linalg.matmul ins(%x, %y : tensor<4x8xf32>, tensor<8x4xf32>)
      outs(%1 : tensor<4x4xf32>) -> tensor<4x4xf32>
  %3 = linalg.softmax dimension(1) ins(%2 : tensor<4x4xf32>)
      outs(%0 : tensor<4x4xf32>) -> tensor<4x4xf32>
  return %3 : tensor<4x4xf32>
}
