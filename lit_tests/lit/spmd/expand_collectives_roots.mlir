// RUN: hlo-opt %s --verify-diagnostics --pass-pipeline='builtin.module(hlo-expand-collectives)'

// The runtime sends to the first participant of a group.
func.func @dynamic(%x: tensor<2xf32>, %root: tensor<1xi32>) -> tensor<2xf32> {
  // expected-error @below {{`stablehlo.collective_reduce` with a dynamic root cannot be expanded}}
  %0 = "stablehlo.collective_reduce"(%x, %root) ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %c = stablehlo.add %a, %b : tensor<f32>
    stablehlo.return %c : tensor<f32>
  }) {replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>, has_dynamic_root} : (tensor<2xf32>, tensor<1xi32>) -> tensor<2xf32>
  return %0 : tensor<2xf32>
}

// The program combines as many operands on each participant.
func.func @unequal(%x: tensor<2xf32>) -> tensor<2xf32> {
  // expected-error @below {{`stablehlo.collective_reduce`: expected groups of equal size, found sizes [2, 1]}}
  %0 = "stablehlo.collective_reduce"(%x) ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %c = stablehlo.subtract %a, %b : tensor<f32>
    stablehlo.return %c : tensor<f32>
  }) {replica_groups = dense<[[0, 1], [2, -1]]> : tensor<2x2xi64>} : (tensor<2xf32>) -> tensor<2xf32>
  return %0 : tensor<2xf32>
}
