// Entry points have the modes of the floats with which their module computes.
// RUN: hlo-opt %s --split-input-file --verify-diagnostics --pass-pipeline='builtin.module(gpu.module(hloom-emit-spirv-entries))' | FileCheck %s

// Kernels without floats have no modes of floats.
// CHECK: spirv.EntryPoint "GLCompute" @integers,
// CHECK-NEXT: spirv.ExecutionMode @integers "LocalSize", 64, 1, 1
// CHECK-NEXT: }
gpu.module @integer_kernels {
  spirv.GlobalVariable @hloom_arguments : !spirv.ptr<!spirv.struct<(i64 [0], i64 [8]), Block>, PushConstant>
  spirv.GlobalVariable @hloom_block built_in("WorkgroupId") : !spirv.ptr<vector<3xi32>, Input>
  spirv.GlobalVariable @hloom_thread built_in("LocalInvocationId") : !spirv.ptr<vector<3xi32>, Input>
  spirv.GlobalVariable @hloom_blocks built_in("NumWorkgroups") : !spirv.ptr<vector<3xi32>, Input>
  spirv.func @integers(%a: i64) "None" attributes {gpu.kernel, gpu.known_block_size = array<i32: 64, 1, 1>} {
    %0 = spirv.IAdd %a, %a : i64
    spirv.Return
  }
}

// -----
// A vector computes with the floats of its elements.
// CHECK: spirv.ExecutionMode @vectors "SignedZeroInfNanPreserve", 16
// CHECK-NEXT: spirv.ExecutionMode @vectors "RoundingModeRTE", 16
gpu.module @vector_kernels {
  spirv.GlobalVariable @hloom_arguments : !spirv.ptr<!spirv.struct<(i64 [0], i64 [8]), Block>, PushConstant>
  spirv.GlobalVariable @hloom_block built_in("WorkgroupId") : !spirv.ptr<vector<3xi32>, Input>
  spirv.GlobalVariable @hloom_thread built_in("LocalInvocationId") : !spirv.ptr<vector<3xi32>, Input>
  spirv.GlobalVariable @hloom_blocks built_in("NumWorkgroups") : !spirv.ptr<vector<3xi32>, Input>
  spirv.func @vectors() "None" attributes {gpu.kernel, gpu.known_block_size = array<i32: 64, 1, 1>} {
    %0 = spirv.Constant dense<1.0> : vector<2xf16>
    spirv.Return
  }
}

// -----
// A module without kernels is unchanged.
// CHECK: gpu.module @empty {
// CHECK-NEXT: }
gpu.module @empty {
}

// -----
gpu.module @unsized_kernels {
  // expected-error @below {{`spirv.func`: expected a kernel with the attribute `gpu.known_block_size`}}
  spirv.func @unsized(%a: i64) "None" attributes {gpu.kernel} {
    spirv.Return
  }
}
