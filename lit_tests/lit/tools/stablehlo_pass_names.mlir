// Passes answer to the names that they have in stablehlo-opt, without a warning.
// RUN: hlo-opt %s --stablehlo-aggressive-simplification -o %t.theirs.mlir 2>&1 | count 0
// RUN: hlo-opt %s --hlo-simplify -o %t.ours.mlir
// RUN: diff %t.theirs.mlir %t.ours.mlir
// RUN: FileCheck %s --input-file=%t.theirs.mlir
// CHECK-NOT: stablehlo.transpose
// RUN: hlo-opt %s --pass-pipeline='builtin.module(func.func(stablehlo-aggressive-simplification),stablehlo-legalize-to-linalg)' | FileCheck %s --check-prefix=LINALG
// LINALG: linalg.generic
// RUN: hlo-opt --help | FileCheck %s --check-prefix=HELP
// HELP: --stablehlo-refine-shapes {{ *}}- {{ *}}StableHLO's name of `hlo-refine-shapes`
// An option of theirs without an equivalent changes nothing.
// RUN: hlo-opt %s --stablehlo-aggressive-simplification=fold-op-element-limit=100 | diff - %t.ours.mlir
// Names of XLA's hlo-opt.
// RUN: hlo-opt %s --algsimp | diff - %t.ours.mlir
// RUN: hlo-opt %s --constant_folding -o /dev/null
func.func @main(%x: tensor<4x4xf32>) -> tensor<4x4xf32> {
  %0 = stablehlo.transpose %x, dims = [0, 1] : (tensor<4x4xf32>) -> tensor<4x4xf32>
  %1 = stablehlo.negate %0 : tensor<4x4xf32>
  return %1 : tensor<4x4xf32>
}
