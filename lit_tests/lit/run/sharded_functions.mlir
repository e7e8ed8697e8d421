// Functions that contain shardings are called from other functions.
// REQUIRES: cpu
// RUN: hlo-run %s --input 'dense<[1, 2]> : tensor<2xui32>' | FileCheck %s
// CHECK: out0: tensor<2xui32> [2 4]
sdy.mesh @mesh = <[]>
func.func public @main(%arg0: tensor<2xui32>) -> tensor<2xui32> {
  %0 = sdy.sharding_constraint %arg0 <@mesh, [{}]> : tensor<2xui32>
  sdy.sharding_group %0 group_id=0 : tensor<2xui32>
  %1 = call @twice(%0) : (tensor<2xui32>) -> tensor<2xui32>
  return %1 : tensor<2xui32>
}
func.func private @twice(%arg0: tensor<2xui32>) -> tensor<2xui32> {
  %0 = sdy.sharding_constraint %arg0 <@mesh, [{}]> : tensor<2xui32>
  %1 = stablehlo.add %0, %0 : tensor<2xui32>
  return %1 : tensor<2xui32>
}
