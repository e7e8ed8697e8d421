// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Programs with shardings.

/// The number of partitions of [`PROGRAMS`].
pub const PARTITIONS: usize = 4;

/// Programs for [`PARTITIONS`] partitions, with their names.
pub const PROGRAMS: [(&str, &str); 9] = [
    ("data_parallel", DATA_PARALLEL),
    ("tensor_parallel", TENSOR_PARALLEL),
    ("both_axes", BOTH_AXES),
    ("integers", INTEGERS),
    ("bf16", BF16),
    ("edges", EDGES),
    ("shard_map", SHARD_MAP),
    ("gspmd", GSPMD),
    ("pipeline", PIPELINE),
];

/// A loss over a batch whose rows are divided; the weights are replicated.
pub const DATA_PARALLEL: &str = r#"
sdy.mesh @mesh = <["x"=4]>
func.func @main(%x: tensor<8x6xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>},
                %w: tensor<6x3xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {}]>})
    -> (tensor<f32> {sdy.sharding = #sdy.sharding<@mesh, []>},
        tensor<6x3xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {}]>}) {
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %0 = stablehlo.dot_general %x, %w, contracting_dims = [1] x [0] : (tensor<8x6xf32>, tensor<6x3xf32>) -> tensor<8x3xf32>
  %1 = stablehlo.tanh %0 : tensor<8x3xf32>
  %loss = stablehlo.reduce(%1 init: %zero) applies stablehlo.add across dimensions = [0, 1] : (tensor<8x3xf32>, tensor<f32>) -> tensor<f32>
  %gradient = stablehlo.dot_general %x, %1, contracting_dims = [0] x [0] : (tensor<8x6xf32>, tensor<8x3xf32>) -> tensor<6x3xf32>
  return %loss, %gradient : tensor<f32>, tensor<6x3xf32>
}
"#;

/// Two layers: the first one has divided columns, the second one has divided rows.
const TENSOR_PARALLEL: &str = r#"
sdy.mesh @mesh = <["x"=4]>
func.func @main(%x: tensor<3x4xf32>,
                %w: tensor<4x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"x"}]>},
                %v: tensor<8x5xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>},
                %s: tensor<f32>) -> tensor<3x5xf32> {
  %0 = stablehlo.dot_general %x, %w, contracting_dims = [1] x [0] : (tensor<3x4xf32>, tensor<4x8xf32>) -> tensor<3x8xf32>
  %1 = stablehlo.tanh %0 : tensor<3x8xf32>
  %2 = stablehlo.dot_general %1, %v, contracting_dims = [1] x [0] : (tensor<3x8xf32>, tensor<8x5xf32>) -> tensor<3x5xf32>
  %3 = stablehlo.broadcast_in_dim %s, dims = [] : (tensor<f32>) -> tensor<3x5xf32>
  %4 = stablehlo.add %2, %3 : tensor<3x5xf32>
  return %4 : tensor<3x5xf32>
}
"#;

/// Rows and columns are divided; the devices have another order than their numbers.
const BOTH_AXES: &str = r#"
module attributes {mhlo.num_partitions = 4 : i32, mhlo.num_replicas = 1 : i32} {
  sdy.mesh @mesh = <["x"=2, "y"=2], device_ids=[3, 1, 0, 2]>
  func.func @main(%a: tensor<4x6xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {"y"}]>},
                  %b: tensor<6x4xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"y"}, {}]>})
      -> (tensor<4x4xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"y"}, {"x"}]>},
          tensor<6x4xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"y", "x"}]>}) {
    %0 = stablehlo.dot_general %a, %b, contracting_dims = [1] x [0] : (tensor<4x6xf32>, tensor<6x4xf32>) -> tensor<4x4xf32>
    %1 = stablehlo.transpose %a, dims = [1, 0] : (tensor<4x6xf32>) -> tensor<6x4xf32>
    return %0, %1 : tensor<4x4xf32>, tensor<6x4xf32>
  }
}
"#;

