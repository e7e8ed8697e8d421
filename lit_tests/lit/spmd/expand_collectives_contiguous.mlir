// RUN: hlo-opt %s --split-input-file --verify-diagnostics --pass-pipeline='builtin.module(hlo-expand-collectives{contiguous=true})' | FileCheck %s

module attributes {mhlo.num_replicas = 2 : i32, mhlo.num_partitions = 2 : i32} {
  // CHECK-LABEL: func @numbers
  func.func @numbers() -> (tensor<ui32>, tensor<ui32>) {
    // CHECK: @hloom.place() {number_of = "partition_id", operation = "stablehlo.partition_id", partitions = 2 : i64, ranks = 4 : i64} : () -> tensor<ui32>
    %0 = stablehlo.partition_id : tensor<ui32>
    // CHECK: @hloom.place() {number_of = "replica_id", operation = "stablehlo.replica_id", partitions = 2 : i64, ranks = 4 : i64} : () -> tensor<ui32>
    %1 = stablehlo.replica_id : tensor<ui32>
    return %0, %1 : tensor<ui32>, tensor<ui32>
  }

  // Groups list ranks: here, the two replicas of each partition.
  // CHECK-LABEL: func @gather
  func.func @gather(%x: tensor<2x3xi8>) -> tensor<2x6xi8> {
    // CHECK: %[[ALL:.+]] = stablehlo.custom_call @hloom.exchange(%arg0) {bytes = 6 : i64, channel = 0 : i64, groups = [array<i64: 2, 0>, array<i64: 3, 1>], number = {{.*}} : i64, operation = "stablehlo.all_gather", pattern = "gather", ranks = 4 : i64} : (tensor<2x3xi8>) -> tensor<2x2x3xi8>
    // CHECK: %[[ROWS:.+]] = stablehlo.transpose %[[ALL]], dims = [1, 0, 2]
    // CHECK: stablehlo.reshape %[[ROWS]] : (tensor<2x2x3xi8>) -> tensor<2x6xi8>
    %0 = "stablehlo.all_gather"(%x) {all_gather_dim = 1 : i64, replica_groups = dense<[[1, 0]]> : tensor<1x2xi64>} : (tensor<2x3xi8>) -> tensor<2x6xi8>
    return %0 : tensor<2x6xi8>
  }

