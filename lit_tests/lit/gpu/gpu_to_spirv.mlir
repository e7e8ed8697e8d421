// Kernels become functions that read the numbers of their block and thread from built-in variables.
// RUN: hlo-opt %s --split-input-file --verify-diagnostics --pass-pipeline='builtin.module(gpu.module(hloom-gpu-to-spirv))' | FileCheck %s

// The module gets the target environment and the variables, and functions that kernels call stay
// functions. A launch has rows of blocks: the number of a block counts those of the rows before.
// CHECK: gpu.module @kernels attributes {spirv.target_env = #spirv.target_env<#spirv.vce<v1.5, [Shader, {{.*}}PhysicalStorageBufferAddresses, {{.*}}], []>, api=Vulkan, #spirv.resource_limits<>>} {
// CHECK-NEXT: spirv.GlobalVariable @hloom_arguments : !spirv.ptr<!spirv.struct<(i64 [0], i64 [8]), Block>, PushConstant>
// CHECK-NEXT: spirv.GlobalVariable @hloom_block built_in("WorkgroupId") : !spirv.ptr<vector<3xi32>, Input>
// CHECK-NEXT: spirv.GlobalVariable @hloom_thread built_in("LocalInvocationId") : !spirv.ptr<vector<3xi32>, Input>
// CHECK-NEXT: spirv.GlobalVariable @hloom_blocks built_in("NumWorkgroups") : !spirv.ptr<vector<3xi32>, Input>
// CHECK-NEXT: func.func private @body(%{{.*}}: f32) -> f32 attributes {hloom.body, llvm.bareptr}
// CHECK: func.func @scale(%[[A:.*]]: memref<1000xf32> {llvm.noalias}, %[[B:.*]]: memref<1000xf32>) attributes {gpu.kernel, gpu.known_block_size = array<i32: 250, 1, 1>, llvm.bareptr} {
// CHECK: %[[BLOCK_ADDRESS:.*]] = spirv.mlir.addressof @hloom_block
// CHECK-NEXT: %[[BLOCK_IDS:.*]] = spirv.Load "Input" %[[BLOCK_ADDRESS]] : vector<3xi32>
// CHECK-NEXT: %[[Y:.*]] = spirv.CompositeExtract %[[BLOCK_IDS]][1 : i32]
// CHECK-NEXT: %[[ROW:.*]] = arith.index_castui %[[Y]] : i32 to index
// CHECK-NEXT: %[[SIZES_ADDRESS:.*]] = spirv.mlir.addressof @hloom_blocks
// CHECK-NEXT: %[[SIZES:.*]] = spirv.Load "Input" %[[SIZES_ADDRESS]] : vector<3xi32>
// CHECK-NEXT: %[[COUNT:.*]] = spirv.CompositeExtract %[[SIZES]][0 : i32]
// CHECK-NEXT: %[[ROW_SIZE:.*]] = arith.index_castui %[[COUNT]] : i32 to index
// CHECK-NEXT: %[[ROWS:.*]] = arith.muli %[[ROW]], %[[ROW_SIZE]] : index
// CHECK: %[[X:.*]] = spirv.CompositeExtract %{{.*}}[0 : i32]
// CHECK-NEXT: %[[COLUMN:.*]] = arith.index_castui %[[X]] : i32 to index
// CHECK-NEXT: %[[BLOCK:.*]] = arith.addi %[[ROWS]], %[[COLUMN]] : index
// CHECK-NEXT: %[[FIRST:.*]] = arith.muli %[[BLOCK]], %c250
// CHECK-NEXT: %[[THREAD_ADDRESS:.*]] = spirv.mlir.addressof @hloom_thread
// CHECK-NEXT: %[[THREADS:.*]] = spirv.Load "Input" %[[THREAD_ADDRESS]]
// CHECK-NEXT: %[[ID:.*]] = spirv.CompositeExtract %[[THREADS]][0 : i32]
// CHECK-NEXT: %[[THREAD:.*]] = arith.index_castui %[[ID]] : i32 to index
// CHECK-NEXT: %[[TASK:.*]] = arith.addi %[[FIRST]], %[[THREAD]]
// CHECK-NEXT: memref.load %[[A]][%[[TASK]]]
// CHECK-NEXT: call @body
// CHECK-NEXT: memref.store %{{.*}}, %[[B]][%[[TASK]]]
// CHECK-NEXT: return
// CHECK-NEXT: }
gpu.module @kernels {
  func.func private @body(%x: f32) -> f32 attributes {hloom.body} {
    %0 = arith.mulf %x, %x : f32
    return %0 : f32
  }
  gpu.func @scale(%a: memref<1000xf32> {llvm.noalias}, %b: memref<1000xf32>) kernel attributes {known_block_size = array<i32: 250, 1, 1>, known_grid_size = array<i32: 4, 1, 1>} {
    %c250 = arith.constant 250 : index
    %block = gpu.block_id x
    %first = arith.muli %block, %c250 : index
    %thread = gpu.thread_id x
    %task = arith.addi %first, %thread : index
    %0 = memref.load %a[%task] : memref<1000xf32>
    %1 = func.call @body(%0) : (f32) -> f32
    memref.store %1, %b[%task] : memref<1000xf32>
    gpu.return
  }
}

// -----

