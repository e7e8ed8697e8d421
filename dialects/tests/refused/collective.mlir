// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Each part violates the constraint that its first line names.

// all_gather_c1
func.func @test(%a: tensor<2x2xf32>) {
  %r = "stablehlo.all_gather"(%a) {all_gather_dim = 2 : i64, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>} : (tensor<2x2xf32>) -> tensor<2x4xf32>
  return
}

// -----

// all_gather_c2
func.func @test(%a: tensor<2x2xf32>) {
  %r = "stablehlo.all_gather"(%a) {all_gather_dim = 1 : i64, replica_groups = dense<[[0, 0]]> : tensor<1x2xi64>} : (tensor<2x2xf32>) -> tensor<2x4xf32>
  return
}

// -----

// all_gather_c4
func.func @test(%a: tensor<2x2xf32>) {
  %r = "stablehlo.all_gather"(%a) {all_gather_dim = 1 : i64, replica_groups = dense<[[0, 2]]> : tensor<1x2xi64>} : (tensor<2x2xf32>) -> tensor<2x4xf32>
  return
}

// -----

// all_gather_c4
func.func @test(%a: tensor<2x2xf32>) {
  %r = "stablehlo.all_gather"(%a) {all_gather_dim = 1 : i64, replica_groups = dense<[[0, 1], [2, -1]]> : tensor<2x2xi64>} : (tensor<2x2xf32>) -> tensor<2x4xf32>
  return
}

// -----

// all_gather_c5
func.func @test(%a: tensor<2x2xf32>) {
  %r = "stablehlo.all_gather"(%a) {all_gather_dim = 1 : i64, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>, use_global_device_ids} : (tensor<2x2xf32>) -> tensor<2x4xf32>
  return
}

// -----

// all_gather_c6
func.func @test(%a: tensor<2x2xf32>) {
  %r = "stablehlo.all_gather"(%a) {all_gather_dim = 1 : i64, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>} : (tensor<2x2xf32>) -> tensor<3x4xf32>
  return
}

// -----

