// RUN: hlo-opt %s --split-input-file --verify-diagnostics --pass-pipeline='builtin.module(hloom-verify-level{level=target})' | FileCheck %s

// CHECK-LABEL: llvm.func @main_kernel_0
// CHECK-LABEL: llvm.func @main
llvm.func @main_kernel_0(%a: !llvm.ptr, %begin: i64, %end: i64) attributes {hloom.tasks = 4 : i64, sym_visibility = "private"} {
  llvm.return
}
llvm.func @main(%a: !llvm.ptr, %r: !llvm.ptr, %arena: !llvm.ptr) attributes {hloom.inputs = 1 : i64, hloom.arena_bytes = 64 : i64, hloom.aliases = array<i64: 0, 0>} {
  %c0 = llvm.mlir.constant(0 : i64) : i64
  %c4 = llvm.mlir.constant(4 : i64) : i64
  llvm.call @main_kernel_0(%a, %c0, %c4) : (!llvm.ptr, i64, i64) -> ()
  llvm.return
}

// Backends without LLVM may keep other dialects.
// CHECK-LABEL: func.func @other_dialects
func.func @other_dialects(%x: memref<4xf32>) {
  %zero = arith.constant 0 : index
  %0 = memref.load %x[%zero] : memref<4xf32>
  memref.store %0, %x[%zero] : memref<4xf32>
  return
}

// -----

func.func @structured(%x: memref<4xf32>, %n: index) {
  %zero = arith.constant 0 : index
  %one = arith.constant 1 : index
  // expected-error @below {{`scf.for`: expected `hloom.scheduled` at levels `linalg` to `buffers`, found it at `target`}}
  scf.for %i = %zero to %n step %one {
    // The body of a named operation has no location.
    // expected-error@unknown {{`linalg.yield` must not remain at level `target`}}
    // expected-error @below {{`linalg.exp` must not remain at level `target`}}
    linalg.exp ins(%x : memref<4xf32>) outs(%x : memref<4xf32>)
  } {hloom.scheduled}
  return
}

// -----

llvm.func @misplaced(%a: !llvm.ptr) {
  // expected-error @below {{`llvm.load`: expected `hloom.tasks` on `func.func` or `llvm.func` only}}
  %0 = llvm.load %a {hloom.tasks = 4 : i64} : !llvm.ptr -> f32
  llvm.return
}

// -----

// expected-error @below {{`func.func` has a tensor, which must not remain at level `target`}}
func.func @tensors(%x: tensor<4xf32>) {
  return
}

// -----

func.func @memory() {
  // expected-error @below {{`memref.alloc` must not remain at level `target`}}
  %0 = memref.alloc() : memref<4xf32>
  return
}
