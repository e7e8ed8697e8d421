// Each kernel has an entry point without arguments, which loads those of the kernel.
// RUN: hlo-opt %s --pass-pipeline='builtin.module(gpu.module(hloom-emit-spirv-entries))' | FileCheck %s

// The first push constant is the address of the table of arguments. Sums and products are not
// contracted, also in functions that kernels call, and each width of floats has its modes.
// CHECK: gpu.module @kernels {
// CHECK-NEXT: spirv.GlobalVariable @hloom_arguments : !spirv.ptr<!spirv.struct<(i64 [0], i64 [8]), Block>, PushConstant>
// CHECK: spirv.func @body(
// CHECK-NEXT: spirv.FAdd %{{.*}} {no_contraction} : f32
// CHECK-NEXT: spirv.FSub %{{.*}} {no_contraction} : f32
// CHECK-NEXT: spirv.FMul %{{.*}} {no_contraction} : f32
// CHECK-NEXT: spirv.FDiv %{{.*}} {no_contraction} : f32
// CHECK-NEXT: spirv.FMul %{{.*}} {no_contraction} : f64
// CHECK-NEXT: spirv.IAdd %{{[^{]*}} : i32
// CHECK: spirv.func @hloom_scale(%{{.*}}: i64, %{{.*}}: i64) "None" {
// CHECK: spirv.func @hloom_none() "None" {
// CHECK: spirv.func @scale() "None" attributes {gpu.kernel} {
// CHECK: %[[VARIABLE:.*]] = spirv.mlir.addressof @hloom_arguments
// CHECK: %[[FIELD:.*]] = spirv.AccessChain %[[VARIABLE]][%cst0_i32]
// CHECK: %[[ARRAY:.*]] = spirv.Load "PushConstant" %[[FIELD]] : i64
// CHECK: %[[FIRST:.*]] = spirv.IAdd %[[ARRAY]], %cst0_i64 : i64
// CHECK: %[[A_POINTER:.*]] = spirv.ConvertUToPtr %[[FIRST]] : i64 to !spirv.ptr<i64, PhysicalStorageBuffer>
// CHECK: %[[A:.*]] = spirv.Load "PhysicalStorageBuffer" %[[A_POINTER]] ["Aligned", 8] : i64
// CHECK: %[[SECOND:.*]] = spirv.IAdd %[[ARRAY]], %cst8_i64 : i64
// CHECK: %[[B_POINTER:.*]] = spirv.ConvertUToPtr %[[SECOND]]
// CHECK: %[[B:.*]] = spirv.Load "PhysicalStorageBuffer" %[[B_POINTER]] ["Aligned", 8] : i64
// CHECK: spirv.FunctionCall @hloom_scale(%[[A]], %[[B]]) : (i64, i64) -> ()
// CHECK-NEXT: spirv.Return
// CHECK-NEXT: }
// CHECK-NEXT: spirv.EntryPoint "GLCompute" @scale, @hloom_arguments, @hloom_block, @hloom_thread, @hloom_blocks
// CHECK-NEXT: spirv.ExecutionMode @scale "LocalSize", 250, 1, 1
// CHECK-NEXT: spirv.ExecutionMode @scale "SignedZeroInfNanPreserve", 32
// CHECK-NEXT: spirv.ExecutionMode @scale "RoundingModeRTE", 32
// CHECK-NEXT: spirv.ExecutionMode @scale "SignedZeroInfNanPreserve", 64
// CHECK-NEXT: spirv.ExecutionMode @scale "RoundingModeRTE", 64
// A kernel without arguments.
// CHECK-NEXT: spirv.func @none() "None" attributes {gpu.kernel} {
// CHECK: spirv.FunctionCall @hloom_none() : () -> ()
// CHECK: spirv.EntryPoint "GLCompute" @none, @hloom_arguments, @hloom_block, @hloom_thread, @hloom_blocks
// CHECK-NEXT: spirv.ExecutionMode @none "LocalSize", 1, 1, 1
// CHECK-NOT: spirv.EntryPoint
gpu.module @kernels {
  spirv.GlobalVariable @hloom_arguments : !spirv.ptr<!spirv.struct<(i64 [0], i64 [8]), Block>, PushConstant>
  spirv.GlobalVariable @hloom_block built_in("WorkgroupId") : !spirv.ptr<vector<3xi32>, Input>
  spirv.GlobalVariable @hloom_thread built_in("LocalInvocationId") : !spirv.ptr<vector<3xi32>, Input>
  spirv.GlobalVariable @hloom_blocks built_in("NumWorkgroups") : !spirv.ptr<vector<3xi32>, Input>
  spirv.func @body(%x: f32, %y: f64, %i: i32) -> f32 "None" {
    %0 = spirv.FAdd %x, %x : f32
    %1 = spirv.FSub %0, %x : f32
    %2 = spirv.FMul %1, %x : f32
    %3 = spirv.FDiv %2, %x : f32
    %4 = spirv.FMul %y, %y : f64
    %5 = spirv.IAdd %i, %i : i32
    spirv.ReturnValue %3 : f32
  }
  spirv.func @scale(%a: i64, %b: i64) "None" attributes {gpu.kernel, gpu.known_block_size = array<i32: 250, 1, 1>, llvm.bareptr} {
    spirv.Return
  }
  spirv.func @none() "None" attributes {gpu.kernel, gpu.known_block_size = array<i32: 1, 1, 1>} {
    spirv.Return
  }
}
