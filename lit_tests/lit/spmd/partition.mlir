// RUN: hlo-opt %s --split-input-file --verify-diagnostics --pass-pipeline='builtin.module(hlo-partition)' | FileCheck %s
// RUN: not hlo-opt %s --split-input-file --pass-pipeline='builtin.module(hlo-partition{partitions=4})' 2>&1 | FileCheck %s --check-prefix=OTHER
// RUN: not hlo-opt %s --split-input-file --pass-pipeline='builtin.module(hlo-partition{partitions=65537})' 2>&1 | FileCheck %s --check-prefix=MANY
// RUN: not hlo-opt %s --split-input-file --pass-pipeline='builtin.module(hlo-partition{partitions=-1})' 2>&1 | FileCheck %s --check-prefix=NEGATIVE

// Each partition sums its rows; the sums are added across the partitions.
// CHECK-NOT: sdy
// CHECK-LABEL: func.func @main
// CHECK-SAME: (%[[X:.*]]: tensor<4x4xf32> {mhlo.sharding = "{devices=[2,1]<=[2]}"}) -> (tensor<4xf32> {mhlo.sharding = "{replicated}"})
// CHECK-NEXT: %[[ZERO:.*]] = stablehlo.constant
// CHECK-NEXT: %[[EXP:.*]] = stablehlo.exponential %[[X]] : tensor<4x4xf32>
// CHECK-NEXT: %[[PART:.*]] = stablehlo.reduce(%[[EXP]] init: %[[ZERO]]) {{.*}} : (tensor<4x4xf32>, tensor<f32>) -> tensor<4xf32>
// CHECK-NEXT: %[[SUM:.*]] = "stablehlo.all_reduce"(%[[PART]])
// CHECK-SAME{LITERAL}: replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>, use_global_device_ids
// CHECK: stablehlo.add
// CHECK: return %[[SUM]] : tensor<4xf32>
// OTHER: partition.mlir:[[#@LINE+3]]:1: error: the program is for 2 partitions, not 4
// MANY: partition.mlir:[[#@LINE+2]]:1: error: expected 1 to 65536 partitions, found 65537
// NEGATIVE: partition.mlir:[[#@LINE+1]]:1: error: expected 1 to 65536 partitions, found -1
module attributes {mhlo.num_partitions = 2 : i32} {
  sdy.mesh @mesh = <["x"=2]>
  func.func @main(%x: tensor<8x4xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>}) -> tensor<4xf32> {
    %zero = stablehlo.constant dense<0.0> : tensor<f32>
    %0 = stablehlo.exponential %x : tensor<8x4xf32>
    %1 = stablehlo.reduce(%0 init: %zero) applies stablehlo.add across dimensions = [0] : (tensor<8x4xf32>, tensor<f32>) -> tensor<4xf32>
    return %1 : tensor<4xf32>
  }
}

// -----

// An operation without a rule is computed as a whole by each partition, which then takes its part.
// CHECK-LABEL: func.func @main
// CHECK-SAME: (%[[X:.*]]: tensor<4x4xf32>
// CHECK: %[[WHOLE:.*]] = "stablehlo.all_gather"(%[[X]]) {{.*}} -> tensor<8x4xf32>
// CHECK: %[[CALLED:.*]] = stablehlo.custom_call @f(%[[WHOLE]]) : (tensor<8x4xf32>) -> tensor<8x4xf32>
// CHECK: %[[STARTS:.*]] = stablehlo.constant dense<[0, 4]> : tensor<2xi64>
// CHECK: %[[ID:.*]] = stablehlo.partition_id
// CHECK: %[[ENTRY:.*]] = stablehlo.dynamic_slice %[[STARTS]], %[[ID]], sizes = [1]
// CHECK: %[[START:.*]] = stablehlo.reshape %[[ENTRY]]
// CHECK: %[[PART:.*]] = stablehlo.dynamic_slice %[[CALLED]], %[[START]], %{{.*}}, sizes = [4, 4]
// CHECK: stablehlo.add %[[PART]], %[[X]] : tensor<4x4xf32>
module attributes {mhlo.num_partitions = 2 : i32} {
  func.func @main(%x: tensor<8x4xf32> {mhlo.sharding = "{devices=[2,1]<=[2]}"}) -> tensor<8x4xf32> {
    %0 = stablehlo.custom_call @f(%x) : (tensor<8x4xf32>) -> tensor<8x4xf32>
    %1 = stablehlo.add %0, %x : tensor<8x4xf32>
    return %1 : tensor<8x4xf32>
  }
}

