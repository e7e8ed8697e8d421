// RUN: hlo-opt %s --split-input-file --verify-diagnostics --pass-pipeline='builtin.module(hlo-import-shardy)' | FileCheck %s

// Shardings are written as XLA writes them. A dimension that is open to propagation is named in the
// call.
// CHECK-NOT: sdy
// CHECK-LABEL: func.func @main
// CHECK-SAME: (%[[X:.*]]: tensor<8x4xf32> {mhlo.sharding = "{devices=[2,1,2]<=[4] last_tile_dim_replicate}"})
// CHECK-SAME: -> (tensor<8x4xf32> {mhlo.sharding = "{devices=[1,2,2]<=[2,2]T(1,0) last_tile_dim_replicate}"})
// CHECK-NEXT: %[[SINE:.*]] = stablehlo.sine %[[X]] {mhlo.sharding = "{devices=[4,1]<=[4]}"} : tensor<8x4xf32>
// CHECK-NEXT: %[[CONSTRAINED:.*]] = stablehlo.custom_call @Sharding(%[[SINE]]) {backend_config = "unspecified_dims=[1]", mhlo.sharding = "{devices=[2,1,2]<=[2,2]T(1,0) last_tile_dim_replicate}"}
// CHECK-NEXT: return %[[CONSTRAINED]]
module attributes {mhlo.num_partitions = 4 : i32} {
  sdy.mesh @mesh = <["x"=2, "y"=2]>
  func.func @main(%x: tensor<8x4xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>}) -> (tensor<8x4xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"y"}]>}) {
    %0 = stablehlo.sine %x {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"x", "y"}, {}]>]>} : tensor<8x4xf32>
    %1 = sdy.sharding_constraint %0 <@mesh, [{"y"}, {?}]> : tensor<8x4xf32>
    return %1 : tensor<8x4xf32>
  }
}

// -----

// A manual computation becomes its body between calls. Its side effects happen on every device. HLO
// has no groups. Tokens are the same inside and outside.
// CHECK-NOT: sdy
// CHECK-LABEL: func.func @main
// CHECK-NEXT: %[[TILES:.*]] = stablehlo.custom_call @Sharding(%arg0) {{{.*}}mhlo.sharding = "{devices=[2,1]<=[2]}"}
// CHECK-NEXT: %[[SHARD:.*]] = stablehlo.custom_call @SPMDFullToShardShape(%[[TILES]]) {{{.*}}mhlo.sharding = "{manual}"} : (tensor<4x6xf32>) -> tensor<2x6xf32>
// CHECK-NEXT: %[[SINE:.*]] = stablehlo.sine %[[SHARD]] : tensor<2x6xf32>
// CHECK-NEXT: stablehlo.custom_call @callback(%[[SINE]]) {has_side_effect = true, mhlo.sharding = "{manual}"}
// CHECK-NEXT: %[[TOKEN:.*]] = stablehlo.after_all %arg1 : !stablehlo.token
// CHECK-NEXT: %[[WHOLE:.*]] = stablehlo.custom_call @SPMDShardToFullShape(%[[SINE]]) {{{.*}}mhlo.sharding = "{devices=[1,2]<=[2]}"} : (tensor<2x6xf32>) -> tensor<2x12xf32>
// CHECK-NEXT: return %[[WHOLE]], %[[TOKEN]]
module attributes {mhlo.num_partitions = 2 : i32} {
  sdy.mesh @mesh = <["x"=2]>
  func.func @main(%x: tensor<4x6xf32>, %token: !stablehlo.token) -> (tensor<2x12xf32>, !stablehlo.token) {
    %0:2 = sdy.manual_computation(%x, %token) in_shardings=[<@mesh, [{"x"}, {}]>, <@mesh, []>] out_shardings=[<@mesh, [{}, {"x"}]>, <@mesh, []>] manual_axes={"x"} (%part: tensor<2x6xf32>, %before: !stablehlo.token) {
      %1 = stablehlo.sine %part : tensor<2x6xf32>
      stablehlo.custom_call @callback(%1) {has_side_effect = true} : (tensor<2x6xf32>) -> ()
      %2 = stablehlo.after_all %before : !stablehlo.token
      sdy.return %1, %2 : tensor<2x6xf32>, !stablehlo.token
    } : (tensor<4x6xf32>, !stablehlo.token) -> (tensor<2x12xf32>, !stablehlo.token)
    sdy.sharding_group %0#0 group_id=1 : tensor<2x12xf32>
    return %0#0, %0#1 : tensor<2x12xf32>, !stablehlo.token
  }
}

// -----

