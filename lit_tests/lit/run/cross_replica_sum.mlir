// Each replica has the sum of its group.
// REQUIRES: cpu, interpreter
// RUN: hlo-run %s --replicas 4 | FileCheck %s
// RUN: hlo-run %s --replicas 4 --platform interpreter | FileCheck %s
// CHECK: out0 of replica 0: tensor<i64> 2
// CHECK: out0 of replica 1: tensor<i64> 4
// CHECK: out0 of replica 2: tensor<i64> 2
// CHECK: out0 of replica 3: tensor<i64> 4

func.func @main() -> tensor<i64> {
  %0 = stablehlo.replica_id : tensor<ui32>
  %1 = stablehlo.convert %0 : (tensor<ui32>) -> tensor<i64>
  %2 = "stablehlo.cross-replica-sum"(%1) {replica_groups = dense<[[0, 2], [1, 3]]> : tensor<2x2xi64>} : (tensor<i64>) -> tensor<i64>
  return %2 : tensor<i64>
}
