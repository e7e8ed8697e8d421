// Collectives move up to their operands, and the uses of their results move down.
// RUN: hlo-opt %s --pass-pipeline='builtin.module(func.func(hloom-rematerialize),hloom-schedule-collectives)' | FileCheck %s

func.func private @hloom_call_0(memref<4xf32>, memref<4xf32>) attributes {hloom.runtime_call = {attributes = {call_target_name = "hloom.all_reduce", groups = [array<i64: 0, 1>]}, name = "stablehlo.custom_call", operands = [tensor<4xf32>], results = [tensor<4xf32>]}}
func.func private @hloom_call_1(memref<4xf32>, memref<4xf32>) attributes {hloom.runtime_call = {attributes = {call_target_name = "hloom.all_reduce", groups = [array<i64: 0, 1>]}, name = "stablehlo.custom_call", operands = [tensor<4xf32>], results = [tensor<4xf32>]}}
func.func private @hloom_call_2(memref<4xf32>, memref<4xf32>) attributes {hloom.runtime_call = {attributes = {call_target_name = "print"}, name = "stablehlo.custom_call", operands = [tensor<4xf32>], results = [tensor<4xf32>]}}

// CHECK-LABEL: func @gradients
func.func @gradients(%a: tensor<4xf32>, %b: tensor<4xf32>) -> (tensor<4xf32>, tensor<4xf32>) {
  // CHECK: %[[X:.*]] = linalg.exp
  // CHECK-NEXT: %[[READ:.*]] = bufferization.to_buffer %[[X]]
  // CHECK-NEXT: %[[TO:.*]] = memref.alloc
  // CHECK-NEXT: call @hloom_call_0(%[[READ]], %[[TO]])
  // CHECK-NEXT: %[[SUM:.*]] = bufferization.to_tensor %[[TO]]
  // CHECK-NEXT: %[[Y:.*]] = linalg.tanh
  // CHECK-NEXT: bufferization.to_buffer %[[Y]]
  // CHECK-NEXT: memref.alloc
  // CHECK-NEXT: call @hloom_call_1
  // CHECK-NEXT: bufferization.to_tensor
  // CHECK-NEXT: linalg.negf
  // CHECK-NEXT: linalg.abs
  %x = linalg.exp ins(%a : tensor<4xf32>) outs(%a : tensor<4xf32>) -> tensor<4xf32>
  %y = linalg.tanh ins(%x : tensor<4xf32>) outs(%a : tensor<4xf32>) -> tensor<4xf32>
  %0 = bufferization.to_buffer %x read_only : tensor<4xf32> to memref<4xf32>
  %1 = memref.alloc() : memref<4xf32>
  func.call @hloom_call_0(%0, %1) : (memref<4xf32>, memref<4xf32>) -> ()
  %2 = bufferization.to_tensor %1 restrict writable : memref<4xf32> to tensor<4xf32>
  %u = linalg.negf ins(%2 : tensor<4xf32>) outs(%b : tensor<4xf32>) -> tensor<4xf32>
  %3 = bufferization.to_buffer %y read_only : tensor<4xf32> to memref<4xf32>
  %4 = memref.alloc() : memref<4xf32>
  func.call @hloom_call_1(%3, %4) : (memref<4xf32>, memref<4xf32>) -> ()
  %5 = bufferization.to_tensor %4 restrict writable : memref<4xf32> to tensor<4xf32>
  %v = linalg.abs ins(%5 : tensor<4xf32>) outs(%b : tensor<4xf32>) -> tensor<4xf32>
  return %u, %v : tensor<4xf32>, tensor<4xf32>
}