// -----

// A manual computation is unchanged.
// CHECK-LABEL: func.func @main
// CHECK-SAME: (%[[X:.*]]: tensor<4x4xf32> {mhlo.sharding = "{devices=[2,1]<=[2]}"}) -> (tensor<4x4xf32> {mhlo.sharding = "{devices=[2,1]<=[2]}"})
// CHECK-NEXT: %[[SINE:.*]] = stablehlo.sine %[[X]] : tensor<4x4xf32>
// CHECK-NEXT: return %[[SINE]]
module attributes {mhlo.num_partitions = 2 : i32} {
  sdy.mesh @mesh = <["x"=2]>
  func.func @main(%x: tensor<8x4xf32>) -> tensor<8x4xf32> {
    %0 = sdy.manual_computation(%x) in_shardings=[<@mesh, [{"x"}, {}]>] out_shardings=[<@mesh, [{"x"}, {}]>] manual_axes={"x"} (%part: tensor<4x4xf32>) {
      %1 = stablehlo.sine %part : tensor<4x4xf32>
      sdy.return %1 : tensor<4x4xf32>
    } : (tensor<8x4xf32>) -> tensor<8x4xf32>
    return %0 : tensor<8x4xf32>
  }
}

// -----

// Without shardings every partition computes everything.
// CHECK-LABEL: func.func @main
// CHECK-SAME: (%[[X:.*]]: tensor<8x4xf32> {mhlo.sharding = "{replicated}"}) -> (tensor<8x4xf32> {mhlo.sharding = "{replicated}"})
// CHECK-NEXT: stablehlo.sine %[[X]] : tensor<8x4xf32>
// CHECK-NEXT: return
module attributes {mhlo.num_partitions = 2 : i32} {
  func.func @main(%x: tensor<8x4xf32>) -> tensor<8x4xf32> {
    %0 = stablehlo.sine %x : tensor<8x4xf32>
    return %0 : tensor<8x4xf32>
  }
}

// -----

// Within the program, a dimension that does not divide into equal parts stays whole.
// CHECK-LABEL: func.func @main
// CHECK-NEXT: stablehlo.sine %arg0 : tensor<3x4xf32>
// CHECK-NEXT: return
module attributes {mhlo.num_partitions = 2 : i32} {
  sdy.mesh @mesh = <["x"=2]>
  func.func @main(%x: tensor<3x4xf32>) -> tensor<3x4xf32> {
    %0 = sdy.sharding_constraint %x <@mesh, [{"x"}, {}]> : tensor<3x4xf32>
    %1 = stablehlo.sine %0 : tensor<3x4xf32>
    return %1 : tensor<3x4xf32>
  }
}

// -----

// A program for one device needs no collectives, and may have effects.
// CHECK: module attributes {mhlo.num_partitions = 1 : i32}
// CHECK-LABEL: func.func @main
// CHECK-NEXT: stablehlo.custom_call @callback(%arg0)
// CHECK-NEXT: return %arg0
func.func @main(%x: tensor<8x4xf32>) -> tensor<8x4xf32> {
  %0 = stablehlo.custom_call @Sharding(%x) {mhlo.sharding = "{replicated}"} : (tensor<8x4xf32>) -> tensor<8x4xf32>
  stablehlo.custom_call @callback(%0) {has_side_effect = true} : (tensor<8x4xf32>) -> ()
  return %0 : tensor<8x4xf32>
}

