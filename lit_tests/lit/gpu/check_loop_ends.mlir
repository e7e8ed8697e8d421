// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A loop of a kernel for Vulkan notes if the driver ends it while its condition holds.

// RUN: hlo-opt %s --pass-pipeline='builtin.module(gpu.module(hloom-check-loop-ends))' \
// RUN:   | FileCheck %s

gpu.module @kernels {
  spirv.GlobalVariable @hloom_arguments
    : !spirv.ptr<!spirv.struct<(i64 [0], i64 [8]), Block>, PushConstant>

  // CHECK-LABEL: spirv.func @count
  // CHECK: %[[SECOND:.*]] = spirv.AccessChain %{{.*}}[%{{.*}}] :
  // CHECK: %[[ADDRESS:.*]] = spirv.Load "PushConstant" %[[SECOND]] : i64
  // CHECK: %[[LAST:.*]] = spirv.Constant 63 : i64
  // CHECK: %[[HIDDEN:.*]] = spirv.ShiftRightLogical %[[ADDRESS]], %[[LAST]]
  // CHECK: %[[VARIABLE:.*]] = spirv.Variable : !spirv.ptr<i64, Function>
  // CHECK: spirv.mlir.loop
  // CHECK: %[[CONDITION:.*]] = spirv.SLessThan
  // CHECK: %[[SELECTED:.*]] = spirv.Select %[[CONDITION]], %[[ADDRESS]], %{{.*}} : i1, i64
  // CHECK: %[[KEPT:.*]] = spirv.BitwiseOr %[[SELECTED]], %[[HIDDEN]]
  // CHECK: spirv.Store "Function" %[[VARIABLE]], %[[KEPT]]
  // CHECK: spirv.BranchConditional %[[CONDITION]]
  // CHECK: spirv.mlir.merge
  // CHECK: %[[LOADED:.*]] = spirv.Load "Function" %[[VARIABLE]]
  // CHECK: %[[EARLY:.*]] = spirv.INotEqual %[[LOADED]], %{{.*}} : i64
  // CHECK: spirv.mlir.selection
  // CHECK: spirv.BranchConditional %[[EARLY]], ^[[WRITE:.*]], ^[[END:.*]]
  // CHECK: ^[[WRITE]]:
  // CHECK: %[[POINTER:.*]] = spirv.ConvertUToPtr %[[LOADED]]
  // CHECK: spirv.Store "PhysicalStorageBuffer" %[[POINTER]], %{{.*}} ["Aligned", 4] : i32
  // CHECK: spirv.Return
  spirv.func @count(%n: i32) "None" {
    %zero = spirv.Constant 0 : i32
    %one = spirv.Constant 1 : i32
    spirv.mlir.loop {
      spirv.Branch ^header(%zero : i32)
    ^header(%i: i32):
      %more = spirv.SLessThan %i, %n : i32
      spirv.BranchConditional %more, ^body, ^end
    ^body:
      %next = spirv.IAdd %i, %one : i32
      spirv.Branch ^header(%next : i32)
    ^end:
      spirv.mlir.merge
    }
    spirv.Return
  }

  // A function without loops stays as it is.
  // CHECK-LABEL: spirv.func @straight
  // CHECK-NEXT: spirv.Return
  spirv.func @straight() "None" {
    spirv.Return
  }
}
