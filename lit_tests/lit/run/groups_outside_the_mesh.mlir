// Participants outside all groups receive zeros. An id outside the device mesh is an error: on two
// replicas, which are in no group, the program would compute only zeros.
// REQUIRES: cpu, interpreter
// RUN: hlo-run %s --replicas 4 | FileCheck %s
// RUN: hlo-run %s --replicas 4 --platform interpreter | FileCheck %s
// CHECK: out0 of replica 0: tensor<ui32> 0
// CHECK: out0 of replica 1: tensor<ui32> 0
// CHECK: out0 of replica 2: tensor<ui32> 2
// CHECK: out0 of replica 3: tensor<ui32> 2
// RUN: not hlo-run %s --replicas 2 2>&1 | FileCheck %s --check-prefix=OUTSIDE
// RUN: not hlo-run %s --replicas 2 --platform interpreter 2>&1 | FileCheck %s --check-prefix=OUTSIDE
// OUTSIDE: groups_outside_the_mesh.mlir:16:{{[0-9]+}}: error: expected groups within a device mesh of 2 by 1 (replicas by partitions), found replica 2

func.func @main() -> tensor<ui32> {
  %0 = stablehlo.replica_id : tensor<ui32>
  %1 = "stablehlo.collective_broadcast"(%0) {replica_groups = dense<[[2, 3]]> : tensor<1x2xi64>} : (tensor<ui32>) -> tensor<ui32>
  return %1 : tensor<ui32>
}
