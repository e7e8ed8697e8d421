// RUN: hlo-opt %s --pass-pipeline='builtin.module(hloom-mark-bare-pointers)' | FileCheck %s
// RUN: hlo-opt %s --pass-pipeline='builtin.module(hloom-mark-bare-pointers,convert-to-llvm)' | FileCheck %s --check-prefix=LLVM

// Functions keep their other attributes.
// CHECK-LABEL: func.func @f(
// CHECK-SAME: attributes {hloom.tasks = 2 : i64, llvm.bareptr}
// LLVM-LABEL: llvm.func @f(%arg0: !llvm.ptr {llvm.noalias})
func.func @f(%a: memref<8xf32> {llvm.noalias}) attributes {hloom.tasks = 2 : i64} {
  return
}

// Declarations are marked, too, and calls pass pointers.
// CHECK: func.func private @g(memref<8xf32>) attributes {llvm.bareptr}
// LLVM: llvm.func @g(!llvm.ptr)
// LLVM: llvm.call @g(%{{.*}}) : (!llvm.ptr) -> ()
func.func private @g(memref<8xf32>)
func.func @h(%a: memref<8xf32>) {
  func.call @g(%a) : (memref<8xf32>) -> ()
  return
}

// LLVM has no bare pointer for a memref whose strides are 0.
// CHECK: func.func private @none(memref<0xf32>, memref<2xf32>) attributes {llvm.bareptr}
// CHECK-LABEL: func.func @calls_with_none
// CHECK: %[[FLAT:.*]] = memref.reinterpret_cast %{{.*}} to offset: [0], sizes: [0], strides: [1]
// CHECK: call @none(%[[FLAT]], %{{.*}}) : (memref<0xf32>, memref<2xf32>) -> ()
// LLVM: llvm.func @none(!llvm.ptr, !llvm.ptr)
// LLVM: llvm.call @none(%{{.*}}, %{{.*}}) : (!llvm.ptr, !llvm.ptr) -> ()
func.func private @none(memref<2x0xf32>, memref<2xf32>)
func.func @calls_with_none(%bytes: memref<0xi8>, %b: memref<2xf32>) {
  %zero = arith.constant 0 : index
  %a = memref.view %bytes[%zero][] : memref<0xi8> to memref<2x0xf32>
  func.call @none(%a, %b) : (memref<2x0xf32>, memref<2xf32>) -> ()
  return
}
