// RUN: hlo-opt %s --split-input-file --pass-pipeline='builtin.module(hlo-legalize-deprecated-ops)' --verify-diagnostics | FileCheck %s
// RUN: hlo-opt %s --split-input-file --pass-pipeline='builtin.module(stablehlo-legalize-deprecated-ops{fail-on-unused=false})' | FileCheck %s --check-prefix=ALL
// ALL: stablehlo.map

// CHECK-LABEL: func.func @main
// CHECK: stablehlo.dot_general %arg0, %arg1, contracting_dims = [1] x [0] : (tensor<2x3xf32>, tensor<3x?xf32>) -> tensor<2x?xf32>
func.func @main(%x: tensor<2x3xf32>, %y: tensor<3x?xf32>) -> tensor<2x?xf32> {
  %0 = "stablehlo.dot"(%x, %y) : (tensor<2x3xf32>, tensor<3x?xf32>) -> tensor<2x?xf32>
  return %0 : tensor<2x?xf32>
}

// -----

// CHECK-LABEL: func.func @others
// CHECK: stablehlo.broadcast_in_dim %arg0, dims = [2] : (tensor<1xf32>) -> tensor<4x3x1xf32>
// CHECK: stablehlo.after_all
// CHECK: stablehlo.all_reduce
// CHECK: stablehlo.add
// CHECK: stablehlo.einsum %{{.*}}, %arg0, config = ",a->" : (tensor<f32>, tensor<1xf32>) -> tensor<f32>
func.func @others(%x: tensor<1xf32>) -> (tensor<4x3x1xf32>, !stablehlo.token, tensor<1xf32>, tensor<f32>) {
  %0 = "stablehlo.broadcast"(%x) {broadcast_sizes = array<i64: 4, 3>} : (tensor<1xf32>) -> tensor<4x3x1xf32>
  %1 = "stablehlo.create_token"() : () -> !stablehlo.token
  %2 = "stablehlo.cross-replica-sum"(%x) {replica_groups = dense<[[0], [1]]> : tensor<2x1xi64>} : (tensor<1xf32>) -> tensor<1xf32>
  %3 = "stablehlo.unary_einsum"(%x) {einsum_config = "a->"} : (tensor<1xf32>) -> tensor<f32>
  return %0, %1, %2, %3 : tensor<4x3x1xf32>, !stablehlo.token, tensor<1xf32>, tensor<f32>
}

// -----

func.func @map(%x: tensor<16xf32>) -> tensor<16xf32> {
  // expected-error@+1 {{failed to legalize operation 'stablehlo.map' that was explicitly marked illegal}}
  %0 = "stablehlo.map"(%x) ({
  ^bb0(%a: tensor<f32>):
    %1 = stablehlo.abs %a : tensor<f32>
    stablehlo.return %1 : tensor<f32>
  }) {dimensions = array<i64: 0>} : (tensor<16xf32>) -> tensor<16xf32>
  return %0 : tensor<16xf32>
}
