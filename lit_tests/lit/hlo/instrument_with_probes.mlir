// RUN: hlo-opt %s --pass-pipeline='builtin.module(hlo-instrument-with-probes)' | FileCheck %s
// RUN: hlo-opt %s --interpreter-instrument-with-probe=useDebugInfo=true | FileCheck %s --check-prefix=NAMES
// RUN: hlo-opt %s --hlo-instrument-with-probes | hlo-translate --interpret --args='[dense<[1, 2]> : tensor<2xi32>]' --probe-output-dir=%t.probes | FileCheck %s --check-prefix=RESULT
// RUN: FileCheck %s --check-prefix=INDEX --input-file=%t.probes/index.csv
// RUN: hlo-translate %s --interpret --interpreter-print-dense --args='[dense<[1, 2]> : tensor<2xi32>]' | FileCheck %s --check-prefix=DENSE

// Users of a result use the probe; constants have none.
// CHECK-LABEL: func.func @main
// CHECK-NEXT: stablehlo.constant
// CHECK-NEXT: %[[SUM:.*]] = stablehlo.add
// CHECK-NEXT: %[[PROBE:.*]] = interpreter.probe %[[SUM]], probe_id = "probe1" : tensor<2xi32>
// CHECK-NEXT: stablehlo.multiply %[[PROBE]], %[[PROBE]]
// CHECK-NEXT: interpreter.probe %{{.*}}, probe_id = "probe2" : tensor<2xi32>
// NAMES: probe_id = "sum.1"
// NAMES: probe_id = "probe1"
// RESULT: tensor<2xi32> {
// RESULT-NEXT: [4, 9]
// INDEX: probe1,tensor<2xi32>,{{.*}}probe1.npy
// INDEX-NEXT: probe2,tensor<2xi32>,{{.*}}probe2.npy
// DENSE: dense<[4, 9]> : tensor<2xi32>
func.func @main(%x: tensor<2xi32>) -> tensor<2xi32> {
  %one = stablehlo.constant dense<1> : tensor<2xi32>
  %0 = stablehlo.add %x, %one : tensor<2xi32> loc("sum"("file":1:2))
  %1 = stablehlo.multiply %0, %0 : tensor<2xi32>
  return %1 : tensor<2xi32>
}