// A device may be named by a mesh without axes. An operation without results has the sharding of
// its execution.
// CHECK-NOT: sdy
// CHECK-LABEL: func.func @main
// CHECK: stablehlo.custom_call @callback(%arg0) {has_side_effect = true, mhlo.sharding = "{maximal device=1}"} : (tensor<4xf32>) -> ()
module attributes {mhlo.num_partitions = 2 : i32} {
  sdy.mesh @one = <[], device_ids=[1]>
  func.func @main(%x: tensor<4xf32>) -> tensor<4xf32> {
    stablehlo.custom_call @callback(%x) {has_side_effect = true, sdy.sharding = #sdy.sharding_per_value<[<@one, []>]>} : (tensor<4xf32>) -> ()
    return %x : tensor<4xf32>
  }
}

// -----

// All functions are converted; nothing is partitioned.
// CHECK-NOT: sdy
// CHECK: func.func private @declared(tensor<4xf32>) -> tensor<4xf32>
// CHECK-LABEL: func.func @main
// CHECK-NEXT: call @inner(%arg0) : (tensor<4xf32>) -> tensor<4xf32>
// CHECK-LABEL: func.func private @inner
// CHECK-SAME: (%arg0: tensor<4xf32> {mhlo.sharding = "{devices=[2]1,0}"})
module attributes {mhlo.num_partitions = 2 : i32} {
  sdy.mesh @mesh = <["x"=2], device_ids=[1, 0]>
  func.func private @declared(tensor<4xf32>) -> tensor<4xf32>
  func.func @main(%x: tensor<4xf32>) -> tensor<4xf32> {
    %0 = func.call @inner(%x) : (tensor<4xf32>) -> tensor<4xf32>
    return %0 : tensor<4xf32>
  }
  func.func private @inner(%x: tensor<4xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}]>}) -> tensor<4xf32> {
    return %x : tensor<4xf32>
  }
}

// -----

