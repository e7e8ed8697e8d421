// RUN: not hlo-opt %s --hlo-to-linalg 2>&1 | FileCheck %s

// The lowering takes StableHLO operations. An operation of another dialect is reported as such, not
// as one without a lowering.
#id = affine_map<(d0) -> (d0)>
func.func @main(%x: tensor<4xf32>) -> tensor<4xf32> {
  // CHECK: refused_dialects.mlir:[[#@LINE+1]]:8: error: `stablehlo.partition_id` cannot be lowered to linalg: there is no lowering for it
  %0 = stablehlo.partition_id : tensor<ui32>
  // CHECK: refused_dialects.mlir:[[#@LINE+1]]:8: error: `tensor.empty` is not a StableHLO operation; level `hlo` takes stablehlo, chlo and func operations
  %1 = tensor.empty() : tensor<4xf32>
  // CHECK: refused_dialects.mlir:[[#@LINE+1]]:8: error: `linalg.generic` is not a StableHLO operation; level `hlo` takes stablehlo, chlo and func operations
  %2 = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel"]} ins(%x : tensor<4xf32>) outs(%1 : tensor<4xf32>) {
  ^bb0(%i: f32, %o: f32):
    // CHECK: refused_dialects.mlir:[[#@LINE+1]]:5: error: `linalg.yield` is not a StableHLO operation
    linalg.yield %i : f32
  } -> tensor<4xf32>
  return %2 : tensor<4xf32>
}
