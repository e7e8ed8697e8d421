// The first replica of each group has the result. The other replicas have zeros.
// REQUIRES: cpu, interpreter
// RUN: hlo-run %s --replicas 4 | FileCheck %s
// RUN: hlo-run %s --replicas 4 --platform interpreter | FileCheck %s
// RUN: not hlo-run %s --replicas 2 2>&1 | FileCheck %s --check-prefix=OUTSIDE
// RUN: not hlo-run %s --replicas 2 --platform interpreter 2>&1 | FileCheck %s --check-prefix=OUTSIDE
// CHECK-DAG: out0 of replica 0: tensor<i64> 0
// CHECK-DAG: out0 of replica 1: tensor<i64> 0
// CHECK-DAG: out0 of replica 2: tensor<i64> 3
// CHECK-DAG: out0 of replica 3: tensor<i64> 0
// CHECK-DAG: out1 of replica 0: tensor<i64> 0
// CHECK-DAG: out1 of replica 1: tensor<i64> 0
// CHECK-DAG: out1 of replica 2: tensor<i64> 1
// CHECK-DAG: out1 of replica 3: tensor<i64> 3
// CHECK-DAG: out2 of replica 0: tensor<i64> 0
// CHECK-DAG: out2 of replica 1: tensor<i64> 0
// CHECK-DAG: out2 of replica 2: tensor<i64> 100
// CHECK-DAG: out2 of replica 3: tensor<i64> 0
// OUTSIDE: collective_reduce.mlir:{{[0-9]+}}:{{[0-9]+}}: error: expected groups within a device mesh of 2 by 1 (replicas by partitions), found replica 2

func.func @main() -> (tensor<i64>, tensor<i64>, tensor<i64>) {
  %0 = stablehlo.replica_id : tensor<ui32>
  %1 = stablehlo.convert %0 : (tensor<ui32>) -> tensor<i64>
  %2 = "stablehlo.collective_reduce"(%1) ({
  ^bb0(%a: tensor<i64>, %b: tensor<i64>):
    %c = stablehlo.add %a, %b : tensor<i64>
    stablehlo.return %c : tensor<i64>
  }) {replica_groups = dense<[[2, 1]]> : tensor<1x2xi64>} : (tensor<i64>) -> tensor<i64>
  %3 = "stablehlo.collective_reduce"(%1) ({
  ^bb0(%a: tensor<i64>, %b: tensor<i64>):
    %c = stablehlo.subtract %a, %b : tensor<i64>
    stablehlo.return %c : tensor<i64>
  }) {replica_groups = dense<[[2, 1], [3, 0]]> : tensor<2x2xi64>} : (tensor<i64>) -> tensor<i64>
  // On zeros, this computation would not end.
  %4 = "stablehlo.collective_reduce"(%1) ({
  ^bb0(%a: tensor<i64>, %b: tensor<i64>):
    %limit = stablehlo.constant dense<100> : tensor<i64>
    %c:2 = stablehlo.while(%x = %a, %y = %b) : tensor<i64>, tensor<i64>
      cond {
        %d = stablehlo.compare LT, %x, %limit : (tensor<i64>, tensor<i64>) -> tensor<i1>
        stablehlo.return %d : tensor<i1>
      } do {
        %d = stablehlo.add %x, %y : tensor<i64>
        stablehlo.return %d, %y : tensor<i64>, tensor<i64>
      }
    stablehlo.return %c#0 : tensor<i64>
  }) {replica_groups = dense<[[2, 1]]> : tensor<1x2xi64>} : (tensor<i64>) -> tensor<i64>
  return %2, %3, %4 : tensor<i64>, tensor<i64>, tensor<i64>
}
