// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// sharding_constraint_type
func.func @f(%x: tensor<4xf32>) {
  %0 = "sdy.sharding_constraint"(%x) <{sharding = #sdy.sharding<@mesh, [{}]>}> : (tensor<4xf32>) -> tensor<4xf16>
  return
}
// -----
// manual_computation_operands
func.func @f(%x: tensor<4xf32>) {
  %0 = sdy.manual_computation(%x) in_shardings=[<@mesh, [{"x"}]>] out_shardings=[<@mesh, [{"x"}]>] manual_axes={"x"} (%a: tensor<2x2xf32>) {
    %1 = stablehlo.constant dense<0.0> : tensor<2xf32>
    sdy.return %1 : tensor<2xf32>
  } : (tensor<4xf32>) -> tensor<4xf32>
  return
}
// -----
// manual_computation_results
func.func @f(%x: tensor<4xf32>) {
  %0 = sdy.manual_computation(%x) in_shardings=[<@mesh, [{"x"}]>] out_shardings=[<@mesh, [{"x"}]>] manual_axes={"x"} (%a: tensor<2xf32>) {
    sdy.return %a, %a : tensor<2xf32>, tensor<2xf32>
  } : (tensor<4xf32>) -> tensor<4xf32>
  return
}
