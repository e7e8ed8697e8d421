// A thread for small messages does not pay off.
// RUN: hlo-opt %s --pass-pipeline='builtin.module(hloom-overlap-collectives)' | FileCheck %s

func.func private @hloom_call_0(memref<4xf32>, memref<4xf32>) attributes {hloom.runtime_call = {attributes = {call_target_name = "hloom.all_reduce", groups = [array<i64: 0, 1>]}, name = "stablehlo.custom_call", operands = [tensor<4xf32>], results = [tensor<4xf32>]}}

// CHECK-NOT: hloom.collective_end
// CHECK-LABEL: func @small
// CHECK: call @hloom_call_0
// CHECK-NEXT: linalg.copy
// CHECK-NEXT: return
func.func @small(%a: memref<4xf32>, %b: memref<4xf32>, %r: memref<4xf32>, %s: memref<4xf32>) attributes {hloom.inputs = 2 : i64} {
  func.call @hloom_call_0(%a, %r) : (memref<4xf32>, memref<4xf32>) -> ()
  linalg.copy ins(%b : memref<4xf32>) outs(%s : memref<4xf32>)
  return
}
