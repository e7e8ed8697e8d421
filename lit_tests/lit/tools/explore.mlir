// The pages of hlo-opt and hlo-run, and the requests that they refuse.
// REQUIRES: cpu, hexagon, interpreter

// RUN: hlo-opt %s --pipeline=cpu --explore=%t.html 2>&1 | FileCheck %s --check-prefix=SIZE
// RUN: FileCheck %s --check-prefix=PAGE --input-file=%t.html
// RUN: hlo-run %s --input random --explore %t.html --benchmark 1 2>&1 | FileCheck %s --check-prefix=SIZE
// RUN: hlo-opt %s --pipeline=hexagon --explore=%t.html 2>&1 | FileCheck %s --check-prefix=SIZE
// SIZE: html: {{[0-9.]+}} KiB, 3 operations, {{[0-9]+}} pass steps
// PAGE: <!DOCTYPE html>
// PAGE: <title>{{.*}}explore.mlir on cpu</title>
// PAGE: id="data">H4sI

// RUN: not hlo-opt %s --pipeline=none --explore=%t.html 2>&1 | FileCheck %s --check-prefix=PIPELINE
// PIPELINE: error: unknown pipeline `none`; known pipelines: {{.*}}cpu

// RUN: not hlo-opt %s --explore=%t.html 2>&1 | FileCheck %s --check-prefix=MISSING
// MISSING: error: the following required arguments were not provided:
// MISSING-NEXT: --pipeline <NAME>

// RUN: not hlo-run %s --input random --platform interpreter --explore %t.html 2>&1 | FileCheck %s --check-prefix=PLATFORM
// PLATFORM: error: platform `interpreter` does not support profiles

// RUN: not hlo-run %s %s --explore %t.html 2>&1 | FileCheck %s --check-prefix=SEVERAL
// SEVERAL: error: --explore: expected one program on one device, found several

// RUN: not hlo-opt %s --pipeline=cpu --explore=%t/none/a.html 2>&1 | FileCheck %s --check-prefix=FOLDER
// FOLDER: error: {{.*}}none/a.html: No such file or directory

// RUN: hlo-opt --help | FileCheck %s --check-prefix=HELP
// HELP: --explore=<file>

func.func @main(%x: tensor<4x8xf32>) -> tensor<4x8xf32> {
  %0 = stablehlo.tanh %x : tensor<4x8xf32>
  %1 = stablehlo.add %0, %x : tensor<4x8xf32>
  return %1 : tensor<4x8xf32>
}
