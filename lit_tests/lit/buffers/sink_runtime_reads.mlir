// RUN: hlo-opt %s --pass-pipeline='builtin.module(func.func(hloom-sink-runtime-reads))' | FileCheck %s

// Both calls read a tensor immediately before they run; the second one does not read the memory that
// the first one wrote. Buffers that a call writes are unchanged.
// CHECK-LABEL: func.func @main
// CHECK-SAME: (%[[X:.*]]: tensor<4xf32>)
// CHECK-NEXT: %[[A:.*]] = memref.alloc()
// CHECK-NEXT: %[[B:.*]] = memref.alloc()
// CHECK-NEXT: %[[READ_X:.*]] = bufferization.to_buffer %[[X]] read_only : tensor<4xf32> to memref<4xf32>
// CHECK-NEXT: call @hloom_call_0(%[[READ_X]], %[[A]])
// CHECK-NEXT: %[[FIRST:.*]] = bufferization.to_tensor %[[A]]
// CHECK-NEXT: %[[READ_FIRST:.*]] = bufferization.to_buffer %[[FIRST]] read_only : tensor<4xf32> to memref<4xf32>
// CHECK-NEXT: call @hloom_call_0(%[[READ_FIRST]], %[[B]])
// CHECK-NEXT: %[[SECOND:.*]] = bufferization.to_tensor %[[B]]
// CHECK-NEXT: return %[[FIRST]], %[[SECOND]]
func.func private @hloom_call_0(memref<4xf32>, memref<4xf32>)
func.func @main(%x: tensor<4xf32>) -> (tensor<4xf32>, tensor<4xf32>) {
  %read = bufferization.to_buffer %x read_only : tensor<4xf32> to memref<4xf32>
  %a = memref.alloc() : memref<4xf32>
  %b = memref.alloc() : memref<4xf32>
  call @hloom_call_0(%read, %a) : (memref<4xf32>, memref<4xf32>) -> ()
  %first = bufferization.to_tensor %a restrict writable : memref<4xf32> to tensor<4xf32>
  call @hloom_call_0(%a, %b) : (memref<4xf32>, memref<4xf32>) -> ()
  %second = bufferization.to_tensor %b restrict writable : memref<4xf32> to tensor<4xf32>
  return %first, %second : tensor<4xf32>, tensor<4xf32>
}

// A read that CSE shares between calls is repeated, although an operation between them may write
// over the tensor.
// CHECK-LABEL: func.func @shared
// CHECK: %[[ONE:.*]] = bufferization.to_buffer %arg0 read_only
// CHECK-NEXT: call @hloom_call_0(%[[ONE]],
// CHECK: linalg.exp
// CHECK: %[[OTHER:.*]] = bufferization.to_buffer %arg0 read_only
// CHECK-NEXT: call @hloom_call_0(%[[OTHER]],
func.func @shared(%x: tensor<4xf32>) -> tensor<4xf32> {
  %read = bufferization.to_buffer %x read_only : tensor<4xf32> to memref<4xf32>
  %a = memref.alloc() : memref<4xf32>
  call @hloom_call_0(%read, %a) : (memref<4xf32>, memref<4xf32>) -> ()
  %0 = linalg.exp ins(%x : tensor<4xf32>) outs(%x : tensor<4xf32>) -> tensor<4xf32>
  %b = memref.alloc() : memref<4xf32>
  call @hloom_call_0(%read, %b) : (memref<4xf32>, memref<4xf32>) -> ()
  return %0 : tensor<4xf32>
}

// The same in a branch, where the tensor is defined outside of it.
// CHECK-LABEL: func.func @branch
// CHECK: %[[FIRST:.*]] = bufferization.to_tensor
// CHECK: scf.if
// CHECK: %[[READ:.*]] = bufferization.to_buffer %[[FIRST]] read_only
// CHECK-NEXT: func.call @hloom_call_0(%[[READ]],
func.func @branch(%p: i1, %x: tensor<4xf32>) -> tensor<4xf32> {
  %read = bufferization.to_buffer %x read_only : tensor<4xf32> to memref<4xf32>
  %a = memref.alloc() : memref<4xf32>
  call @hloom_call_0(%read, %a) : (memref<4xf32>, memref<4xf32>) -> ()
  %first = bufferization.to_tensor %a restrict writable : memref<4xf32> to tensor<4xf32>
  %result = scf.if %p -> tensor<4xf32> {
    %b = memref.alloc() : memref<4xf32>
    func.call @hloom_call_0(%a, %b) : (memref<4xf32>, memref<4xf32>) -> ()
    %second = bufferization.to_tensor %b restrict writable : memref<4xf32> to tensor<4xf32>
    scf.yield %second : tensor<4xf32>
  } else {
    scf.yield %first : tensor<4xf32>
  }
  return %result : tensor<4xf32>
}

// Calls of other functions, and buffers that stand for no tensor.
// CHECK-LABEL: func.func @unchanged
// CHECK-NEXT: %[[READ:.*]] = bufferization.to_buffer %arg0 read_only
// CHECK-NEXT: %[[A:.*]] = memref.alloc()
// CHECK-NEXT: call @other(%[[READ]], %[[A]])
// CHECK-NEXT: call @hloom_call_0(%arg1, %[[A]])
// CHECK-NEXT: return
func.func private @other(memref<4xf32>, memref<4xf32>)
func.func @unchanged(%x: tensor<4xf32>, %y: memref<4xf32>) {
  %read = bufferization.to_buffer %x read_only : tensor<4xf32> to memref<4xf32>
  %a = memref.alloc() : memref<4xf32>
  call @other(%read, %a) : (memref<4xf32>, memref<4xf32>) -> ()
  call @hloom_call_0(%y, %a) : (memref<4xf32>, memref<4xf32>) -> ()
  return
}
