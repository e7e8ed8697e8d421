// RUN: hlo-opt %s --pass-pipeline='builtin.module(hlo-merge-all-reduces{threshold=64})' | FileCheck %s

// The operations that depend on the first sum move behind the merged one.
// CHECK-LABEL: func @sums
func.func @sums(%x: tensor<2x3xf32>, %y: tensor<f32>) -> (tensor<2x3xf32>, tensor<f32>) {
  // CHECK: %[[NEXT:.+]] = stablehlo.negate %arg1
  // CHECK: %[[X:.+]] = stablehlo.reshape %arg0 : (tensor<2x3xf32>) -> tensor<6xf32>
  // CHECK: %[[Y:.+]] = stablehlo.reshape %[[NEXT]] : (tensor<f32>) -> tensor<1xf32>
  // CHECK: %[[ALL:.+]] = stablehlo.concatenate %[[X]], %[[Y]], dim = 0 : (tensor<6xf32>, tensor<1xf32>) -> tensor<7xf32>
  // CHECK: %[[SUMS:.+]] = "stablehlo.all_reduce"(%[[ALL]])
  // CHECK-SAME: channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, replica_groups = dense<{{.}}[0, 1]]> : tensor<1x2xi64>, use_global_device_ids
  // CHECK: stablehlo.add
  // CHECK: %[[FIRST:.+]] = stablehlo.slice %[[SUMS]] [0:6]
  // CHECK: %[[SUM:.+]] = stablehlo.reshape %[[FIRST]] : (tensor<6xf32>) -> tensor<2x3xf32>
  // CHECK: %[[SECOND:.+]] = stablehlo.slice %[[SUMS]] [6:7]
  // CHECK: %[[OTHER:.+]] = stablehlo.reshape %[[SECOND]] : (tensor<1xf32>) -> tensor<f32>
  // CHECK: %[[USE:.+]] = stablehlo.tanh %[[SUM]]
  // CHECK: return %[[USE]], %[[OTHER]]
  %0 = "stablehlo.all_reduce"(%x) ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %c = stablehlo.add %a, %b : tensor<f32>
    stablehlo.return %c : tensor<f32>
  }) {replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>, use_global_device_ids, channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>} : (tensor<2x3xf32>) -> tensor<2x3xf32>
  %1 = stablehlo.tanh %0 : tensor<2x3xf32>
  %2 = stablehlo.negate %y : tensor<f32>
  %3 = "stablehlo.all_reduce"(%2) ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %c = stablehlo.add %a, %b : tensor<f32>
    stablehlo.return %c : tensor<f32>
  }) {replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>, use_global_device_ids, channel_handle = #stablehlo.channel_handle<handle = 2, type = 1>} : (tensor<f32>) -> tensor<f32>
  return %1, %3 : tensor<2x3xf32>, tensor<f32>
}

// The operands of one operation are merged by type.
// CHECK-LABEL: func @of_several_operands
func.func @of_several_operands(%x: tensor<3xf32>, %y: tensor<0xf32>, %z: tensor<2xf32>) -> (tensor<3xf32>, tensor<0xf32>, tensor<2xf32>) {
  // CHECK: stablehlo.concatenate %arg0, %arg1, %arg2, dim = 0 : (tensor<3xf32>, tensor<0xf32>, tensor<2xf32>) -> tensor<5xf32>
  // CHECK: all_reduce
  // CHECK-NOT: all_reduce
  %0:3 = "stablehlo.all_reduce"(%x, %y, %z) ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %c = stablehlo.maximum %a, %b : tensor<f32>
    stablehlo.return %c : tensor<f32>
  }) {replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>} : (tensor<3xf32>, tensor<0xf32>, tensor<2xf32>) -> (tensor<3xf32>, tensor<0xf32>, tensor<2xf32>)
  return %0#0, %0#1, %0#2 : tensor<3xf32>, tensor<0xf32>, tensor<2xf32>
}

