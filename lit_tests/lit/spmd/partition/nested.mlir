// RUN: hlo-opt %s --split-input-file --verify-diagnostics --pass-pipeline='builtin.module(hlo-partition{partitions=4})' | FileCheck %s

sdy.mesh @mesh = <["x"=2, "y"=2], device_ids=[2, 0, 1, 3]>
// CHECK-LABEL: func.func @main
// CHECK-SAME: (%[[X:.*]]: tensor<2x6xf32>
// CHECK: %[[TILE:.*]] = stablehlo.dynamic_slice %[[X]], {{.*}} -> tensor<2x3xf32>
// CHECK: %[[SINE:.*]] = stablehlo.sine %[[TILE]]
// CHECK: %[[ALL:.*]] = "stablehlo.all_gather"(%[[SINE]]) <{all_gather_dim = 1 : i64, {{.*}}replica_groups = dense<{{.}}[2, 0], [1, 3]]> : tensor<2x2xi64>, use_global_device_ids}>
// CHECK: return %[[ALL]]
func.func @main(%x: tensor<4x6xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>}) -> (tensor<4x6xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>}) {
  %0 = sdy.manual_computation(%x) in_shardings=[<@mesh, [{"x"}, {}]>] out_shardings=[<@mesh, [{"x"}, {}]>] manual_axes={"x"} (%rows: tensor<2x6xf32>) {
    %1 = sdy.manual_computation(%rows) in_shardings=[<@mesh, [{}, {"y"}]>] out_shardings=[<@mesh, [{}, {"y"}]>] manual_axes={"y"} (%tile: tensor<2x3xf32>) {
      %2 = stablehlo.sine %tile : tensor<2x3xf32>
      sdy.return %2 : tensor<2x3xf32>
    } : (tensor<2x6xf32>) -> tensor<2x6xf32>
    sdy.return %1 : tensor<2x6xf32>
  } : (tensor<4x6xf32>) -> tensor<4x6xf32>
  return %0 : tensor<4x6xf32>
}

// -----

sdy.mesh @mesh = <["x"=2, "y"=2]>
func.func @main(%x: tensor<4x5xf32>) -> tensor<4x5xf32> {
  %0 = sdy.manual_computation(%x) in_shardings=[<@mesh, [{"x"}, {}]>] out_shardings=[<@mesh, [{"x"}, {}]>] manual_axes={"x"} (%rows: tensor<2x5xf32>) {
    // expected-error @below {{the sharding does not split `tensor<2x5xf32>` into equal shards}}
    %1 = sdy.manual_computation(%rows) in_shardings=[<@mesh, [{}, {"y"}]>] out_shardings=[<@mesh, [{}, {"y"}]>] manual_axes={"y"} (%tile: tensor<2x2xf32>) {
      sdy.return %tile : tensor<2x2xf32>
    } : (tensor<2x5xf32>) -> tensor<2x5xf32>
    sdy.return %1 : tensor<2x5xf32>
  } : (tensor<4x5xf32>) -> tensor<4x5xf32>
  return %0 : tensor<4x5xf32>
}

// -----

sdy.mesh @mesh = <["x"=2, "y"=2]>
func.func @main(%x: tensor<4x6xf32>) -> tensor<4x6xf32> {
  %0 = sdy.manual_computation(%x) in_shardings=[<@mesh, [{"x"}, {}]>] out_shardings=[<@mesh, [{"x"}, {}]>] manual_axes={"x"} (%rows: tensor<2x6xf32>) {
    // expected-error @below {{expected an argument of the nested computation of type `tensor<2x6xf32>`, found `tensor<2x3xf32>`}}
    %1 = sdy.manual_computation(%rows) in_shardings=[<@mesh, [{}, {"y"}]>] out_shardings=[<@mesh, [{}, {"y"}]>] manual_axes={"y"} (%tile: tensor<2x6xf32>) {
      sdy.return %tile : tensor<2x6xf32>
    } : (tensor<2x6xf32>) -> tensor<2x6xf32>
    sdy.return %1 : tensor<2x6xf32>
  } : (tensor<4x6xf32>) -> tensor<4x6xf32>
  return %0 : tensor<4x6xf32>
}