  // Without groups, all partitions of a replica take part.
  // CHECK-LABEL: func @exchange
  func.func @exchange(%x: tensor<3x4xf32>) -> tensor<6x2xf32> {
    // CHECK: %[[PARTS:.+]] = stablehlo.reshape %arg0 : (tensor<3x4xf32>) -> tensor<3x2x2xf32>
    // CHECK: %[[BLOCKS:.+]] = stablehlo.transpose %[[PARTS]], dims = [1, 0, 2]
    // CHECK: %[[ALL:.+]] = stablehlo.custom_call @hloom.exchange(%[[BLOCKS]]) {{.*}}channel = 3 : i64, groups = [array<i64: 0, 1>, array<i64: 2, 3>]{{.*}}pattern = "scatter"{{.*}} -> tensor<2x3x2xf32>
    // CHECK: stablehlo.reshape %[[ALL]] : (tensor<2x3x2xf32>) -> tensor<6x2xf32>
    %0 = "stablehlo.all_to_all"(%x) {split_dimension = 1 : i64, concat_dimension = 0 : i64, split_count = 2 : i64, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>, channel_handle = #stablehlo.channel_handle<handle = 3, type = 1>} : (tensor<3x4xf32>) -> tensor<6x2xf32>
    return %0 : tensor<6x2xf32>
  }

  // CHECK-LABEL: func @permute
  func.func @permute(%x: tensor<3xf32>) -> tensor<3xf32> {
    // CHECK: @hloom.exchange(%arg0) {{.*}}groups = [array<i64: 0, 2>, array<i64: 1, 3>]{{.*}}pattern = "permute"
    %0 = "stablehlo.collective_permute"(%x) {source_target_pairs = dense<[[0, 1]]> : tensor<1x2xi64>} : (tensor<3xf32>) -> tensor<3xf32>
    return %0 : tensor<3xf32>
  }

  // CHECK-LABEL: func @broadcast
  func.func @broadcast(%x: tensor<3xf32>) -> tensor<3xf32> {
    // CHECK: @hloom.exchange(%arg0) {{.*}}groups = [array<i64: 1, 0>, array<i64: 3, 2>]{{.*}}pattern = "broadcast"
    %0 = "stablehlo.collective_broadcast"(%x) {replica_groups = dense<[[1, 0]]> : tensor<1x2xi64>, channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>} : (tensor<3xf32>) -> tensor<3xf32>
    return %0 : tensor<3xf32>
  }

  // The rank decides whether it has received something.
  // CHECK-LABEL: func @received_or_zero
  func.func @received_or_zero(%x: tensor<3x!quant.uniform<i8:f32, 0.5:3>>) -> tensor<3x!quant.uniform<i8:f32, 0.5:3>> {
    // CHECK: %[[RECEIVED:.+]] = stablehlo.custom_call @hloom.exchange(%arg0) {{.*}}pattern = "permute"
    // CHECK: @hloom.place() {number_of = "replica_id", operation = "stablehlo.collective_permute"
    // CHECK: stablehlo.select %{{.+}}, %[[RECEIVED]], %{{.+}}
    %0 = "stablehlo.collective_permute"(%x) {source_target_pairs = dense<[[0, 1]]> : tensor<1x2xi64>} : (tensor<3x!quant.uniform<i8:f32, 0.5:3>>) -> tensor<3x!quant.uniform<i8:f32, 0.5:3>>
    return %0 : tensor<3x!quant.uniform<i8:f32, 0.5:3>>
  }

  // The program combines what it receives.
  // CHECK-LABEL: func @sum
  func.func @sum(%x: tensor<2xf32>) -> tensor<2xf32> {
    // CHECK: %[[ALL:.+]] = stablehlo.custom_call @hloom.exchange({{.*}}pattern = "gather"{{.*}} : (tensor<1x2xf32>) -> tensor<4x1x2xf32>
    // CHECK-COUNT-3: stablehlo.map
    %0 = "stablehlo.all_reduce"(%x) ({
    ^bb0(%a: tensor<f32>, %b: tensor<f32>):
      %c = stablehlo.add %a, %b : tensor<f32>
      stablehlo.return %c : tensor<f32>
    }) {replica_groups = dense<[[0, 1, 2, 3]]> : tensor<1x4xi64>, channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, use_global_device_ids} : (tensor<2xf32>) -> tensor<2xf32>
    return %0 : tensor<2xf32>
  }

  // A large operand is reduced in parts.
  // CHECK-LABEL: func @large_sum
  func.func @large_sum(%x: tensor<16385xf32>) -> tensor<16385xf32> {
    // CHECK: @hloom.exchange({{.*}}bytes = 65540 : i64{{.*}}pattern = "scatter"{{.*}} -> tensor<2x1x8193xf32>
    // CHECK: stablehlo.map
    // CHECK: @hloom.exchange({{.*}}bytes = 65540 : i64{{.*}}pattern = "gather"{{.*}} -> tensor<2x8193xf32>
    %0 = "stablehlo.all_reduce"(%x) ({
    ^bb0(%a: tensor<f32>, %b: tensor<f32>):
      %c = stablehlo.add %a, %b : tensor<f32>
      stablehlo.return %c : tensor<f32>
    }) {replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>} : (tensor<16385xf32>) -> tensor<16385xf32>
    return %0 : tensor<16385xf32>
  }

  // CHECK-LABEL: func @scattered_sum
  func.func @scattered_sum(%x: tensor<3x4xi4>) -> tensor<3x2xi4> {
    // CHECK: @hloom.exchange({{.*}}bytes = 12 : i64{{.*}}pattern = "scatter"
    // CHECK: stablehlo.map
    %0 = "stablehlo.reduce_scatter"(%x) ({
    ^bb0(%a: tensor<i4>, %b: tensor<i4>):
      %c = stablehlo.add %a, %b : tensor<i4>
      stablehlo.return %c : tensor<i4>
    }) {scatter_dimension = 1 : i64, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>} : (tensor<3x4xi4>) -> tensor<3x2xi4>
    return %0 : tensor<3x2xi4>
  }
}

// -----

func.func @outside(%x: tensor<2xf32>) -> tensor<4xf32> {
  // expected-error @below {{`stablehlo.all_gather`: expected groups within a device mesh of 1 by 1 (replicas by partitions), found id 1; pass the number of partitions or replicas}}
  %0 = "stablehlo.all_gather"(%x) {all_gather_dim = 0 : i64, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>} : (tensor<2xf32>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}

// -----

func.func @reduced(%x: tensor<2xf32>) -> tensor<2xf32> {
  // expected-error @below {{`stablehlo.collective_reduce` needs the runtime, which C functions do not have}}
  %0 = "stablehlo.collective_reduce"(%x) ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %c = stablehlo.add %a, %b : tensor<f32>
    stablehlo.return %c : tensor<f32>
  }) {replica_groups = dense<0> : tensor<1x1xi64>} : (tensor<2xf32>) -> tensor<2xf32>
  return %0 : tensor<2xf32>
}
