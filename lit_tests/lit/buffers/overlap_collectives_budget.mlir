// With a memory budget, no buffer lives longer for a collective. The target is of no use after this pass.
// RUN: hlo-opt %s --pass-pipeline='builtin.module(hloom-overlap-collectives)' | FileCheck %s

func.func private @hloom_call_0(memref<8192xf32>, memref<8192xf32>) attributes {hloom.runtime_call = {attributes = {call_target_name = "hloom.all_reduce", groups = [array<i64: 0, 1>]}, name = "stablehlo.custom_call", operands = [tensor<8192xf32>], results = [tensor<8192xf32>]}}

// CHECK-NOT: hloom.collective_end
// CHECK-LABEL: func @limited
// CHECK-NOT: memory_target
// CHECK: call @hloom_call_0
// CHECK-NEXT: linalg.copy
// CHECK-NEXT: return
func.func @limited(%a: memref<8192xf32>, %b: memref<8192xf32>, %r: memref<8192xf32>, %s: memref<8192xf32>) attributes {hloom.inputs = 2 : i64, hloom.memory_target = 64 : i64} {
  func.call @hloom_call_0(%a, %r) : (memref<8192xf32>, memref<8192xf32>) -> ()
  linalg.copy ins(%b : memref<8192xf32>) outs(%s : memref<8192xf32>)
  return
}