/// Sums of divided integers, and other element types.
pub const INTEGERS: &str = r#"
sdy.mesh @mesh = <["x"=4]>
func.func @main(%a: tensor<8x3xi32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>},
                %b: tensor<3x4xui8> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"x"}]>},
                %c: tensor<4xi1> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}]>})
    -> (tensor<3xi32>, tensor<4x3xui8>, tensor<4xi1>, tensor<8x3xi32>) {
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %0 = stablehlo.reduce(%a init: %zero) applies stablehlo.add across dimensions = [0] : (tensor<8x3xi32>, tensor<i32>) -> tensor<3xi32>
  %1 = stablehlo.transpose %b, dims = [1, 0] : (tensor<3x4xui8>) -> tensor<4x3xui8>
  %2 = stablehlo.not %c : tensor<4xi1>
  %3 = stablehlo.reverse %a, dims = [0] : tensor<8x3xi32>
  return %0, %1, %2, %3 : tensor<3xi32>, tensor<4x3xui8>, tensor<4xi1>, tensor<8x3xi32>
}
"#;

const BF16: &str = r#"
sdy.mesh @mesh = <["x"=4]>
func.func @main(%a: tensor<8x2xbf16> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>}, %b: tensor<8x2xbf16>)
    -> tensor<8x2xbf16> {
  %0 = stablehlo.multiply %a, %b : tensor<8x2xbf16>
  return %0 : tensor<8x2xbf16>
}
"#;

/// Tensors without elements, scalars, and a function that is called.
const EDGES: &str = r#"
sdy.mesh @mesh = <["x"=4]>
func.func @main(%a: tensor<8x0xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>},
                %b: tensor<0x2xi8> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>},
                %c: tensor<i64>)
    -> (tensor<8xf32>, tensor<0x2xi8>, tensor<i64>, tensor<8x0xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {}]>}) {
  %zero = stablehlo.constant dense<1.5> : tensor<f32>
  %0 = stablehlo.reduce(%a init: %zero) applies stablehlo.add across dimensions = [1] : (tensor<8x0xf32>, tensor<f32>) -> tensor<8xf32>
  %1 = call @twice(%c) : (tensor<i64>) -> tensor<i64>
  return %0, %b, %1, %a : tensor<8xf32>, tensor<0x2xi8>, tensor<i64>, tensor<8x0xf32>
}
func.func private @twice(%a: tensor<i64>) -> tensor<i64> {
  %0 = stablehlo.add %a, %a : tensor<i64>
  return %0 : tensor<i64>
}
"#;

/// A computation on shards, which exchanges them.
pub const SHARD_MAP: &str = r#"
sdy.mesh @mesh = <["x"=4]>
func.func @main(%a: tensor<8x2xi32>) -> tensor<8x2xi32> {
  %0 = sdy.manual_computation(%a) in_shardings=[<@mesh, [{"x"}, {}]>] out_shardings=[<@mesh, [{"x"}, {}]>] manual_axes={"x"} (%part: tensor<2x2xi32>) {
    %1 = "stablehlo.collective_permute"(%part) {source_target_pairs = dense<[[0, 1], [1, 2], [2, 3], [3, 0]]> : tensor<4x2xi64>, channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>} : (tensor<2x2xi32>) -> tensor<2x2xi32>
    sdy.return %1 : tensor<2x2xi32>
  } : (tensor<8x2xi32>) -> tensor<8x2xi32>
  return %0 : tensor<8x2xi32>
}
"#;

/// A message to the next device, as JAX lowers `psend` and `precv`.
const PIPELINE: &str = r#"
sdy.mesh @mesh = <["x"=4]>
func.func @main(%a: tensor<8x3xf32>) -> tensor<8x3xf32> {
  %0 = sdy.manual_computation(%a) in_shardings=[<@mesh, [{"x"}, {}]>] out_shardings=[<@mesh, [{"x"}, {}]>] manual_axes={"x"} (%part: tensor<2x3xf32>) {
    %1 = stablehlo.add %part, %part : tensor<2x3xf32>
    %2 = stablehlo.create_token : !stablehlo.token
    %3 = "stablehlo.send"(%1, %2) <{channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, source_target_pairs = dense<[[0, 1], [1, 2], [2, 3]]> : tensor<3x2xi64>}> : (tensor<2x3xf32>, !stablehlo.token) -> !stablehlo.token
    %4:2 = "stablehlo.recv"(%3) <{channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, source_target_pairs = dense<[[0, 1], [1, 2], [2, 3]]> : tensor<3x2xi64>}> : (!stablehlo.token) -> (tensor<2x3xf32>, !stablehlo.token)
    %5 = stablehlo.add %4#0, %part : tensor<2x3xf32>
    sdy.return %5 : tensor<2x3xf32>
  } : (tensor<8x3xf32>) -> tensor<8x3xf32>
  return %0 : tensor<8x3xf32>
}
"#;