// -----

// On several devices, effects must be assigned to one of them.
module attributes {mhlo.num_partitions = 2 : i32} {
  func.func @main(%x: tensor<4xf32>) -> tensor<4xf32> {
    // expected-error @below {{`callback` would run on each of 2 partitions; assign it to one device}}
    stablehlo.custom_call @callback(%x) {has_side_effect = true} : (tensor<4xf32>) -> ()
    // expected-error @below {{`func.call` cannot be partitioned; inline it first}}
    %0 = func.call @f(%x) : (tensor<4xf32>) -> tensor<4xf32>
    return %0 : tensor<4xf32>
  }
  func.func private @f(%x: tensor<4xf32>) -> tensor<4xf32> {
    return %x : tensor<4xf32>
  }
}

// -----

module attributes {mhlo.num_partitions = 2 : i32} {
  // expected-error @below {{argument 0: `{devices=[2]<=[2]}` splits a dimension of size 3 into 2 unequal parts}}
  func.func @main(%x: tensor<3xf32> {mhlo.sharding = "{devices=[2]<=[2]}"}) -> tensor<3xf32> {
    return %x : tensor<3xf32>
  }
}

// -----

module attributes {mhlo.num_partitions = 2 : i32} {
  // expected-error @below {{result 0: expected a tiled or replicated sharding, found `{maximal device=0}`}}
  func.func @main(%x: tensor<4xf32>) -> (tensor<4xf32> {mhlo.sharding = "{maximal device=0}"}) {
    return %x : tensor<4xf32>
  }
}

// -----

module attributes {mhlo.num_partitions = 2 : i32} {
  func.func @main(%x: tensor<4xf32>) -> tensor<2xf32> {
    %0 = stablehlo.custom_call @Sharding(%x) {mhlo.sharding = "{devices=[2]<=[2]}"} : (tensor<4xf32>) -> tensor<4xf32>
    %1 = stablehlo.custom_call @SPMDFullToShardShape(%0) {mhlo.sharding = "{manual}"} : (tensor<4xf32>) -> tensor<2xf32>
    // expected-error @below {{result 0 of the function is a shard of a manual computation; convert it with `@SPMDShardToFullShape`}}
    return %1 : tensor<2xf32>
  }
}

// -----

// expected-error @below {{expected at most 65536 partitions of all replicas, found 65536 replicas of 2 partitions}}
module attributes {mhlo.num_partitions = 2 : i32, mhlo.num_replicas = 65536 : i32} {
  func.func @main(%x: tensor<4xf32>) -> tensor<4xf32> {
    return %x : tensor<4xf32>
  }
}

// -----

// The partitions that do not call the function have zeros, also of quantized types.
// CHECK-LABEL: func.func @main
// CHECK: "stablehlo.if"(%{{.*}}) ({
// CHECK: stablehlo.custom_call @f
// CHECK: }, {
// CHECK-NEXT: %[[FLOATS:.*]] = stablehlo.constant dense<0.000000e+00> : tensor<4xf32>
// CHECK-NEXT: %[[ZEROS:.*]] = stablehlo.uniform_quantize %[[FLOATS]]
// CHECK-NEXT: stablehlo.return %[[ZEROS]]
module attributes {mhlo.num_partitions = 2 : i32} {
  func.func @main(%x: tensor<4xf32>) -> tensor<4x!quant.uniform<i8:f32, 0.5:3>> {
    %0 = stablehlo.custom_call @f(%x) {mhlo.sharding = "{maximal device=0}", has_side_effect = true} : (tensor<4xf32>) -> tensor<4x!quant.uniform<i8:f32, 0.5:3>>
    return %0 : tensor<4x!quant.uniform<i8:f32, 0.5:3>>
  }
}
