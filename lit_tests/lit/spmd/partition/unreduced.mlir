// RUN: hlo-opt %s --pass-pipeline='builtin.module(hlo-partition{partitions=4})' | FileCheck %s

sdy.mesh @mesh = <["x"=2, "y"=2]>

// The sum is computed at once; only in the manual computation, devices have summands.
// CHECK-LABEL: func.func @main
// CHECK: %[[PRODUCT:.*]] = stablehlo.dot_general
// CHECK: %[[SUM:.*]] = "stablehlo.all_reduce"(%[[PRODUCT]]) <{{{.*}}replica_groups = dense<{{.}}[0, 1], [2, 3]]>
// CHECK: stablehlo.constant dense<[true, false, true, false]>
// CHECK: %[[SUMMAND:.*]] = stablehlo.select %{{.*}}, %[[SUM]], %{{.*}}
// CHECK: %[[TWICE:.*]] = stablehlo.add %[[SUMMAND]], %[[SUMMAND]]
// CHECK: %[[RESULT:.*]] = "stablehlo.all_reduce"(%[[TWICE]]) <{{{.*}}replica_groups = dense<{{.}}[0, 1], [2, 3]]>
// CHECK: return %[[RESULT]]
func.func @main(%a: tensor<4x6xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {"y"}]>}, %b: tensor<6x3xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"y"}, {}]>}) -> (tensor<4x3xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>}) {
  %0 = stablehlo.dot_general %a, %b, contracting_dims = [1] x [0] {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"x"}, {}], unreduced={"y"}>]>} : (tensor<4x6xf32>, tensor<6x3xf32>) -> tensor<4x3xf32>
  %1 = sdy.manual_computation(%0) in_shardings=[<@mesh, [{"x"}, {}], unreduced={"y"}>] out_shardings=[<@mesh, [{"x"}, {}], unreduced={"y"}>] manual_axes={"x", "y"} (%part: tensor<2x3xf32>) {
    %2 = stablehlo.add %part, %part : tensor<2x3xf32>
    sdy.return %2 : tensor<2x3xf32>
  } : (tensor<4x3xf32>) -> tensor<4x3xf32>
  return %1 : tensor<4x3xf32>
}
