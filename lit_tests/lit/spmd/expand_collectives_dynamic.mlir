// RUN: hlo-opt %s --split-input-file --verify-diagnostics --pass-pipeline='builtin.module(hlo-expand-collectives)'

// The buffers that participants exchange must have known sizes. All collectives are reported.
func.func @unknown_sizes(%x: tensor<?xf32>, %y: tensor<4x?xf32>) -> (tensor<?xf32>, tensor<2x?xf32>, tensor<?xf32>) {
  // expected-error @below {{`stablehlo.all_reduce`: expected a static shape, found `tensor<?xf32>`}}
  %0 = "stablehlo.all_reduce"(%x) ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %c = stablehlo.add %a, %b : tensor<f32>
    stablehlo.return %c : tensor<f32>
  }) {replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>} : (tensor<?xf32>) -> tensor<?xf32>
  // expected-error @below {{`stablehlo.reduce_scatter`: expected a static shape, found `tensor<4x?xf32>`}}
  %1 = "stablehlo.reduce_scatter"(%y) ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %c = stablehlo.add %a, %b : tensor<f32>
    stablehlo.return %c : tensor<f32>
  }) {scatter_dimension = 0 : i64, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>} : (tensor<4x?xf32>) -> tensor<2x?xf32>
  // expected-error @below {{`stablehlo.all_gather`: expected a static shape, found `tensor<?xf32>`}}
  %2 = "stablehlo.all_gather"(%x) {all_gather_dim = 0 : i64, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>} : (tensor<?xf32>) -> tensor<?xf32>
  return %0, %1, %2 : tensor<?xf32>, tensor<2x?xf32>, tensor<?xf32>
}
