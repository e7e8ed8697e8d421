// Bytecode input and output.
// REQUIRES: cpu
// RUN: hlo-opt %s --emit-bytecode -o %t.mlirbc
// RUN: hlo-opt %t.mlirbc | FileCheck %s --check-prefix=SAME
// SAME: %[[SUM:.*]] = stablehlo.add %arg0, %arg1 : tensor<4xf32>
// SAME: %[[AGAIN:.*]] = stablehlo.add %arg0, %arg1 : tensor<4xf32>
// SAME: stablehlo.add %[[SUM]], %[[AGAIN]] : tensor<4xf32>

// A reader may close the pipe before the end of the help text.
// RUN: hlo-opt --help 2>&1 | head -1 | FileCheck %s --check-prefix=HELP
// HELP: OVERVIEW
// HELP-NOT: error

// Generic form as output and input.
// RUN: hlo-opt %s --mlir-print-op-generic | FileCheck %s --check-prefix=GENERIC
// RUN: hlo-opt %s --mlir-print-op-generic | hlo-opt | FileCheck %s --check-prefix=SAME
// GENERIC: "stablehlo.add"(%arg0, %arg1) : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>

// A pipeline of upstream's and this project's passes, printed and timed.
// RUN: hlo-opt %s --pass-pipeline='builtin.module(cse,hlo-to-linalg)' --mlir-print-ir-after-all -o %t.mlir 2>&1 | FileCheck %s --check-prefix=AFTER
// AFTER: IR Dump After CSE
// AFTER: stablehlo.add
// AFTER: IR Dump After {{.*}}hlo-to-linalg
// AFTER: linalg
// RUN: hlo-opt %s --cse --mlir-timing --mlir-timing-display=list -o %t.mlir 2>&1 | FileCheck %s --check-prefix=TIMING
// TIMING: Execution time report
// TIMING: CSE

// A failure writes a reproducer, which can be run.
// RUN: not hlo-opt %S/Inputs/refused.mlir --pass-pipeline='builtin.module(cse,hlo-to-linalg)' --mlir-pass-pipeline-crash-reproducer=%t.repro.mlir 2>&1 | FileCheck %s --check-prefix=FAILS
// FAILS: refused.mlir:5:8: error: `stablehlo.replica_id`
// RUN: FileCheck %s --check-prefix=REPRODUCER --input-file=%t.repro.mlir
// REPRODUCER: pipeline: "builtin.module({{.*}}cse{{.*}}hlo-to-linalg
// RUN: not hlo-opt %t.repro.mlir --run-reproducer 2>&1 | FileCheck %s --check-prefix=REPRODUCED
// REPRODUCED: error: `stablehlo.replica_id`

// A backend's pipeline, whole or up to a level.
// RUN: hlo-opt --list-pipelines | FileCheck %s --check-prefix=PIPELINES
// PIPELINES: cpu {{.*}}CPUs
// RUN: hlo-opt %s --pipeline=cpu --stop-after=linalg | FileCheck %s --check-prefix=LINALG
// LINALG: linalg.generic
// LINALG-NOT: stablehlo
// RUN: hlo-opt %s --pipeline=cpu | FileCheck %s --check-prefix=TARGET
// TARGET: llvm.func @main_entry

// Errors name the valid choices.
// RUN: not hlo-opt %s --pipeline=gpu 2>&1 | FileCheck %s --check-prefix=NO-PIPELINE
// NO-PIPELINE: error: unknown pipeline `gpu`; known pipelines: cpu
// RUN: not hlo-opt %s --pipeline=cpu --stop-after=assembly 2>&1 | FileCheck %s --check-prefix=NO-LEVEL
// NO-LEVEL: error: unknown level `assembly`; the levels are hlo, linalg, loops, buffers, target
// RUN: not hlo-opt %s --stop-after=hlo 2>&1 | FileCheck %s --check-prefix=NO-ORDER
// NO-ORDER: error: --stop-after needs --pipeline
// RUN: not hlo-opt %s --pass-pipeline='builtin.module(hlo-simplify{depth=3})' 2>&1 | FileCheck %s --check-prefix=NO-OPTION
// NO-OPTION: depth
// RUN: not hlo-opt %t.none.mlir 2>&1 | FileCheck %s --check-prefix=NO-FILE
// NO-FILE: cannot open input file

func.func @main(%x: tensor<4xf32>, %y: tensor<4xf32>) -> tensor<4xf32> {
  %0 = stablehlo.add %x, %y : tensor<4xf32>
  %1 = stablehlo.add %x, %y : tensor<4xf32>
  %2 = stablehlo.add %0, %1 : tensor<4xf32>
  return %2 : tensor<4xf32>
}