/// The notation of XLA's SPMD partitioner.
const GSPMD: &str = r#"
func.func @main(%a: tensor<8x4xf32> {mhlo.sharding = "{devices=[2,2]<=[4]}"})
    -> (tensor<4xf32> {mhlo.sharding = "{devices=[2,2]<=[2,2]T(1,0) last_tile_dim_replicate}"}) {
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %0 = stablehlo.reduce(%a init: %zero) applies stablehlo.maximum across dimensions = [0] : (tensor<8x4xf32>, tensor<f32>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}
"#;

/// Sums of pairs of replicas, and the number of the replica.
pub const REPLICAS: &str = r#"
func.func @main(%a: tensor<2xi32>) -> (tensor<2xi32>, tensor<ui32>) {
  %0 = "stablehlo.all_reduce"(%a) ({
  ^bb0(%x: tensor<i32>, %y: tensor<i32>):
    %1 = stablehlo.add %x, %y : tensor<i32>
    stablehlo.return %1 : tensor<i32>
  }) {replica_groups = dense<[[0, 1], [2, 3]]> : tensor<2x2xi64>} : (tensor<2xi32>) -> tensor<2xi32>
  %2 = stablehlo.replica_id : tensor<ui32>
  return %0, %2 : tensor<2xi32>, tensor<ui32>
}
"#;

/// Reductions of replicas for one of them, by the runtime and by the program, and a sum for all.
pub const REDUCED_REPLICAS: &str = r#"
func.func @main(%a: tensor<20000xf32>, %b: tensor<3xi32>) -> (tensor<20000xf32>, tensor<3xi32>, tensor<3xi32>) {
  %0 = "stablehlo.collective_reduce"(%a) ({
  ^bb0(%x: tensor<f32>, %y: tensor<f32>):
    %3 = stablehlo.add %x, %y : tensor<f32>
    stablehlo.return %3 : tensor<f32>
  }) {replica_groups = dense<[[2, 0, 3]]> : tensor<1x3xi64>} : (tensor<20000xf32>) -> tensor<20000xf32>
  %1 = "stablehlo.collective_reduce"(%b) ({
  ^bb0(%x: tensor<i32>, %y: tensor<i32>):
    %3 = stablehlo.subtract %x, %y : tensor<i32>
    stablehlo.return %3 : tensor<i32>
  }) {replica_groups = dense<[[1, 0], [2, 3]]> : tensor<2x2xi64>} : (tensor<3xi32>) -> tensor<3xi32>
  %2 = "stablehlo.cross-replica-sum"(%b) {replica_groups = dense<[[0, 1, 2, 3]]> : tensor<1x4xi64>} : (tensor<3xi32>) -> tensor<3xi32>
  return %0, %1, %2 : tensor<20000xf32>, tensor<3xi32>, tensor<3xi32>
}
"#;

/// Replicas of sharded programs: collectives without a channel, and those of a manual computation with
/// channels, whose groups are replicas or participants.
pub const SHARDED_REPLICAS: [(&str, &str); 2] = [
    (
        "replicated_step",
        r#"
sdy.mesh @mesh = <["x"=4]>
func.func @main(%x: tensor<8x6xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>},
                %w: tensor<6x4xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"x"}]>})
    -> (tensor<6x4xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"x"}]>}, tensor<8x4xf32>,
        tensor<12x4xf32>, tensor<6x4xf32>, tensor<ui32>) {
  %0 = stablehlo.dot_general %x, %w, contracting_dims = [1] x [0] : (tensor<8x6xf32>, tensor<6x4xf32>) -> tensor<8x4xf32>
  %1 = stablehlo.tanh %0 : tensor<8x4xf32>
  %2 = stablehlo.dot_general %x, %1, contracting_dims = [0] x [0] : (tensor<8x6xf32>, tensor<8x4xf32>) -> tensor<6x4xf32>
  %3 = "stablehlo.all_reduce"(%2) ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %9 = stablehlo.add %a, %b : tensor<f32>
    stablehlo.return %9 : tensor<f32>
  }) {replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>} : (tensor<6x4xf32>) -> tensor<6x4xf32>
  %4 = stablehlo.subtract %w, %3 : tensor<6x4xf32>
  %5 = "stablehlo.collective_permute"(%1) {source_target_pairs = dense<[[0, 1]]> : tensor<1x2xi64>} : (tensor<8x4xf32>) -> tensor<8x4xf32>
  %6 = "stablehlo.all_gather"(%w) {all_gather_dim = 0 : i64, replica_groups = dense<[[1, 0]]> : tensor<1x2xi64>} : (tensor<6x4xf32>) -> tensor<12x4xf32>
  %7 = "stablehlo.collective_broadcast"(%w) {replica_groups = dense<[[1, 0]]> : tensor<1x2xi64>} : (tensor<6x4xf32>) -> tensor<6x4xf32>
  %8 = stablehlo.replica_id : tensor<ui32>
  return %4, %5, %6, %7, %8 : tensor<6x4xf32>, tensor<8x4xf32>, tensor<12x4xf32>, tensor<6x4xf32>, tensor<ui32>
}
"#,
    ),
    (
        "replicated_shard_map",
        r#"
sdy.mesh @mesh = <["x"=4]>
func.func @main(%a: tensor<8x2xi32>) -> (tensor<8x2xi32>, tensor<64x2xi32>) {
  %0:2 = sdy.manual_computation(%a) in_shardings=[<@mesh, [{"x"}, {}]>] out_shardings=[<@mesh, [{"x"}, {}]>, <@mesh, [{"x"}, {}]>] manual_axes={"x"} (%part: tensor<2x2xi32>) {
    %1 = "stablehlo.all_reduce"(%part) ({
    ^bb0(%x: tensor<i32>, %y: tensor<i32>):
      %4 = stablehlo.add %x, %y : tensor<i32>
      stablehlo.return %4 : tensor<i32>
    }) {replica_groups = dense<[[0, 5], [1, 4], [2, 3], [6, 7]]> : tensor<4x2xi64>, use_global_device_ids, channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>} : (tensor<2x2xi32>) -> tensor<2x2xi32>
    %2 = "stablehlo.all_gather"(%1) {all_gather_dim = 0 : i64, replica_groups = dense<[[1, 0]]> : tensor<1x2xi64>, channel_handle = #stablehlo.channel_handle<handle = 2, type = 1>} : (tensor<2x2xi32>) -> tensor<16x2xi32>
    %3 = "stablehlo.collective_permute"(%1) {source_target_pairs = dense<[[0, 1], [1, 2], [2, 3], [3, 0]]> : tensor<4x2xi64>, channel_handle = #stablehlo.channel_handle<handle = 3, type = 1>} : (tensor<2x2xi32>) -> tensor<2x2xi32>
    sdy.return %3, %2 : tensor<2x2xi32>, tensor<16x2xi32>
  } : (tensor<8x2xi32>) -> (tensor<8x2xi32>, tensor<64x2xi32>)
  return %0#0, %0#1 : tensor<8x2xi32>, tensor<64x2xi32>
}
"#,
    ),
];

/// Manual computations with summands, and one in another, on devices in another order.
pub const NESTED: &str = r#"
sdy.mesh @mesh = <["x"=2, "y"=2], device_ids=[2, 0, 1, 3]>
func.func @main(%a: tensor<4x6xi32>, %b: tensor<4xi32>) -> (tensor<4x6xi32>, tensor<4xi32>, tensor<4xi32>) {
  %whole = stablehlo.multiply %a, %a {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"x"}, {}], unreduced={"y"}>]>} : tensor<4x6xi32>
  %0 = sdy.manual_computation(%whole) in_shardings=[<@mesh, [{"x"}, {}]>] out_shardings=[<@mesh, [{"x"}, {}]>] manual_axes={"x"} (%rows: tensor<2x6xi32>) {
    %id = stablehlo.partition_id : tensor<ui32>
    %1 = sdy.manual_computation(%rows) in_shardings=[<@mesh, [{}, {"y"}]>] out_shardings=[<@mesh, [{}, {"y"}]>] manual_axes={"y"} (%tile: tensor<2x3xi32>) {
      %3 = stablehlo.partition_id : tensor<ui32>
      %4 = stablehlo.convert %3 : (tensor<ui32>) -> tensor<i32>
      %5 = stablehlo.broadcast_in_dim %4, dims = [] : (tensor<i32>) -> tensor<2x3xi32>
      %6 = stablehlo.add %tile, %5 : tensor<2x3xi32>
      sdy.return %6 : tensor<2x3xi32>
    } : (tensor<2x6xi32>) -> tensor<2x6xi32>
    %2 = stablehlo.reverse %1, dims = [1] : tensor<2x6xi32>
    sdy.return %2 : tensor<2x6xi32>
  } : (tensor<4x6xi32>) -> tensor<4x6xi32>
  %7:2 = sdy.manual_computation(%b) in_shardings=[<@mesh, [{"x"}], unreduced={"y"}>] out_shardings=[<@mesh, [{"x"}], unreduced={"y"}>, <@mesh, [{}], unreduced={"x"}>] manual_axes={"x", "y"} (%part: tensor<2xi32>) {
    %8 = stablehlo.add %part, %part : tensor<2xi32>
    %9 = stablehlo.concatenate %part, %part, dim = 0 : (tensor<2xi32>, tensor<2xi32>) -> tensor<4xi32>
    %10 = "stablehlo.all_reduce"(%9) ({
    ^bb0(%x: tensor<i32>, %y: tensor<i32>):
      %11 = stablehlo.add %x, %y : tensor<i32>
      stablehlo.return %11 : tensor<i32>
    }) {replica_groups = dense<[[2, 0], [1, 3]]> : tensor<2x2xi64>, use_global_device_ids, channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>} : (tensor<4xi32>) -> tensor<4xi32>
    sdy.return %8, %10 : tensor<2xi32>, tensor<4xi32>
  } : (tensor<4xi32>) -> (tensor<4xi32>, tensor<4xi32>)
  return %0, %7#0, %7#1 : tensor<4x6xi32>, tensor<4xi32>, tensor<4xi32>
}
"#;

