// RUN: hlo-opt %s --split-input-file --verify-diagnostics --pass-pipeline='builtin.module(hloom-verify-level{level=buffers})' | FileCheck %s

// Temporaries are parts of the arena, or on the stack.
// CHECK-LABEL: func.func @main
func.func @main(%x: memref<4xf32>, %result: memref<4xf32>, %arena: memref<64xi8>) attributes {hloom.arena_bytes = 64 : i64, hloom.inputs = 1 : i64} {
  %zero = arith.constant 0 : index
  %temporary = memref.view %arena[%zero][] : memref<64xi8> to memref<4xf32>
  %small = memref.alloca() : memref<4xf32>
  linalg.exp ins(%x : memref<4xf32>) outs(%temporary : memref<4xf32>)
  linalg.exp ins(%temporary : memref<4xf32>) outs(%small : memref<4xf32>)
  linalg.exp ins(%small : memref<4xf32>) outs(%result : memref<4xf32>)
  return
}

// -----

func.func @memory() {
  // expected-error @below {{`memref.alloc` must not remain at level `buffers`}}
  %0 = memref.alloc() : memref<4xf32>
  // expected-error @below {{`memref.dealloc` must not remain at level `buffers`}}
  memref.dealloc %0 : memref<4xf32>
  return
}

// -----

// expected-error @below {{`func.func` has a tensor, which must not remain at level `buffers`}}
func.func @tensors(%x: tensor<4xf32>, %y: memref<4xf32>) {
  // expected-error @below {{`bufferization.to_buffer` must not remain at level `buffers`}}
  %0 = bufferization.to_buffer %x : tensor<4xf32> to memref<4xf32>
  // expected-error @below {{`tensor.empty` must not remain at level `buffers`}}
  %1 = tensor.empty() : tensor<4xf32>
  // expected-error @below {{`linalg.exp` has a tensor, which must not remain at level `buffers`}}
  %2 = linalg.exp ins(%x : tensor<4xf32>) outs(%1 : tensor<4xf32>) -> tensor<4xf32>
  // expected-error @below {{`arith.constant` has a tensor, which must not remain at level `buffers`}}
  %3 = arith.constant dense<1.0> : tensor<4xf32>
  return
}

// -----

// Only bodies return values. The runtime's functions are declarations.
func.func private @body(%x: f32) -> f32 attributes {hloom.body} {
  return %x : f32
}
func.func private @declared(%x: memref<4xf32>) -> i32
// expected-error @below {{function `@results` is not valid at level `buffers`: expected no results, found 1}}
func.func @results(%x: memref<4xf32>) -> memref<4xf32> {
  return %x : memref<4xf32>
}

// -----

// expected-error @below {{function `@no_arena` is not valid at level `buffers`: expected the arena `memref<64xi8>` as last argument, found `memref<4xf32>`}}
func.func @no_arena(%x: memref<4xf32>, %result: memref<4xf32>) attributes {hloom.arena_bytes = 64 : i64, hloom.inputs = 1 : i64} {
  return
}
// expected-error @below {{function `@no_size` is not valid at level `buffers`: expected `hloom.arena_bytes` beside `hloom.inputs`}}
func.func @no_size(%x: memref<4xf32>, %arena: memref<64xi8>) attributes {hloom.inputs = 1 : i64} {
  return
}

// -----

// The list is cumulative.
// expected-error @below {{`stablehlo.constant` must not remain at level `buffers`}}
%0 = stablehlo.constant dense<1.0> : tensor<f32>