// Numbers are also read inside of control flow. The number of threads of a block need not be known.
// CHECK: func.func @branch(%[[P:.*]]: memref<i1>, %[[A:.*]]: memref<8xindex>) attributes {gpu.kernel, llvm.bareptr} {
// CHECK: scf.if
// CHECK: %[[BLOCK:.*]] = arith.addi %{{.*}}, %{{.*}} : index
// CHECK: %[[THREAD:.*]] = arith.index_castui
// CHECK-NEXT: memref.store %[[BLOCK]], %[[A]][%[[THREAD]]]
gpu.module @kernels {
  gpu.func @branch(%p: memref<i1>, %a: memref<8xindex>) kernel {
    %c = memref.load %p[] : memref<i1>
    scf.if %c {
      %block = gpu.block_id x
      %thread = gpu.thread_id x
      memref.store %block, %a[%thread] : memref<8xindex>
    }
    gpu.return
  }
}

// -----

// A module without kernels gets the environment only.
// CHECK: gpu.module @empty attributes {spirv.target_env = {{.*}}} {
// CHECK-NEXT: }
gpu.module @empty {
}

// -----

// The memory that threads share is allocated at the start, in the address space of a block, of which
// `hloom-memrefs-to-addresses` makes variables of the module. A barrier orders accesses of this memory
// and that of the device.
// CHECK: func.func @reversed(%[[A:.*]]: memref<8xf32>, %[[B:.*]]: memref<8xf32>) attributes {gpu.kernel, gpu.known_block_size = array<i32: 8, 1, 1>, llvm.bareptr} {
// CHECK-NEXT: memref.alloca() : memref<3xi8, #gpu.address_space<workgroup>>
// CHECK-NEXT: %[[SHARED:.*]] = memref.alloca() : memref<8xf32, #gpu.address_space<workgroup>>
// CHECK: %[[E:.*]] = memref.load %[[A]][%[[THREAD:.*]]]
// CHECK-NEXT: memref.store %[[E]], %[[SHARED]][%[[THREAD]]]
// CHECK-NEXT: spirv.ControlBarrier <Workgroup>, <Workgroup>, <AcquireRelease|UniformMemory|WorkgroupMemory>
// CHECK-NEXT: %[[J:.*]] = arith.subi %c7, %[[THREAD]]
// CHECK-NEXT: %[[E:.*]] = memref.load %[[SHARED]][%[[J]]]
// CHECK-NEXT: memref.store %[[E]], %[[B]][%[[THREAD]]]
// CHECK-NEXT: return
// CHECK: func.func @other
// CHECK-NEXT: memref.alloca() : memref<8xf32, #gpu.address_space<workgroup>>
gpu.module @kernels {
  gpu.func @reversed(%a: memref<8xf32>, %b: memref<8xf32>) workgroup(%flag: memref<3xi8, #gpu.address_space<workgroup>>, %memory: memref<8xf32, #gpu.address_space<workgroup>>) kernel attributes {known_block_size = array<i32: 8, 1, 1>, known_grid_size = array<i32: 1, 1, 1>} {
    %c0 = arith.constant 0 : index
    %c7 = arith.constant 7 : index
    %one = arith.constant 1 : i8
    %bytes = memref.memory_space_cast %flag : memref<3xi8, #gpu.address_space<workgroup>> to memref<3xi8>
    %shared = memref.memory_space_cast %memory : memref<8xf32, #gpu.address_space<workgroup>> to memref<8xf32>
    %i = gpu.thread_id x
    memref.store %one, %bytes[%c0] : memref<3xi8>
    %0 = memref.load %a[%i] : memref<8xf32>
    memref.store %0, %shared[%i] : memref<8xf32>
    gpu.barrier
    %j = arith.subi %c7, %i : index
    %1 = memref.load %shared[%j] : memref<8xf32>
    memref.store %1, %b[%i] : memref<8xf32>
    gpu.return
  }
  gpu.func @other(%a: memref<8xf32>) workgroup(%memory: memref<8xf32, #gpu.address_space<workgroup>>) kernel {
    %c0 = arith.constant 0 : index
    %shared = memref.memory_space_cast %memory : memref<8xf32, #gpu.address_space<workgroup>> to memref<8xf32>
    %0 = memref.load %shared[%c0] : memref<8xf32>
    memref.store %0, %a[%c0] : memref<8xf32>
    gpu.return
  }
}

// -----

// Launches are along the first dimension.
gpu.module @kernels {
  gpu.func @other_dimension(%a: memref<index>) kernel {
    // expected-error @below {{`gpu.thread_id` is not supported in kernels for this target}}
    %0 = gpu.thread_id y
    memref.store %0, %a[] : memref<index>
    gpu.return
  }
}

// -----

gpu.module @kernels {
  // expected-error @below {{`gpu.func`: expected a kernel (`gpu.kernel`) without private memory attributions}}
  gpu.func @function(%a: memref<index>) {
    gpu.return
  }
}

// -----

gpu.module @kernels {
  // expected-error @below {{`gpu.func`: expected a kernel (`gpu.kernel`) without private memory attributions}}
  gpu.func @private_memory(%a: memref<8xf32>) workgroup(%shared: memref<8xf32, #gpu.address_space<workgroup>>) private(%own: memref<8xf32, #gpu.address_space<private>>) kernel {
    gpu.return
  }
}