// The second sum needs the first one, but the third one does not.
// CHECK-LABEL: func @dependent
func.func @dependent(%x: tensor<2xf32>, %y: tensor<2xf32>) -> (tensor<2xf32>, tensor<2xf32>) {
  // CHECK: %[[FIRST:.+]] = "stablehlo.all_reduce"(%arg0)
  // CHECK: %[[ALL:.+]] = stablehlo.concatenate %[[FIRST]], %arg1
  // CHECK: "stablehlo.all_reduce"(%[[ALL]])
  // CHECK-NOT: all_reduce
  %0 = "stablehlo.all_reduce"(%x) ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %c = stablehlo.add %a, %b : tensor<f32>
    stablehlo.return %c : tensor<f32>
  }) {replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>} : (tensor<2xf32>) -> tensor<2xf32>
  %1 = "stablehlo.all_reduce"(%0) ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %c = stablehlo.add %a, %b : tensor<f32>
    stablehlo.return %c : tensor<f32>
  }) {replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>} : (tensor<2xf32>) -> tensor<2xf32>
  %2 = "stablehlo.all_reduce"(%y) ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %c = stablehlo.add %a, %b : tensor<f32>
    stablehlo.return %c : tensor<f32>
  }) {replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>} : (tensor<2xf32>) -> tensor<2xf32>
  return %1, %2 : tensor<2xf32>, tensor<2xf32>
}

// Other groups, computations, types and large operands are not merged.
// CHECK-LABEL: func @different
func.func @different(%x: tensor<2xf32>, %y: tensor<2xi32>, %z: tensor<16xf32>) -> (tensor<2xf32>, tensor<2xf32>, tensor<2xf32>, tensor<2xi32>, tensor<16xf32>) {
  // CHECK-COUNT-3: "stablehlo.all_reduce"(%arg0)
  // CHECK: "stablehlo.all_reduce"(%arg1)
  // CHECK: "stablehlo.all_reduce"(%arg2)
  %0 = "stablehlo.all_reduce"(%x) ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %c = stablehlo.add %a, %b : tensor<f32>
    stablehlo.return %c : tensor<f32>
  }) {replica_groups = dense<[[0, 1, 2, 3]]> : tensor<1x4xi64>} : (tensor<2xf32>) -> tensor<2xf32>
  %1 = "stablehlo.all_reduce"(%x) ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %c = stablehlo.add %a, %b : tensor<f32>
    stablehlo.return %c : tensor<f32>
  }) {replica_groups = dense<[[0, 1], [2, 3]]> : tensor<2x2xi64>} : (tensor<2xf32>) -> tensor<2xf32>
  %2 = "stablehlo.all_reduce"(%x) ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %c = stablehlo.minimum %a, %b : tensor<f32>
    stablehlo.return %c : tensor<f32>
  }) {replica_groups = dense<[[0, 1, 2, 3]]> : tensor<1x4xi64>} : (tensor<2xf32>) -> tensor<2xf32>
  %3 = "stablehlo.all_reduce"(%y) ({
  ^bb0(%a: tensor<i32>, %b: tensor<i32>):
    %c = stablehlo.add %a, %b : tensor<i32>
    stablehlo.return %c : tensor<i32>
  }) {replica_groups = dense<[[0, 1, 2, 3]]> : tensor<1x4xi64>} : (tensor<2xi32>) -> tensor<2xi32>
  %4 = "stablehlo.all_reduce"(%z) ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %c = stablehlo.add %a, %b : tensor<f32>
    stablehlo.return %c : tensor<f32>
  }) {replica_groups = dense<[[0, 1, 2, 3]]> : tensor<1x4xi64>} : (tensor<16xf32>) -> tensor<16xf32>
  return %0, %1, %2, %3, %4 : tensor<2xf32>, tensor<2xf32>, tensor<2xf32>, tensor<2xi32>, tensor<16xf32>
}

// No operation passes a side effect.
// CHECK-LABEL: func @effects
func.func @effects(%x: tensor<2xf32>, %y: tensor<2xf32>) -> (tensor<2xf32>, tensor<2xf32>) {
  // CHECK: "stablehlo.all_reduce"(%arg0)
  // CHECK: stablehlo.custom_call @log
  // CHECK: "stablehlo.all_reduce"(%arg1)
  %0 = "stablehlo.all_reduce"(%x) ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %c = stablehlo.add %a, %b : tensor<f32>
    stablehlo.return %c : tensor<f32>
  }) {replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>} : (tensor<2xf32>) -> tensor<2xf32>
  stablehlo.custom_call @log(%y) {has_side_effect = true} : (tensor<2xf32>) -> ()
  %1 = "stablehlo.all_reduce"(%y) ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %c = stablehlo.add %a, %b : tensor<f32>
    stablehlo.return %c : tensor<f32>
  }) {replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>} : (tensor<2xf32>) -> tensor<2xf32>
  return %0, %1 : tensor<2xf32>, tensor<2xf32>
}