// A sharding may contain its mesh, so that the module has none.
// CHECK-NOT: sdy
// CHECK-LABEL: func.func @inline_meshes
// CHECK-SAME: (%[[X:.*]]: tensor<8x4xf32> {mhlo.sharding = "{devices=[2,1,2]<=[4] last_tile_dim_replicate}"})
// CHECK-NEXT: %[[SINE:.*]] = stablehlo.sine %[[X]] : tensor<8x4xf32>
// CHECK-NEXT: %[[TILES:.*]] = stablehlo.custom_call @Sharding(%[[SINE]]) {{{.*}}mhlo.sharding = "{devices=[4,1]<=[4]}"}
// CHECK-NEXT: %[[SHARD:.*]] = stablehlo.custom_call @SPMDFullToShardShape(%[[TILES]])
// CHECK-NEXT: stablehlo.custom_call @callback(%[[SHARD]]) {has_side_effect = true, mhlo.sharding = "{manual}"}
// CHECK-NEXT: stablehlo.custom_call @SPMDShardToFullShape(%[[SHARD]])
module attributes {mhlo.num_partitions = 4 : i32} {
  func.func @inline_meshes(%x: tensor<8x4xf32> {sdy.sharding = #sdy.sharding<mesh<["x"=2, "y"=2]>, [{"x"}, {}]>}) -> tensor<8x4xf32> {
    %0 = stablehlo.sine %x : tensor<8x4xf32>
    %1 = sdy.manual_computation(%0) in_shardings=[<mesh<["x"=4]>, [{"x"}, {}]>] out_shardings=[<mesh<["x"=4]>, [{"x"}, {}]>] manual_axes={"x"} (%part: tensor<2x4xf32>) {
      stablehlo.custom_call @callback(%part) {has_side_effect = true} : (tensor<2x4xf32>) -> ()
      sdy.return %part : tensor<2x4xf32>
    } : (tensor<8x4xf32>) -> tensor<8x4xf32>
    return %1 : tensor<8x4xf32>
  }
}

// -----

// The sharding of a result or of an operation may be the only one.
// CHECK-LABEL: func.func @result
// CHECK-SAME: -> (tensor<4xf32> {mhlo.sharding = "{devices=[2]<=[2]}"})
module attributes {mhlo.num_partitions = 2 : i32} {
  func.func @result(%x: tensor<4xf32>) -> (tensor<4xf32> {sdy.sharding = #sdy.sharding<mesh<["x"=2]>, [{"x"}]>}) {
    return %x : tensor<4xf32>
  }
}

// -----

// CHECK-LABEL: func.func @operation
// CHECK: stablehlo.sine %{{.*}} {mhlo.sharding = "{devices=[2]<=[2]}"}
module attributes {mhlo.num_partitions = 2 : i32} {
  func.func @operation(%x: tensor<4xf32>) -> tensor<4xf32> {
    %0 = stablehlo.sine %x {sdy.sharding = #sdy.sharding_per_value<[<mesh<["x"=2]>, [{"x"}]>]>} : tensor<4xf32>
    return %0 : tensor<4xf32>
  }
}

// -----

// XLA's own notation is unchanged.
// CHECK-LABEL: func.func @main
// CHECK-SAME: (%arg0: tensor<4xf32> {mhlo.sharding = "{devices=[2]<=[2]}"})
// CHECK-NEXT: stablehlo.custom_call @Sharding(%arg0) {mhlo.sharding = "{replicated}"}
module attributes {mhlo.num_partitions = 2 : i32} {
  func.func @main(%x: tensor<4xf32> {mhlo.sharding = "{devices=[2]<=[2]}"}) -> tensor<4xf32> {
    %0 = stablehlo.custom_call @Sharding(%x) {mhlo.sharding = "{replicated}"} : (tensor<4xf32>) -> tensor<4xf32>
    return %0 : tensor<4xf32>
  }
}

// -----

module attributes {mhlo.num_partitions = 4 : i32} {
  sdy.mesh @mesh = <["x"=2, "y"=2]>
  func.func @main(%x: tensor<4x6xf32>) -> tensor<4x6xf32> {
    // expected-error @below {{`sdy.manual_computation` over only some axes has no HLO form; expected all axes of the mesh}}
    %0 = sdy.manual_computation(%x) in_shardings=[<@mesh, [{"x"}, {}]>] out_shardings=[<@mesh, [{"x"}, {}]>] manual_axes={"x"} (%part: tensor<2x6xf32>) {
      sdy.return %part : tensor<2x6xf32>
    } : (tensor<4x6xf32>) -> tensor<4x6xf32>
    return %0 : tensor<4x6xf32>
  }
}

// -----

// The axes of another mesh of the module do not count.
module attributes {mhlo.num_partitions = 4 : i32} {
  sdy.mesh @all = <["x"=4]>
  sdy.mesh @mesh = <["x"=2, "y"=2]>
  func.func @main(%x: tensor<4x6xf32>) -> tensor<4x6xf32> {
    // expected-error @below {{`sdy.manual_computation` over only some axes has no HLO form; expected all axes of the mesh}}
    %0 = sdy.manual_computation(%x) in_shardings=[<@mesh, [{"x"}, {}]>] out_shardings=[<@mesh, [{"x"}, {}]>] manual_axes={"x"} (%part: tensor<2x6xf32>) {
      sdy.return %part : tensor<2x6xf32>
    } : (tensor<4x6xf32>) -> tensor<4x6xf32>
    return %0 : tensor<4x6xf32>
  }
}

// -----

module attributes {mhlo.num_partitions = 2 : i32} {
  sdy.mesh @mesh = <["x"=4]>
  // expected-error @below {{`sharding<@mesh, [{"x"}, {}]>` has a mesh of 4 devices, but the program has 2}}
  func.func @main(%x: tensor<4x6xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>}) -> tensor<4x6xf32> {
    return %x : tensor<4x6xf32>
  }
}

// -----

module attributes {mhlo.num_partitions = 2 : i32} {
  sdy.mesh @mesh = <["x"=2]>
  func.func @main(%x: tensor<4x6xf32>) -> tensor<4x6xf32> {
    // expected-error @below {{`sharding<@mesh, [{"z"}, {}]>` names axis `z`, which its mesh does not have}}
    %0 = sdy.sharding_constraint %x <@mesh, [{"z"}, {}]> : tensor<4x6xf32>
    return %0 : tensor<4x6xf32>
  }
}

// -----

module attributes {mhlo.num_partitions = 2 : i32} {
  sdy.mesh @mesh = <["x"=2]>
  func.func @main(%x: tensor<4x6xf32>) -> tensor<4x6xf32> {
    // expected-error @below {{`sharding<@mesh, [{"x"}, {}], unreduced={"x"}>` uses an axis twice}}
    %0 = sdy.sharding_constraint %x <@mesh, [{"x"}, {}], unreduced={"x"}> : tensor<4x6xf32>
    return %0 : tensor<4x6xf32>
  }
}

// -----

module attributes {mhlo.num_partitions = 2 : i32} {
  sdy.mesh @mesh = <["x"=2]>
  // expected-error @below {{argument 0: expected a sharding without unreduced axes, because callers have whole values, found `sharding<@mesh, [{}, {}], unreduced={"x"}>`}}
  func.func @main(%x: tensor<4x6xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {}], unreduced={"x"}>}) -> tensor<4x6xf32> {
    return %x : tensor<4x6xf32>
  }
}
