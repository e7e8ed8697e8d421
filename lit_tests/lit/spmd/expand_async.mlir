// RUN: hlo-opt %s --pass-pipeline='builtin.module(hlo-expand-async)' | FileCheck %s

// CHECK-LABEL: func @gather
func.func @gather(%x: tensor<2xf32>, %y: tensor<2xf32>) -> (tensor<4xf32>, tensor<2xf32>) {
  // CHECK: %[[ALL:.+]] = "stablehlo.all_gather"(%arg0)
  // CHECK: %[[SUM:.+]] = stablehlo.add %arg0, %arg1
  // CHECK: return %[[ALL]], %[[SUM]]
  %0 = "stablehlo.async_start"(%x) ({
  ^bb0(%a: tensor<2xf32>):
    %1 = "stablehlo.all_gather"(%a) {
      all_gather_dim = 0 : i64, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>
    } : (tensor<2xf32>) -> tensor<4xf32>
    stablehlo.return %1 : tensor<4xf32>
  }) : (tensor<2xf32>) -> !stablehlo.future<tensor<4xf32>>
  %2 = stablehlo.add %x, %y : tensor<2xf32>
  %3 = "stablehlo.async_done"(%0) : (!stablehlo.future<tensor<4xf32>>) -> tensor<4xf32>
  return %3, %2 : tensor<4xf32>, tensor<2xf32>
}

// The region of a collective moves with it. A future may have several results.
// CHECK-LABEL: func @sums
func.func @sums(%x: tensor<2xf32>, %y: tensor<3xf32>) -> (tensor<3xf32>, tensor<2xf32>) {
  // CHECK: %[[SUMS:.+]]:2 = "stablehlo.all_reduce"(%arg0, %arg1)
  // CHECK: stablehlo.add
  // CHECK: return %[[SUMS]]#1, %[[SUMS]]#0
  %0 = "stablehlo.async_start"(%x, %y) ({
  ^bb0(%a: tensor<2xf32>, %b: tensor<3xf32>):
    %1:2 = "stablehlo.all_reduce"(%a, %b) ({
    ^bb0(%c: tensor<f32>, %d: tensor<f32>):
      %2 = stablehlo.add %c, %d : tensor<f32>
      stablehlo.return %2 : tensor<f32>
    }) {replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>}
      : (tensor<2xf32>, tensor<3xf32>) -> (tensor<2xf32>, tensor<3xf32>)
    stablehlo.return %1#0, %1#1 : tensor<2xf32>, tensor<3xf32>
  }) : (tensor<2xf32>, tensor<3xf32>) -> !stablehlo.future<tensor<2xf32>, tensor<3xf32>>
  %3:2 = "stablehlo.async_done"(%0)
    : (!stablehlo.future<tensor<2xf32>, tensor<3xf32>>) -> (tensor<2xf32>, tensor<3xf32>)
  return %3#1, %3#0 : tensor<3xf32>, tensor<2xf32>
}

// A loop starts and waits in each iteration.
// CHECK-LABEL: func @in_turns
func.func @in_turns(%x: tensor<4xf32>, %n: tensor<i32>) -> tensor<4xf32> {
  // CHECK: stablehlo.while(%[[OLD:.+]] = %arg0, %{{.+}} = %arg1)
  // CHECK-NOT: async
  // CHECK: stablehlo.slice %[[OLD]]
  // CHECK-NOT: async
  %0:2 = stablehlo.while(%y = %x, %i = %n) : tensor<4xf32>, tensor<i32>
    cond {
      %zero = stablehlo.constant dense<0> : tensor<i32>
      %1 = stablehlo.compare GT, %i, %zero : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %1 : tensor<i1>
    } do {
      %1 = "stablehlo.async_start"(%y) ({
      ^bb0(%a: tensor<4xf32>):
        %4 = stablehlo.slice %a [0:4] : (tensor<4xf32>) -> tensor<4xf32>
        stablehlo.return %4 : tensor<4xf32>
      }) : (tensor<4xf32>) -> !stablehlo.future<tensor<4xf32>>
      %one = stablehlo.constant dense<1> : tensor<i32>
      %2 = stablehlo.subtract %i, %one : tensor<i32>
      %3 = "stablehlo.async_done"(%1) : (!stablehlo.future<tensor<4xf32>>) -> tensor<4xf32>
      stablehlo.return %3, %2 : tensor<4xf32>, tensor<i32>
    }
  return %0#0 : tensor<4xf32>
}
