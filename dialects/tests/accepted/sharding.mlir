// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Operations and attributes of the sdy dialect.

sdy.mesh @mesh = <["x"=4, "y"=2], device_ids=[7, 6, 5, 4, 3, 2, 1, 0]> {stablehlo.mesh = {axes = []}}
func.func @f(%x: tensor<8x16xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x", ?}, {"y":(1)2}p1], replicated={"z"}>}) -> tensor<8x16xf32> {
  %0 = sdy.sharding_constraint %x <@mesh, [{"x"}, {?}]> : tensor<8x16xf32>
  sdy.sharding_group %0 group_id=3 : tensor<8x16xf32>
  %1 = sdy.manual_computation(%0) in_shardings=[<@mesh, [{"x"}, {"y"}]>] out_shardings=[<@mesh, [{"x"}, {"y"}]>] manual_axes={"x", "y"} (%a: tensor<2x8xf32>) {
    %2 = stablehlo.add %a, %a : tensor<2x8xf32>
    sdy.return %2 : tensor<2x8xf32>
  } : (tensor<8x16xf32>) -> tensor<8x16xf32>
  %3 = stablehlo.custom_call @f(%1) {sdy.sharding_rule = #sdy.op_sharding_rule<([i, j])->([i, j]) {i=8, j=16}, custom>} : (tensor<8x16xf32>) -> tensor<8x16xf32>
  return %3 : tensor<8x16xf32>
}
