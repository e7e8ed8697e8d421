// A collective starts where it stands. A call before the first operation that uses its memory waits for it.
// RUN: hlo-opt %s --pass-pipeline='builtin.module(hloom-overlap-collectives)' | FileCheck %s

// CHECK-DAG: func.func private @hloom_call_0({{.*}}attributes = {asynchronous, call_target_name = "hloom.all_reduce"
// CHECK-DAG: func.func private @hloom_call_1({{.*}}attributes = {call_target_name = "hloom.all_reduce"
// CHECK-DAG: func.func private @hloom_call_2({{.*}}attributes = {call_target_name = "other"
// CHECK-DAG: func.func private @hloom_call_3({{.*}}attributes = {asynchronous, call_target_name = "hloom.all_gather"
// CHECK-DAG: func.func private @hloom_call_4(memref<8192xf32>, memref<8192xf32>) attributes {hloom.runtime_call = {attributes = {start = 0 : i64}, name = "hloom.collective_end", operands = [tensor<8192xf32>, tensor<8192xf32>], results = []}}
// CHECK-DAG: func.func private @hloom_call_5(memref<8192xf32>, memref<16384xf32>) attributes {hloom.runtime_call = {attributes = {start = 3 : i64}, name = "hloom.collective_end", operands = [tensor<8192xf32>, tensor<16384xf32>], results = []}}
func.func private @hloom_call_0(memref<8192xf32>, memref<8192xf32>) attributes {hloom.runtime_call = {attributes = {call_target_name = "hloom.all_reduce", groups = [array<i64: 0, 1>]}, name = "stablehlo.custom_call", operands = [tensor<8192xf32>], results = [tensor<8192xf32>]}}
func.func private @hloom_call_1(memref<8192xf32>, memref<8192xf32>) attributes {hloom.runtime_call = {attributes = {call_target_name = "hloom.all_reduce", groups = [array<i64: 0, 1>]}, name = "stablehlo.custom_call", operands = [tensor<8192xf32>], results = [tensor<8192xf32>]}}
func.func private @hloom_call_2(memref<8192xf32>, memref<8192xf32>) attributes {hloom.runtime_call = {attributes = {call_target_name = "other"}, name = "stablehlo.custom_call", operands = [tensor<8192xf32>], results = [tensor<8192xf32>]}}
func.func private @hloom_call_3(memref<8192xf32>, memref<16384xf32>) attributes {hloom.runtime_call = {attributes = {call_target_name = "hloom.all_gather", groups = [array<i64: 0, 1>]}, name = "stablehlo.custom_call", operands = [tensor<8192xf32>], results = [tensor<16384xf32>]}}

// CHECK-LABEL: func @main
// CHECK-SAME: (%[[A:.*]]: memref<8192xf32>, %[[B:.*]]: memref<8192xf32>, %[[R:.*]]: memref<8192xf32>, %[[S:.*]]: memref<16384xf32>)
func.func @main(%a: memref<8192xf32>, %b: memref<8192xf32>, %r: memref<8192xf32>, %s: memref<16384xf32>) attributes {hloom.inputs = 2 : i64} {
  %zero = arith.constant 0.0 : f32
  %sum = memref.alloc() : memref<8192xf32>
  %other = memref.alloc() : memref<8192xf32>
  // CHECK: call @hloom_call_0(%[[A]], %[[SUM:[a-z0-9_]+]])
  // CHECK-NEXT: linalg.fill
  // CHECK-NEXT: memref.subview %[[SUM]]
  // CHECK-NEXT: call @hloom_call_4(%[[A]], %[[SUM]])
  // CHECK-NEXT: linalg.fill
  func.call @hloom_call_0(%a, %sum) : (memref<8192xf32>, memref<8192xf32>) -> ()
  linalg.fill ins(%zero : f32) outs(%other : memref<8192xf32>)
  %part = memref.subview %sum[0] [2] [1] : memref<8192xf32> to memref<2xf32, strided<[1]>>
  linalg.fill ins(%zero : f32) outs(%part : memref<2xf32, strided<[1]>>)

  // Nothing is computed between the call and the first use.
  // CHECK: call @hloom_call_1
  // CHECK-NEXT: call @hloom_call_2
  func.call @hloom_call_1(%other, %sum) : (memref<8192xf32>, memref<8192xf32>) -> ()
  func.call @hloom_call_2(%sum, %other) : (memref<8192xf32>, memref<8192xf32>) -> ()

  // A result is not the memory of an argument. It must be complete at the end.
  // CHECK: call @hloom_call_3(%[[A]], %[[S]])
  // CHECK-NEXT: linalg.copy ins(%[[B]] : {{.*}}) outs(%[[R]]
  // CHECK-NEXT: call @hloom_call_5(%[[A]], %[[S]])
  // CHECK-NEXT: return
  func.call @hloom_call_3(%a, %s) : (memref<8192xf32>, memref<16384xf32>) -> ()
  linalg.copy ins(%b : memref<8192xf32>) outs(%r : memref<8192xf32>)
  return
}
