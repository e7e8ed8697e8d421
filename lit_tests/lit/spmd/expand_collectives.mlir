// RUN: hlo-opt %s --pass-pipeline='builtin.module(hlo-expand-collectives)' | FileCheck %s

// CHECK-LABEL: func @numbers
func.func @numbers() -> (tensor<ui32>, tensor<ui32>) {
  // CHECK: stablehlo.custom_call @hloom.partition_id() {operation = "stablehlo.partition_id"} : () -> tensor<ui32>
  %0 = stablehlo.partition_id : tensor<ui32>
  // CHECK: stablehlo.custom_call @hloom.replica_id() {operation = "stablehlo.replica_id"} : () -> tensor<ui32>
  %1 = stablehlo.replica_id : tensor<ui32>
  return %0, %1 : tensor<ui32>, tensor<ui32>
}

// Two operands are moved one after the other.
// CHECK-LABEL: func @gather
func.func @gather(%x: tensor<2xf32>, %y: tensor<3xi8>) -> (tensor<4xf32>, tensor<6xi8>) {
  // CHECK: custom_call @hloom.all_gather(%arg0) {{.*}}dimension = 0 : i64, groups = [array<i64: 0, 1>], operation = "stablehlo.all_gather", strategy = "flattened_ids"
  // CHECK: custom_call @hloom.all_gather(%arg1)
  %0:2 = "stablehlo.all_gather"(%x, %y) {
    all_gather_dim = 0 : i64, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>,
    channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, use_global_device_ids
  } : (tensor<2xf32>, tensor<3xi8>) -> (tensor<4xf32>, tensor<6xi8>)
  return %0#0, %0#1 : tensor<4xf32>, tensor<6xi8>
}

// The reduction is computed in the program, from the first participant of the group on.
// CHECK-LABEL: func @sum
func.func @sum(%x: tensor<2xf32>) -> tensor<2xf32> {
  // CHECK: %[[ROW:.+]] = stablehlo.reshape %arg0 : (tensor<2xf32>) -> tensor<1x2xf32>
  // CHECK: %[[ALL:.+]] = stablehlo.custom_call @hloom.all_gather(%[[ROW]]) {{.*}}operation = "stablehlo.all_reduce"{{.*}} -> tensor<2x2xf32>
  // CHECK: stablehlo.slice %[[ALL]] [0:1, 0:2]
  // CHECK: stablehlo.slice %[[ALL]] [1:2, 0:2]
  // CHECK: stablehlo.map
  // CHECK: stablehlo.add
  %0 = "stablehlo.all_reduce"(%x) ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %c = stablehlo.add %a, %b : tensor<f32>
    stablehlo.return %c : tensor<f32>
  }) {replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>} : (tensor<2xf32>) -> tensor<2xf32>
  return %0 : tensor<2xf32>
}

// An asynchronous collective keeps its body, which must be a collective.
// CHECK-LABEL: func @asynchronous
func.func @asynchronous(%x: tensor<4xf32>) -> tensor<4xf32> {
  // CHECK: "stablehlo.async_start"
  // CHECK: "stablehlo.all_gather"
  %0 = "stablehlo.async_start"(%x) ({
  ^bb0(%a: tensor<4xf32>):
    %1 = "stablehlo.all_gather"(%a) {all_gather_dim = 0 : i64, replica_groups = dense<0> : tensor<1x1xi64>} : (tensor<4xf32>) -> tensor<4xf32>
    stablehlo.return %1 : tensor<4xf32>
  }) : (tensor<4xf32>) -> !stablehlo.future<tensor<4xf32>>
  %2 = "stablehlo.async_done"(%0) : (!stablehlo.future<tensor<4xf32>>) -> tensor<4xf32>
  return %2 : tensor<4xf32>
}
