// RUN: hlo-opt %s --split-input-file --verify-diagnostics --pass-pipeline='builtin.module(hloom-verify-level{level=linalg})' | FileCheck %s
// RUN: not hlo-opt %s --split-input-file --pass-pipeline='builtin.module(hloom-verify-level{level=hlo})' 2>&1 | FileCheck %s --check-prefix=HLO

// CHECK-LABEL: func.func @main
// HLO: error: `func.func`: expected `hloom.runtime_call` at levels `linalg` to `target`, found it at `hlo`
// HLO: error: `scf.for`: expected `hloom.scheduled` at levels `linalg` to `buffers`, found it at `hlo`
func.func private @hloom_call_0(memref<4xf32>, memref<4xf32>) attributes {hloom.runtime_call = {name = "stablehlo.fft"}}
func.func @main(%x: tensor<4xf32>, %n: index) -> tensor<4xf32> attributes {hloom.aliases = array<i64: 0, 0>} {
  %zero = arith.constant 0 : index
  %one = arith.constant 1 : index
  %read = bufferization.to_buffer %x read_only : tensor<4xf32> to memref<4xf32>
  %result = memref.alloc() : memref<4xf32>
  call @hloom_call_0(%read, %result) : (memref<4xf32>, memref<4xf32>) -> ()
  %y = bufferization.to_tensor %result restrict writable : memref<4xf32> to tensor<4xf32>
  %0 = scf.for %i = %zero to %n step %one iter_args(%a = %y) -> tensor<4xf32> {
    %1 = linalg.exp ins(%a : tensor<4xf32>) outs(%a : tensor<4xf32>) -> tensor<4xf32>
    scf.yield %1 : tensor<4xf32>
  } {hloom.scheduled}
  return %0 : tensor<4xf32>
}

// -----

sdy.mesh @mesh = <["x"=1]> // expected-error {{`sdy.mesh` must not remain at level `linalg`}}
func.func @hlo(%x: tensor<4xf32>) -> tensor<4xf32> {
  // expected-error @below {{`stablehlo.exponential` must not remain at level `linalg`}}
  %0 = stablehlo.exponential %x : tensor<4xf32>
  // expected-error @below {{`chlo.erf` must not remain at level `linalg`}}
  %1 = chlo.erf %0 : tensor<4xf32> -> tensor<4xf32>
  return %1 : tensor<4xf32>
}

// -----

// expected-error @below {{`func.func` has element type `ui32`, which must not remain at level `linalg`}}
func.func @unsigned(%x: tensor<4xui32>) {
  return
}
