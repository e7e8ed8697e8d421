// An entry point lists the variables that the threads of a block share, after those of all kernels.
// RUN: hlo-opt %s --pass-pipeline='builtin.module(gpu.module(hloom-emit-spirv-entries))' | FileCheck %s

// Variables of other kernels, and those that no kernel uses, are not in the list.
// CHECK: spirv.EntryPoint "GLCompute" @first, @hloom_arguments, @hloom_block, @hloom_thread, @hloom_blocks, @hloom_shared_first_0, @hloom_shared_first_1{{$}}
// CHECK: spirv.EntryPoint "GLCompute" @second, @hloom_arguments, @hloom_block, @hloom_thread, @hloom_blocks, @hloom_shared_second_0{{$}}
// CHECK: spirv.EntryPoint "GLCompute" @third, @hloom_arguments, @hloom_block, @hloom_thread, @hloom_blocks{{$}}
gpu.module @kernels {
  spirv.GlobalVariable @hloom_shared_first_0 : !spirv.ptr<!spirv.array<8 x i32>, Workgroup>
  spirv.GlobalVariable @hloom_shared_first_1 : !spirv.ptr<!spirv.array<4 x i32>, Workgroup>
  spirv.GlobalVariable @hloom_shared_second_0 : !spirv.ptr<!spirv.array<8 x i32>, Workgroup>
  spirv.GlobalVariable @hloom_shared_unused_0 : !spirv.ptr<!spirv.array<8 x i32>, Workgroup>
  spirv.GlobalVariable @hloom_arguments : !spirv.ptr<!spirv.struct<(i64 [0], i64 [8]), Block>, PushConstant>
  spirv.GlobalVariable @hloom_block built_in("WorkgroupId") : !spirv.ptr<vector<3xi32>, Input>
  spirv.GlobalVariable @hloom_thread built_in("LocalInvocationId") : !spirv.ptr<vector<3xi32>, Input>
  spirv.GlobalVariable @hloom_blocks built_in("NumWorkgroups") : !spirv.ptr<vector<3xi32>, Input>
  spirv.func @first(%a: i64) "None" attributes {gpu.kernel, gpu.known_block_size = array<i32: 64, 1, 1>} {
    %zero = spirv.Constant 0 : i32
    %second = spirv.mlir.addressof @hloom_shared_first_1 : !spirv.ptr<!spirv.array<4 x i32>, Workgroup>
    %first = spirv.mlir.addressof @hloom_shared_first_0 : !spirv.ptr<!spirv.array<8 x i32>, Workgroup>
    %again = spirv.mlir.addressof @hloom_shared_first_1 : !spirv.ptr<!spirv.array<4 x i32>, Workgroup>
    %block = spirv.mlir.addressof @hloom_block : !spirv.ptr<vector<3xi32>, Input>
    %0 = spirv.AccessChain %first[%zero] : !spirv.ptr<!spirv.array<8 x i32>, Workgroup>, i32 -> !spirv.ptr<i32, Workgroup>
    %1 = spirv.Load "Workgroup" %0 : i32
    %2 = spirv.AccessChain %second[%zero] : !spirv.ptr<!spirv.array<4 x i32>, Workgroup>, i32 -> !spirv.ptr<i32, Workgroup>
    spirv.Store "Workgroup" %2, %1 : i32
    spirv.Return
  }
  spirv.func @second(%a: i64) "None" attributes {gpu.kernel, gpu.known_block_size = array<i32: 64, 1, 1>} {
    %shared = spirv.mlir.addressof @hloom_shared_second_0 : !spirv.ptr<!spirv.array<8 x i32>, Workgroup>
    spirv.Return
  }
  spirv.func @third(%a: i64) "None" attributes {gpu.kernel, gpu.known_block_size = array<i32: 64, 1, 1>} {
    %thread = spirv.mlir.addressof @hloom_thread : !spirv.ptr<vector<3xi32>, Input>
    spirv.Return
  }
}