/// A result that should be equal on all devices, but is the number of the device.
pub const DIFFERENT_COPIES: &str = r#"
sdy.mesh @mesh = <["x"=4]>
func.func @main() -> tensor<ui32> {
  %0 = sdy.manual_computation() in_shardings=[] out_shardings=[<@mesh, []>] manual_axes={"x"} () {
    %1 = stablehlo.partition_id : tensor<ui32>
    sdy.return %1 : tensor<ui32>
  } : () -> tensor<ui32>
  return %0 : tensor<ui32>
}
"#;

/// Replicas that pass values around a ring, and a value from the last to the second one.
pub const MESSAGES: &str = r#"func.func @main(%x: tensor<20000xf32>) -> (tensor<20000xf32>, tensor<i8>) {
  %start = stablehlo.create_token : !stablehlo.token
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %one = stablehlo.constant dense<1> : tensor<i32>
  %five = stablehlo.constant dense<5> : tensor<i32>
  %0:3 = stablehlo.while(%value = %x, %i = %five, %token = %start) : tensor<20000xf32>, tensor<i32>, !stablehlo.token
    cond {
      %1 = stablehlo.compare GT, %i, %zero : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %1 : tensor<i1>
    } do {
      %1 = "stablehlo.send"(%value, %token) {
        channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>,
        source_target_pairs = dense<[[0, 1], [1, 2], [2, 3], [3, 0]]> : tensor<4x2xi64>
      } : (tensor<20000xf32>, !stablehlo.token) -> !stablehlo.token
      %2:2 = "stablehlo.recv"(%1) {
        channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>,
        source_target_pairs = dense<[[0, 1], [1, 2], [2, 3], [3, 0]]> : tensor<4x2xi64>
      } : (!stablehlo.token) -> (tensor<20000xf32>, !stablehlo.token)
      %3 = stablehlo.subtract %2#0, %value : tensor<20000xf32>
      %4 = stablehlo.subtract %i, %one : tensor<i32>
      stablehlo.return %3, %4, %2#1 : tensor<20000xf32>, tensor<i32>, !stablehlo.token
    }
  %id = stablehlo.replica_id : tensor<ui32>
  %number = stablehlo.convert %id : (tensor<ui32>) -> tensor<i8>
  %5 = "stablehlo.send"(%number, %0#2) {
    channel_handle = #stablehlo.channel_handle<handle = 2, type = 1>,
    source_target_pairs = dense<[[3, 1], [2, 2]]> : tensor<2x2xi64>
  } : (tensor<i8>, !stablehlo.token) -> !stablehlo.token
  %6:2 = "stablehlo.recv"(%5) {
    channel_handle = #stablehlo.channel_handle<handle = 2, type = 1>,
    source_target_pairs = dense<[[3, 1], [2, 2]]> : tensor<2x2xi64>
  } : (!stablehlo.token) -> (tensor<i8>, !stablehlo.token)
  return %0#0, %6#0 : tensor<20000xf32>, tensor<i8>
}
"#;
