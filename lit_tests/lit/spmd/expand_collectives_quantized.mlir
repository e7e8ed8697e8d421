// RUN: hlo-opt %s --verify-diagnostics --pass-pipeline='builtin.module(hlo-expand-collectives)'

// The sum of all operands is rounded once, which the runtime and `all_reduce` cannot do.
func.func @sum(%x: tensor<2x!quant.uniform<i8:f32, 0.5:3>>) -> tensor<2x!quant.uniform<i8:f32, 0.5:3>> {
  // expected-error @below {{`stablehlo.cross-replica-sum` of quantized tensors is not supported; use `stablehlo.all_reduce`, which rounds after each addition}}
  %0 = "stablehlo.cross-replica-sum"(%x) {replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>} : (tensor<2x!quant.uniform<i8:f32, 0.5:3>>) -> tensor<2x!quant.uniform<i8:f32, 0.5:3>>
  return %0 : tensor<2x!quant.uniform<i8:f32, 0.5:3>>
}

// The runtime fills results with bytes of zeros, which represent -1.5 here.
func.func @reduced(%x: tensor<2x!quant.uniform<i8:f32, 0.5:3>>) -> tensor<2x!quant.uniform<i8:f32, 0.5:3>> {
  // expected-error @below {{`stablehlo.collective_reduce` of quantized tensors is not supported}}
  %0 = "stablehlo.collective_reduce"(%x) ({
  ^bb0(%a: tensor<!quant.uniform<i8:f32, 0.5:3>>, %b: tensor<!quant.uniform<i8:f32, 0.5:3>>):
    %c = stablehlo.add %a, %b : tensor<!quant.uniform<i8:f32, 0.5:3>>
    stablehlo.return %c : tensor<!quant.uniform<i8:f32, 0.5:3>>
  }) {replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>} : (tensor<2x!quant.uniform<i8:f32, 0.5:3>>) -> tensor<2x!quant.uniform<i8:f32, 0.5:3>>
  return %0 : tensor<2x!quant.uniform<i8:f32, 0.5:3>>
}
