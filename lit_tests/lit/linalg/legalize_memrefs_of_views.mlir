// RUN: hlo-opt %s --split-input-file --pass-pipeline='builtin.module(hloom-legalize-memrefs)' -verify-diagnostics | FileCheck %s

// Upstream's analysis takes the memory of different values for different memory, so that it must not
// see these loops: each iteration reads what the one before has written.
// CHECK-LABEL: func @views(
// CHECK-NOT: scf.parallel
// CHECK: scf.for
// CHECK: return
func.func @views(%x: memref<8xf32>) {
  %view = memref.expand_shape %x [[0, 1]] output_shape [2, 4] : memref<8xf32> into memref<2x4xf32>
  affine.for %i = 0 to 7 {
    %0 = affine.load %view[%i floordiv 4, %i mod 4] : memref<2x4xf32>
    affine.store %0, %x[%i + 1] : memref<8xf32>
  }
  return
}

// -----

// expected-error @below {{`func.func` on memrefs: expected memrefs as arguments of the function, found `f32`}}
func.func @scalar(%x: memref<4xf32>, %y: f32) {
  %t = memref.alloc() : memref<64xi8>
  %zero = arith.constant 0 : index
  // expected-error @below {{`memref.view` on memrefs: hloom has no lowering for this operation}}
  %0 = memref.view %t[%zero][] : memref<64xi8> to memref<16xf32>
  memref.store %y, %0[%zero] : memref<16xf32>
  return
}

// -----

// expected-error @below {{expected a static shape, the identity layout and the default memory space, found `memref<?xf32>`}}
func.func @dynamic(%x: memref<?xf32>) {
  return
}

// -----

func.func private @external(memref<4xf32>)
func.func @calls(%x: memref<4xf32>) {
  // expected-error @below {{`func.call` on memrefs: expected a call that can be inlined, found a call of `@external`}}
  call @external(%x) : (memref<4xf32>) -> ()
  return
}

// -----

func.func @other_dialect(%x: memref<4xf32>) {
  // expected-error @below {{`bufferization.to_tensor` on memrefs: expected an operation of affine, arith, complex, func, linalg, math, memref, scf}}
  %0 = bufferization.to_tensor %x restrict : memref<4xf32> to tensor<4xf32>
  // expected-error @below {{`check.expect_eq` on memrefs: expected an operation of}}
  check.expect_eq %0, %0 : tensor<4xf32>
  return
}

// -----

// The content of a variable would outlive the run.
memref.global "private" @variable : memref<4xf32> = dense<0.0>
memref.global "private" constant @constant : memref<4xf32> = dense<0.0>
func.func @globals(%x: memref<4xf32>) {
  // expected-error @below {{`memref.get_global` on memrefs: expected a constant `memref.global`, found a variable}}
  %0 = memref.get_global @variable : memref<4xf32>
  memref.copy %0, %x : memref<4xf32> to memref<4xf32>
  %1 = memref.get_global @constant : memref<4xf32>
  memref.copy %1, %x : memref<4xf32> to memref<4xf32>
  return
}

// -----

// Kernels do not run iterations in the order of upstream's loops.
func.func @in_place(%x: memref<4x4xf32>) {
  linalg.exp ins(%x : memref<4x4xf32>) outs(%x : memref<4x4xf32>)
  // expected-error @below {{`linalg.generic` on memrefs: an output and another operand share memory, but differ in the memref or in the indexing map}}
  linalg.transpose ins(%x : memref<4x4xf32>) outs(%x : memref<4x4xf32>) permutation = [1, 0]
  return
}

// -----

// expected-error @below {{`func.func`: the name `hloom_call_0` is reserved for runtime calls; rename the function}}
func.func @hloom_call_0(%x: memref<4xf32>) {
  return
}
