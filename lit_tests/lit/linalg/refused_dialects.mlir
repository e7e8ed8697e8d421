// RUN: not hlo-opt %s --hlo-to-linalg 2>&1 | FileCheck %s

// The lowering takes StableHLO and operations of level `linalg`. An operation of another dialect is
// reported as such, not as one without a lowering.
func.func @main(%x: tensor<4xf32>) -> tensor<4xf32> {
  %size = arith.constant 4 : index
  // CHECK: refused_dialects.mlir:[[#@LINE+1]]:8: error: `stablehlo.partition_id` cannot be lowered to linalg: hloom has no lowering for this operation
  %0 = stablehlo.partition_id : tensor<ui32>
  // CHECK: refused_dialects.mlir:[[#@LINE+1]]:8: error: `memref.alloc` is not a StableHLO operation; level `hlo` takes operations of stablehlo, chlo and func, and of arith, complex, linalg, math, scf, tensor; functions on memrefs begin at level `buffers` (--start-at=buffers)
  %1 = memref.alloc() : memref<4xf32>
  // CHECK: refused_dialects.mlir:[[#@LINE+1]]:8: error: `tensor.empty` cannot be lowered to linalg: expected a static shape, found `tensor<?xf32>`
  %2 = tensor.empty(%size) : tensor<?xf32>
  return %x : tensor<4xf32>
}