// all_gather_c6
func.func @test(%a: tensor<2x2xf32>) {
  %r = "stablehlo.all_gather"(%a) {all_gather_dim = 1 : i64, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>, channel_handle = #stablehlo.channel_handle<handle = 1, type = 0>} : (tensor<2x2xf32>) -> tensor<2x5xf32>
  return
}

// -----

// all_gather_replica_groups
func.func @test(%a: tensor<2x2xf32>) {
  %r = "stablehlo.all_gather"(%a) {all_gather_dim = 1 : i64, replica_groups = dense<[0, 1]> : tensor<2xi64>} : (tensor<2x2xf32>) -> tensor<2x4xf32>
  return
}

// -----

// all_reduce_c1
func.func @test(%a: tensor<2xf32>) {
  %r = "stablehlo.all_reduce"(%a) ({ ^bb0(%x: tensor<f32>, %y: tensor<f32>): "stablehlo.return"(%x) : (tensor<f32>) -> () }) {replica_groups = dense<[[0, 1], [1, 2]]> : tensor<2x2xi64>} : (tensor<2xf32>) -> tensor<2xf32>
  return
}

// -----

// all_reduce_c3
func.func @test(%a: tensor<2xf32>) {
  %r = "stablehlo.all_reduce"(%a) ({ ^bb0(%x: tensor<f32>, %y: tensor<f32>): "stablehlo.return"(%x) : (tensor<f32>) -> () }) {replica_groups = dense<[[1, 2]]> : tensor<1x2xi64>} : (tensor<2xf32>) -> tensor<2xf32>
  return
}

// -----

// all_reduce_c4
func.func @test(%a: tensor<2xf32>) {
  %r = "stablehlo.all_reduce"(%a) ({ ^bb0(%x: tensor<f32>, %y: tensor<f32>): "stablehlo.return"(%x) : (tensor<f32>) -> () }) {replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>, use_global_device_ids} : (tensor<2xf32>) -> tensor<2xf32>
  return
}

// -----

// all_reduce_c5
func.func @test(%a: tensor<2xf32>) {
  %r = "stablehlo.all_reduce"(%a) ({ ^bb0(%x: tensor<f32>): "stablehlo.return"(%x) : (tensor<f32>) -> () }) {replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>} : (tensor<2xf32>) -> tensor<2xf32>
  return
}

// -----

// all_reduce_c6
func.func @test(%a: tensor<2xf32>) {
  %r = "stablehlo.all_reduce"(%a) ({ ^bb0(%x: tensor<f32>, %y: tensor<f32>): "stablehlo.return"(%x) : (tensor<f32>) -> () }) {replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>} : (tensor<2xf32>) -> tensor<3xf32>
  return
}

// -----

// all_to_all_c1
func.func @test(%a: tensor<2x3xf32>) {
  %r = "stablehlo.all_to_all"(%a) {split_dimension = 2 : i64, concat_dimension = 1 : i64, split_count = 2 : i64, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>} : (tensor<2x3xf32>) -> tensor<1x6xf32>
  return
}

// -----

// all_to_all_c2
func.func @test(%a: tensor<3x3xf32>) {
  %r = "stablehlo.all_to_all"(%a) {split_dimension = 0 : i64, concat_dimension = 1 : i64, split_count = 2 : i64, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>} : (tensor<3x3xf32>) -> tensor<1x6xf32>
  return
}

// -----

// all_to_all_c3
func.func @test(%a: tensor<2x3xf32>) {
  %r = "stablehlo.all_to_all"(%a) {split_dimension = 0 : i64, concat_dimension = -1 : i64, split_count = 2 : i64, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>} : (tensor<2x3xf32>) -> tensor<1x6xf32>
  return
}

// -----

// all_to_all_c4
func.func @test(%a: tensor<2x3xf32>) {
  %r = "stablehlo.all_to_all"(%a) {split_dimension = 0 : i64, concat_dimension = 1 : i64, split_count = 0 : i64, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>} : (tensor<2x3xf32>) -> tensor<1x6xf32>
  return
}

// -----

// all_to_all_c5
func.func @test(%a: tensor<2x3xf32>) {
  %r = "stablehlo.all_to_all"(%a) {split_dimension = 0 : i64, concat_dimension = 1 : i64, split_count = 2 : i64, replica_groups = dense<[[0, 0]]> : tensor<1x2xi64>} : (tensor<2x3xf32>) -> tensor<1x6xf32>
  return
}

// -----

// all_to_all_c7
func.func @test(%a: tensor<2x3xf32>) {
  %r = "stablehlo.all_to_all"(%a) {split_dimension = 0 : i64, concat_dimension = 1 : i64, split_count = 2 : i64, replica_groups = dense<[[0, 3]]> : tensor<1x2xi64>} : (tensor<2x3xf32>) -> tensor<1x6xf32>
  return
}

// -----

// all_to_all_c8
func.func @test(%a: tensor<2x3xf32>) {
  %r = "stablehlo.all_to_all"(%a) {split_dimension = 0 : i64, concat_dimension = 1 : i64, split_count = 2 : i64, replica_groups = dense<[[0, 1, 2]]> : tensor<1x3xi64>} : (tensor<2x3xf32>) -> tensor<1x6xf32>
  return
}

// -----

// all_to_all_c8
func.func @test(%a: tensor<2x3xf32>) {
  %r = "stablehlo.all_to_all"(%a) {split_dimension = 0 : i64, concat_dimension = 1 : i64, split_count = 2 : i64, replica_groups = dense<> : tensor<0x2xi64>} : (tensor<2x3xf32>) -> tensor<1x6xf32>
  return
}

// -----

// all_to_all_c9
func.func @test(%a: tensor<2x3xf32>) {
  %r = "stablehlo.all_to_all"(%a) {split_dimension = 0 : i64, concat_dimension = 1 : i64, split_count = 2 : i64, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>} : (tensor<2x3xf32>) -> tensor<1x5xf32>
  return
}

// -----

// collective_broadcast_c1
func.func @test(%a: tensor<2xf32>) {
  %r = "stablehlo.collective_broadcast"(%a) {replica_groups = dense<[[0, 0]]> : tensor<1x2xi64>} : (tensor<2xf32>) -> tensor<2xf32>
  return
}

// -----

// collective_broadcast_c2
func.func @test(%a: tensor<2xf32>) {
  %r = "stablehlo.collective_broadcast"(%a) {replica_groups = dense<[[-2, 0]]> : tensor<1x2xi64>} : (tensor<2xf32>) -> tensor<2xf32>
  return
}

// -----

// collective_broadcast_c3
func.func @test(%a: tensor<2xf32>) {
  %r = "stablehlo.collective_broadcast"(%a) {replica_groups = dense<[[1, 0]]> : tensor<1x2xi64>} : (tensor<2xf32>) -> tensor<3xf32>
  return
}

// -----

// collective_broadcast_c4
func.func @test(%a: tensor<2xf32>) {
  %r = "stablehlo.collective_broadcast"(%a) {replica_groups = dense<[[1, 0]]> : tensor<1x2xi64>, has_dynamic_root} : (tensor<2xf32>) -> tensor<2xf32>
  return
}

// -----

// collective_broadcast_c4
func.func @test(%a: tensor<2xf32>, %k: tensor<2xi32>) {
  %r = "stablehlo.collective_broadcast"(%a, %k) {replica_groups = dense<[[1, 0]]> : tensor<1x2xi64>, has_dynamic_root} : (tensor<2xf32>, tensor<2xi32>) -> tensor<2xf32>
  return
}

// -----

// collective_reduce_c4
func.func @test(%a: tensor<2xf32>) {
  %r = "stablehlo.collective_reduce"(%a) ({ ^bb0(%x: tensor<f32>): "stablehlo.return"(%x) : (tensor<f32>) -> () }) {replica_groups = dense<[[1, 0]]> : tensor<1x2xi64>} : (tensor<2xf32>) -> tensor<2xf32>
  return
}

// -----

// collective_permute_c1
func.func @test(%a: tensor<2xf32>) {
  %r = "stablehlo.collective_permute"(%a) {source_target_pairs = dense<[[0, 1, 2]]> : tensor<1x3xi64>} : (tensor<2xf32>) -> tensor<2xf32>
  return
}

// -----

// collective_permute_c2
func.func @test(%a: tensor<2xf32>) {
  %r = "stablehlo.collective_permute"(%a) {source_target_pairs = dense<[[0, 1], [0, 2]]> : tensor<2x2xi64>} : (tensor<2xf32>) -> tensor<2xf32>
  return
}

// -----

// collective_permute_c3
func.func @test(%a: tensor<2xf32>) {
  %r = "stablehlo.collective_permute"(%a) {source_target_pairs = dense<[[0, 1], [2, 1]]> : tensor<2x2xi64>} : (tensor<2xf32>) -> tensor<2xf32>
  return
}

// -----

// collective_permute_c4
func.func @test(%a: tensor<2xf32>) {
  %r = "stablehlo.collective_permute"(%a) {source_target_pairs = dense<[[0, -1]]> : tensor<1x2xi64>} : (tensor<2xf32>) -> tensor<2xf32>
  return
}

// -----

// collective_permute_c5
func.func @test(%a: tensor<2xf32>) {
  %r = "stablehlo.collective_permute"(%a) {source_target_pairs = dense<[[0, 1]]> : tensor<1x2xi64>} : (tensor<2xf32>) -> tensor<3xf32>
  return
}

// -----

// reduce_scatter_c1
func.func @test(%a: tensor<5xf32>) {
  %r = "stablehlo.reduce_scatter"(%a) ({ ^bb0(%x: tensor<f32>, %y: tensor<f32>): "stablehlo.return"(%x) : (tensor<f32>) -> () }) {scatter_dimension = 0 : i64, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>} : (tensor<5xf32>) -> tensor<2xf32>
  return
}

// -----

// reduce_scatter_c2
func.func @test(%a: tensor<4xf32>) {
  %r = "stablehlo.reduce_scatter"(%a) ({ ^bb0(%x: tensor<f32>, %y: tensor<f32>): "stablehlo.return"(%x) : (tensor<f32>) -> () }) {scatter_dimension = 1 : i64, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>} : (tensor<4xf32>) -> tensor<2xf32>
  return
}

// -----

// reduce_scatter_c3
func.func @test(%a: tensor<4xf32>) {
  %r = "stablehlo.reduce_scatter"(%a) ({ ^bb0(%x: tensor<f32>, %y: tensor<f32>): "stablehlo.return"(%x) : (tensor<f32>) -> () }) {scatter_dimension = 0 : i64, replica_groups = dense<[[0, 0]]> : tensor<1x2xi64>} : (tensor<4xf32>) -> tensor<2xf32>
  return
}

// -----

// reduce_scatter_c5
func.func @test(%a: tensor<4xf32>) {
  %r = "stablehlo.reduce_scatter"(%a) ({ ^bb0(%x: tensor<f32>, %y: tensor<f32>): "stablehlo.return"(%x) : (tensor<f32>) -> () }) {scatter_dimension = 0 : i64, replica_groups = dense<[[0, 4]]> : tensor<1x2xi64>} : (tensor<4xf32>) -> tensor<2xf32>
  return
}

// -----

// reduce_scatter_c6
func.func @test(%a: tensor<4xf32>) {
  %r = "stablehlo.reduce_scatter"(%a) ({ ^bb0(%x: tensor<f32>, %y: tensor<f32>): "stablehlo.return"(%x) : (tensor<f32>) -> () }) {scatter_dimension = 0 : i64, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>, use_global_device_ids} : (tensor<4xf32>) -> tensor<2xf32>
  return
}

// -----

// reduce_scatter_c7
func.func @test(%a: tensor<4xf32>) {
  %r = "stablehlo.reduce_scatter"(%a) ({ ^bb0(%x: tensor<f32>): "stablehlo.return"(%x) : (tensor<f32>) -> () }) {scatter_dimension = 0 : i64, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>} : (tensor<4xf32>) -> tensor<2xf32>
  return
}

// -----

// reduce_scatter_c8
func.func @test(%a: tensor<4xf32>) {
  %r = "stablehlo.reduce_scatter"(%a) ({ ^bb0(%x: tensor<f32>, %y: tensor<f32>): "stablehlo.return"(%x) : (tensor<f32>) -> () }) {scatter_dimension = 0 : i64, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>} : (tensor<4xf32>) -> tensor<4xf32>
  return
}

// -----

// reduce_scatter_c9
func.func @test(%a: tensor<4xf32>) {
  %r = "stablehlo.reduce_scatter"(%a) ({ ^bb0(%x: tensor<f32>, %y: tensor<f32>): "stablehlo.return"(%x) : (tensor<f32>) -> () }) {scatter_dimension = 0 : i64, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>} : (tensor<4xf32>) -> tensor<2xf64>
  return
}

// -----

// cross-replica-sum_c1
func.func @test(%a: tensor<2xf32>) {
  %r = "stablehlo.cross-replica-sum"(%a) {replica_groups = dense<[[1, 0]]> : tensor<1x2xi64>} : (tensor<2xf32>) -> tensor<3xf32>
  return
}
