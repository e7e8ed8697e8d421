// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Collectives, communication and asynchronous operations.

func.func @collectives(%a: tensor<4x4xf32>, %k: tensor<1xi32>) {
  %0 = "stablehlo.all_gather"(%a) {all_gather_dim = 1 : i64, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>} : (tensor<4x4xf32>) -> tensor<4x8xf32>
  // The groups list replicas; each replica takes part with all of its partitions.
  %1 = "stablehlo.all_gather"(%a) {all_gather_dim = 1 : i64, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>, channel_handle = #stablehlo.channel_handle<handle = 1, type = 0>} : (tensor<4x4xf32>) -> tensor<4x16xf32>
  %2 = "stablehlo.all_reduce"(%a) ({ ^bb0(%x: tensor<f32>, %y: tensor<f32>): %z = stablehlo.add %x, %y : tensor<f32> stablehlo.return %z : tensor<f32> }) {replica_groups = dense<[[0, 2], [1, -1]]> : tensor<2x2xi64>} : (tensor<4x4xf32>) -> tensor<4x4xf32>
  %3 = "stablehlo.all_to_all"(%a) {split_dimension = 0 : i64, concat_dimension = 1 : i64, split_count = 2 : i64, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>} : (tensor<4x4xf32>) -> tensor<2x8xf32>
  %4 = "stablehlo.collective_broadcast"(%a, %k) {replica_groups = dense<[[2, 1]]> : tensor<1x2xi64>, has_dynamic_root} : (tensor<4x4xf32>, tensor<1xi32>) -> tensor<4x4xf32>
  %5 = "stablehlo.collective_permute"(%a) {source_target_pairs = dense<[[0, 1], [1, 0]]> : tensor<2x2xi64>} : (tensor<4x4xf32>) -> tensor<4x4xf32>
  %6 = "stablehlo.reduce_scatter"(%a) ({ ^bb0(%x: tensor<f32>, %y: tensor<f32>): %z = stablehlo.add %x, %y : tensor<f32> stablehlo.return %z : tensor<f32> }) {scatter_dimension = 0 : i64, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>} : (tensor<4x4xf32>) -> tensor<2x4xf32>
  %7 = stablehlo.partition_id : tensor<ui32>
  return
}

func.func @communication(%a: tensor<2xf32>, %t: !stablehlo.token) {
  %0 = "stablehlo.send"(%a, %t) {channel_handle = #stablehlo.channel_handle<handle = 1, type = 2>, is_host_transfer = true} : (tensor<2xf32>, !stablehlo.token) -> !stablehlo.token
  %1:2 = "stablehlo.recv"(%0) {channel_handle = #stablehlo.channel_handle<handle = 2, type = 3>, is_host_transfer = true} : (!stablehlo.token) -> (tensor<2xf32>, !stablehlo.token)
  %2:2 = "stablehlo.infeed"(%1#1) {layout = [[0]]} : (!stablehlo.token) -> (tensor<2xf32>, !stablehlo.token)
  %3 = "stablehlo.outfeed"(%a, %2#1) : (tensor<2xf32>, !stablehlo.token) -> !stablehlo.token
  %4 = stablehlo.after_all %3, %t : !stablehlo.token
  %5 = stablehlo.create_token : !stablehlo.token
  return
}

func.func @asynchronous(%a: tensor<4xf32>) {
  %0 = "stablehlo.async_start"(%a) ({
    ^bb0(%x: tensor<4xf32>):
      %y = stablehlo.slice %x [1:3] : (tensor<4xf32>) -> tensor<2xf32>
      stablehlo.return %y : tensor<2xf32>
  }) : (tensor<4xf32>) -> !stablehlo.future<tensor<2xf32>>
  %1 = "stablehlo.async_done"(%0) : (!stablehlo.future<tensor<2xf32>>) -> tensor<2xf32>
  return
}
