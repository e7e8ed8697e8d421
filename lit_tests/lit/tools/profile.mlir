// The tables of a profile, without their times, and the trace.
// RUN: hlo-run %s --input random:1 --input random:2 --threads 2 --profile %t.json | FileCheck %s
// RUN: FileCheck %s --check-prefix=TRACE --input-file=%t.json
// RUN: not hlo-run %s --platform interpreter --input random:1 --input random:2 --profile %t.json 2>&1 | FileCheck %s --check-prefix=REFUSED
// RUN: not hlo-run %s --serve --profile %t.json 2>&1 | FileCheck %s --check-prefix=SERVE

// CHECK: profile of {{.*}}profile.mlir on cpu
// CHECK-NEXT: run {{[0-9.]+}} ms on 2 threads; limits: {{.*}}FLOP/s, copies at {{.*}}B/s
// CHECK-NEXT: lines are of {{.*}}profile.mlir
// CHECK-EMPTY:
// CHECK-NEXT: ms % flop bytes roof by busy kernel operations
// CHECK-DAG: {{[0-9.]+}} {{[0-9]+}}% 4.19M {{.*}} kernel_{{[0-9]+}} dot_general 128x128xf32 :[[#@LINE+26]]
// CHECK-DAG: {{[0-9]+}}% code between kernels
// CHECK: kernels at these limits would take {{[0-9.]+}} ms

// The product is fused with the transposition, and keeps its line. Both sums have a fill of zeros,
// which is one constant of the program; each has its line.
// CHECK: ms % flop bytes roof by line
// CHECK-DAG: % 4.19M {{.*}} :[[#@LINE+19]] dot_general 128x128xf32
// CHECK-DAG: :[[#@LINE+20]] reduce 128xf32
// CHECK-DAG: :[[#@LINE+20]] reduce 128xf32
// CHECK-NOT: out0

// TRACE: "displayTimeUnit":"ns"
// TRACE-SAME: "flops_per_second":
// TRACE-SAME: "name":"process_name"
// TRACE-SAME: "name":"thread_name"
// TRACE-SAME: "flops":4194304.0
// TRACE-SAME: "sources":["dot_general {{[^"]*}}profile.mlir:
// TRACE-SAME: "cat":"run"
// TRACE-SAME: "name":"run 5"
// TRACE-NOT: "name":"run 6"

// REFUSED: error: platform `interpreter` does not support profiles
// SERVE: error: the argument '--serve' cannot be used with '--profile <FILE>'
func.func @main(%x: tensor<128x128xf32>, %w: tensor<128x128xf32>) -> (tensor<128x128xf32>, tensor<128xf32>, tensor<128xf32>) {
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %y = stablehlo.dot_general %x, %w, contracting_dims = [1] x [0] : (tensor<128x128xf32>, tensor<128x128xf32>) -> tensor<128x128xf32>
  %t = stablehlo.transpose %y, dims = [1, 0] : (tensor<128x128xf32>) -> tensor<128x128xf32>
  %rows = stablehlo.reduce(%x init: %zero) applies stablehlo.add across dimensions = [1] : (tensor<128x128xf32>, tensor<f32>) -> tensor<128xf32>
  %columns = stablehlo.reduce(%w init: %zero) applies stablehlo.add across dimensions = [0] : (tensor<128x128xf32>, tensor<f32>) -> tensor<128xf32>
  return %t, %rows, %columns : tensor<128x128xf32>, tensor<128xf32>, tensor<128xf32>
}
