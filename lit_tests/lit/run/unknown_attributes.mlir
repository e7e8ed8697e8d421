// Attributes `hloom.*` that passes did not write are errors of the program, on every platform.
// REQUIRES: cpu
// RUN: not hlo-run %s --split-input-file --input random 2>&1 | FileCheck %s --implicit-check-not='internal error'
// RUN: not hlo-run %s --split-input-file --input random --platform interpreter 2>&1 | FileCheck %s --check-prefix=INTERPRETER
// CHECK: unknown_attributes.mlir:[[@LINE+5]]:8: error: `stablehlo.add`: unknown attribute `hloom.tile`; the prefix `hloom` is reserved for attributes between passes
// CHECK-NEXT: unknown_attributes.mlir:[[@LINE+5]]:8: error: `stablehlo.multiply`: expected `hloom.body` on `func.func` or `llvm.func` or `spirv.func` only
// INTERPRETER: unknown_attributes.mlir:[[@LINE+3]]:8: error: `stablehlo.add`: unknown attribute `hloom.tile`; the prefix `hloom` is reserved for attributes between passes
// INTERPRETER-NEXT: unknown_attributes.mlir:[[@LINE+3]]:8: error: `stablehlo.multiply`: expected `hloom.body` on `func.func` or `llvm.func` or `spirv.func` only
func.func @main(%x: tensor<4xf32>) -> tensor<4xf32> {
  %0 = stablehlo.add %x, %x {hloom.tile = 8 : i64} : tensor<4xf32>
  %1 = stablehlo.multiply %0, %0 {hloom.body} : tensor<4xf32>
  return %1 : tensor<4xf32>
}

// -----

// CHECK-NEXT: unknown_attributes.mlir:[[@LINE+2]]:8: error: `stablehlo.negate`: expected `hloom.scheduled` at levels `linalg` to `buffers`, found it at `hlo`
func.func @main(%x: tensor<4xf32>) -> tensor<4xf32> {
  %0 = stablehlo.negate %x {hloom.scheduled} : tensor<4xf32>
  return %0 : tensor<4xf32>
}
