// A collective ends before an operation that may use the same memory.
// RUN: hlo-opt %s --pass-pipeline='builtin.module(hloom-overlap-collectives)' | FileCheck %s

func.func private @hloom_call_0(memref<8192xf32>, memref<8192xf32>) attributes {hloom.runtime_call = {attributes = {call_target_name = "hloom.all_reduce", groups = [array<i64: 0, 1>]}, name = "stablehlo.custom_call", operands = [tensor<8192xf32>], results = [tensor<8192xf32>]}}
func.func private @hloom_call_1(memref<8192xf32>, memref<8192xf32>) attributes {hloom.runtime_call = {attributes = {call_target_name = "hloom.all_reduce", groups = [array<i64: 0, 1>]}, name = "stablehlo.custom_call", operands = [tensor<8192xf32>], results = [tensor<8192xf32>]}}
func.func private @hloom_call_2(memref<8192xf32>, memref<8192xf32>) attributes {hloom.runtime_call = {attributes = {call_target_name = "hloom.all_reduce", groups = [array<i64: 0, 1>]}, name = "stablehlo.custom_call", operands = [tensor<8192xf32>], results = [tensor<8192xf32>]}}

// The result of the collective takes the memory of the second argument.
// CHECK-LABEL: func @donated
// CHECK-SAME: (%[[A:.*]]: memref<8192xf32>, %[[B:.*]]: memref<8192xf32>, %[[R:.*]]: memref<8192xf32>)
func.func @donated(%a: memref<8192xf32>, %b: memref<8192xf32>, %r: memref<8192xf32>) attributes {hloom.inputs = 2 : i64, hloom.aliases = array<i64: 0, 1>} {
  %x = memref.alloc() : memref<8192xf32>
  %y = memref.alloc() : memref<8192xf32>
  // CHECK: call @hloom_call_0(%[[A]], %[[R]])
  // CHECK-NEXT: linalg.copy
  // CHECK-NEXT: call @hloom_call_{{[3-5]}}(%[[A]], %[[R]])
  // CHECK-NEXT: linalg.copy ins(%[[B]]
  func.call @hloom_call_0(%a, %r) : (memref<8192xf32>, memref<8192xf32>) -> ()
  linalg.copy ins(%x : memref<8192xf32>) outs(%y : memref<8192xf32>)
  linalg.copy ins(%b : memref<8192xf32>) outs(%x : memref<8192xf32>)
  return
}

// A loop carries memory of unknown origin.
// CHECK-LABEL: func @unknown
func.func @unknown(%a: memref<8192xf32>, %r: memref<8192xf32>, %c: i1) attributes {hloom.inputs = 1 : i64} {
  %x = memref.alloc() : memref<8192xf32>
  %y = memref.alloc() : memref<8192xf32>
  %z = memref.alloc() : memref<8192xf32>
  %either = arith.select %c, %x, %y : memref<8192xf32>
  // CHECK: call @hloom_call_1
  // CHECK-NEXT: linalg.copy
  // CHECK-NEXT: call @hloom_call_{{[3-5]}}
  // CHECK-NEXT: linalg.copy
  func.call @hloom_call_1(%x, %r) : (memref<8192xf32>, memref<8192xf32>) -> ()
  linalg.copy ins(%y : memref<8192xf32>) outs(%z : memref<8192xf32>)
  linalg.copy ins(%z : memref<8192xf32>) outs(%either : memref<8192xf32>)
  return
}

// A collective in a loop ends in the same iteration.
// CHECK-LABEL: func @loop
func.func @loop(%a: memref<8192xf32>, %r: memref<8192xf32>) attributes {hloom.inputs = 1 : i64} {
  %zero = arith.constant 0 : index
  %one = arith.constant 1 : index
  %x = memref.alloc() : memref<8192xf32>
  %y = memref.alloc() : memref<8192xf32>
  // CHECK: scf.for
  // CHECK-NEXT: call @hloom_call_2
  // CHECK-NEXT: linalg.copy
  // CHECK-NEXT: call @hloom_call_{{[3-5]}}
  // CHECK-NEXT: }
  scf.for %i = %zero to %one step %one {
    func.call @hloom_call_2(%a, %r) : (memref<8192xf32>, memref<8192xf32>) -> ()
    linalg.copy ins(%x : memref<8192xf32>) outs(%y : memref<8192xf32>)
  }
  return
}