// Other runtime calls keep their places. A use moves down to a call that needs it.
// CHECK-LABEL: func @order
func.func @order(%a: tensor<4xf32>, %b: tensor<4xf32>) -> (tensor<4xf32>, tensor<4xf32>) {
  // CHECK: call @hloom_call_0
  // CHECK: linalg.exp
  // CHECK-NEXT: linalg.negf
  // CHECK: call @hloom_call_2
  // CHECK: call @hloom_call_1
  %0 = bufferization.to_buffer %a read_only : tensor<4xf32> to memref<4xf32>
  %1 = memref.alloc() : memref<4xf32>
  func.call @hloom_call_0(%0, %1) : (memref<4xf32>, memref<4xf32>) -> ()
  %2 = bufferization.to_tensor %1 restrict writable : memref<4xf32> to tensor<4xf32>
  %u = linalg.negf ins(%2 : tensor<4xf32>) outs(%b : tensor<4xf32>) -> tensor<4xf32>
  %x = linalg.exp ins(%a : tensor<4xf32>) outs(%a : tensor<4xf32>) -> tensor<4xf32>
  %3 = bufferization.to_buffer %u read_only : tensor<4xf32> to memref<4xf32>
  %4 = memref.alloc() : memref<4xf32>
  func.call @hloom_call_2(%3, %4) : (memref<4xf32>, memref<4xf32>) -> ()
  %5 = bufferization.to_tensor %4 restrict writable : memref<4xf32> to tensor<4xf32>
  %6 = bufferization.to_buffer %x read_only : tensor<4xf32> to memref<4xf32>
  %7 = memref.alloc() : memref<4xf32>
  func.call @hloom_call_1(%6, %7) : (memref<4xf32>, memref<4xf32>) -> ()
  %8 = bufferization.to_tensor %7 restrict writable : memref<4xf32> to tensor<4xf32>
  return %5, %8 : tensor<4xf32>, tensor<4xf32>
}

// With a limit for memory, the order remains.
// CHECK-LABEL: func @limited
func.func @limited(%a: tensor<4xf32>) -> (tensor<4xf32>, tensor<4xf32>) attributes {hloom.memory_target = 64 : i64} {
  // CHECK: linalg.exp
  // CHECK-NEXT: linalg.tanh
  // CHECK-NEXT: bufferization.to_buffer
  %x = linalg.exp ins(%a : tensor<4xf32>) outs(%a : tensor<4xf32>) -> tensor<4xf32>
  %y = linalg.tanh ins(%x : tensor<4xf32>) outs(%a : tensor<4xf32>) -> tensor<4xf32>
  %0 = bufferization.to_buffer %x read_only : tensor<4xf32> to memref<4xf32>
  %1 = memref.alloc() : memref<4xf32>
  func.call @hloom_call_0(%0, %1) : (memref<4xf32>, memref<4xf32>) -> ()
  %2 = bufferization.to_tensor %1 restrict writable : memref<4xf32> to tensor<4xf32>
  return %y, %2 : tensor<4xf32>, tensor<4xf32>
}

// A collective stays after the collective that wrote its operand.
// CHECK-LABEL: func @chain
func.func @chain(%a: tensor<4xf32>, %b: tensor<4xf32>) -> (tensor<4xf32>, tensor<4xf32>) {
  // CHECK: call @hloom_call_0(%{{.*}}, %[[X:.*]]) :
  // CHECK: call @hloom_call_1(%[[X]], %{{.*}}) :
  // CHECK: linalg.exp
  %x = linalg.exp ins(%b : tensor<4xf32>) outs(%b : tensor<4xf32>) -> tensor<4xf32>
  %0 = bufferization.to_buffer %a read_only : tensor<4xf32> to memref<4xf32>
  %1 = memref.alloc() : memref<4xf32>
  func.call @hloom_call_0(%0, %1) : (memref<4xf32>, memref<4xf32>) -> ()
  %2 = memref.alloc() : memref<4xf32>
  func.call @hloom_call_1(%1, %2) : (memref<4xf32>, memref<4xf32>) -> ()
  %3 = bufferization.to_tensor %2 restrict writable : memref<4xf32> to tensor<4xf32>
  return %3, %x : tensor<4xf32>, tensor<4xf32>
}
