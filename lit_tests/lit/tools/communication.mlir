// RUN: hlo-opt %s --report=communication | FileCheck %s
// RUN: hlo-opt %s --report=communication --latency 1 --bandwidth 1 --json | FileCheck %s --check-prefix=JSON
// RUN: hlo-opt %s --pass-pipeline='builtin.module(hlo-partition)' | hlo-opt --report=communication --partitioned | FileCheck %s
// RUN: not hlo-opt %s --report=communication --partitions 2 2>&1 | FileCheck %s --check-prefix=NUMBER
// RUN: not hlo-opt %s --report=communication --bandwidth 0 2>&1 | FileCheck %s --check-prefix=RATE
// RUN: not hlo-opt %s --report=none 2>&1 | FileCheck %s --check-prefix=NONE

// CHECK: communication of {{.*}} on 4 devices
// CHECK: one device sends; each message takes 10 us and each byte 1/(12.5 GB/s)
// CHECK: collective group operand runs steps sent seconds location
// CHECK: all_reduce 4 64.0 KiB 3 18 288.0 KiB 2.036e-4 {{.+}}:{{[0-9]+}}:{{[0-9]+}}
// CHECK: all_gather 4 512 B unknown 3 1.5 KiB
// CHECK: total 21 289.5 KiB
// CHECK: The total contains one run of 1 collective in loops with an unknown number of iterations.

// JSON: "bytes_sent_per_execution": 98304,
// JSON: "executions": 3,
// JSON: "group_size": 4,
// JSON: "kind": "all_reduce",
// JSON: "location": "{{.*}}communication.mlir:[[#@LINE+26]]:{{[0-9]+}}",
// JSON: "operand_bytes": 65536,
// JSON: "seconds_per_execution": 0.000104
// JSON: "steps_per_execution": 6
// JSON: "executions": null,
// JSON: "collectives_with_unknown_executions": 1,

// NUMBER: error: the program is for 4 partitions, not 2
// RATE: expected a number greater than 0, found `0`
// NONE: possible values: communication
module attributes {mhlo.num_partitions = 4 : i32} {
  sdy.mesh @mesh = <["x"=4]>
  func.func @main(%x: tensor<128x512xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"x"}]>}, %w: tensor<512x128xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>}, %y: tensor<512xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}]>}, %more: tensor<i1>) -> tensor<512xf32> {
    %zero = stablehlo.constant dense<0> : tensor<i32>
    %sum = stablehlo.constant dense<0.0> : tensor<128x128xf32>
    %0:2 = stablehlo.while(%i = %zero, %s = %sum) : tensor<i32>, tensor<128x128xf32>
    cond {
      %three = stablehlo.constant dense<3> : tensor<i32>
      %1 = stablehlo.compare LT, %i, %three : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %1 : tensor<i1>
    } do {
      %one = stablehlo.constant dense<1> : tensor<i32>
      %1 = stablehlo.add %i, %one : tensor<i32>
      %scaled = stablehlo.convert %i : (tensor<i32>) -> tensor<f32>
      %scales = stablehlo.broadcast_in_dim %scaled, dims = [] : (tensor<f32>) -> tensor<128x512xf32>
      %2 = stablehlo.multiply %x, %scales : tensor<128x512xf32>
      %3 = stablehlo.dot_general %2, %w, contracting_dims = [1] x [0] : (tensor<128x512xf32>, tensor<512x128xf32>) -> tensor<128x128xf32>
      %4 = stablehlo.maximum %s, %3 : tensor<128x128xf32>
      stablehlo.return %1, %4 : tensor<i32>, tensor<128x128xf32>
    }
    %5:2 = stablehlo.while(%m = %more, %z = %y) : tensor<i1>, tensor<512xf32>
    cond {
      stablehlo.return %m : tensor<i1>
    } do {
      %6 = stablehlo.custom_call @next(%z) : (tensor<512xf32>) -> tensor<i1>
      stablehlo.return %6, %z : tensor<i1>, tensor<512xf32>
    }
    %7 = stablehlo.slice %0#1 [0:1, 0:1] : (tensor<128x128xf32>) -> tensor<1x1xf32>
    %8 = stablehlo.reshape %7 : (tensor<1x1xf32>) -> tensor<f32>
    %9 = stablehlo.broadcast_in_dim %8, dims = [] : (tensor<f32>) -> tensor<512xf32>
    %10 = stablehlo.add %9, %5#1 : tensor<512xf32>
    return %10 : tensor<512xf32>
  }
}
