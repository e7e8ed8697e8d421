// Kernels become functions of the host that take the numbers of a block and a thread, and the memory
// that the threads of a block share.
// RUN: hlo-opt %s --split-input-file --verify-diagnostics --pass-pipeline='builtin.module(gpu.module(hloom-gpu-to-host))' | FileCheck %s

// Functions that kernels call stay functions. All take memrefs as plain pointers.
// CHECK: gpu.module @kernels {
// CHECK-NEXT: func.func private @body(%{{.*}}: f32) -> f32 attributes {hloom.body, llvm.bareptr}
// CHECK: func.func @scale(%[[A:.*]]: memref<1000xf32> {llvm.noalias}, %[[B:.*]]: memref<1000xf32>, %[[BLOCK:.*]]: index, %[[THREAD:.*]]: index, %{{.*}}: memref<49152xi8>) attributes {gpu.kernel, gpu.known_block_size = array<i32: 250, 1, 1>, llvm.bareptr} {
// CHECK-NOT: gpu.block_id
// CHECK: %[[FIRST:.*]] = arith.muli %[[BLOCK]], %c250
// CHECK-NEXT: %[[TASK:.*]] = arith.addi %[[FIRST]], %[[THREAD]]
// CHECK-NEXT: memref.load %[[A]][%[[TASK]]]
// CHECK-NEXT: call @body
// CHECK-NEXT: memref.store %{{.*}}, %[[B]][%[[TASK]]]
// CHECK-NEXT: return
// CHECK-NEXT: }
// CHECK-NOT: @hloom_simt_barrier
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
// CHECK: func.func @branch(%[[P:.*]]: memref<i1>, %[[A:.*]]: memref<8xindex>, %[[BLOCK:.*]]: index, %[[THREAD:.*]]: index, %{{.*}}: memref<49152xi8>) attributes {gpu.kernel, llvm.bareptr} {
// CHECK: scf.if
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

// The memory of a kernel is views of the shared memory, each aligned to 16 bytes. A barrier is a call of
// the runtime, which the module declares once.
// CHECK: func.func @reversed(%[[A:.*]]: memref<8xf32>, %[[B:.*]]: memref<8xf32>, %{{.*}}: index, %[[THREAD:.*]]: index, %[[BYTES:.*]]: memref<49152xi8>) attributes {gpu.kernel, gpu.known_block_size = array<i32: 8, 1, 1>, llvm.bareptr} {
// CHECK: memref.view %[[BYTES]][%c0][]
// CHECK-SAME: memref<49152xi8> to memref<3xi8>
// CHECK: %[[SHARED:.*]] = memref.view %[[BYTES]][%c16][]
// CHECK-SAME: memref<49152xi8> to memref<8xf32>
// CHECK: %[[E:.*]] = memref.load %[[A]][%[[THREAD]]]
// CHECK-NEXT: memref.store %[[E]], %[[SHARED]][%[[THREAD]]]
// CHECK-NEXT: call @hloom_simt_barrier() : () -> ()
// CHECK-NEXT: %[[J:.*]] = arith.subi %c7, %[[THREAD]]
// CHECK-NEXT: %[[E:.*]] = memref.load %[[SHARED]][%[[J]]]
// CHECK-NEXT: memref.store %[[E]], %[[B]][%[[THREAD]]]
// CHECK-NEXT: return
// CHECK: func.func @other(%{{.*}}: memref<8xf32>, %{{.*}}: index, %{{.*}}: index, %[[BYTES:.*]]: memref<49152xi8>)
// CHECK: memref.view %[[BYTES]][%c0][]
// CHECK-SAME: memref<49152xi8> to memref<8xf32>
// CHECK: return
// CHECK-NEXT: }
// CHECK-NEXT: func.func private @hloom_simt_barrier()
// CHECK-NEXT: }
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

gpu.module @kernels {
  gpu.func @size_of_block(%a: memref<index>) kernel {
    // expected-error @below {{`gpu.block_dim` is not supported in kernels for this target}}
    %0 = gpu.block_dim x
    memref.store %0, %a[] : memref<index>
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

// -----

// The threads of a warp multiply by a call of the runtime, which finds the registers of a thread in memory:
// four words of the left operand, two of the right one, and four sums. It replaces the sums.
// CHECK: func.func @multiply(%[[A:.*]]: memref<4xi32>,
// CHECK: %[[REGISTERS:.*]] = llvm.alloca %{{.*}} x !llvm.array<10 x i32>
// CHECK: %[[WORD:.*]] = memref.load %[[A]][%c0]
// CHECK: %[[FIRST:.*]] = llvm.getelementptr %[[REGISTERS]][0]
// CHECK-NEXT: llvm.store %[[WORD]], %[[FIRST]] {alignment = 4 : i64} : i32
// CHECK: %[[LAST:.*]] = llvm.getelementptr %[[REGISTERS]][36]
// CHECK-NEXT: llvm.store %{{.*}}, %[[LAST]] {alignment = 4 : i64} : f32
// CHECK: call @hloom_simt_multiply(%c0_i64, %[[REGISTERS]])
// CHECK: %[[SUMS:.*]] = llvm.getelementptr %[[REGISTERS]][24]
// CHECK-NEXT: llvm.load %[[SUMS]] {alignment = 4 : i64} : !llvm.ptr -> !llvm.struct<(f32, f32, f32, f32)>
// CHECK: func.func private @hloom_simt_multiply(i64, !llvm.ptr)
gpu.module @kernels {
  gpu.func @multiply(%a: memref<4xi32>, %b: memref<4xf32>) kernel attributes {known_block_size = array<i32: 32, 1, 1>, known_grid_size = array<i32: 1, 1, 1>} {
    %c0 = arith.constant 0 : index
    %zero = arith.constant 0.0 : f32
    %w = memref.load %a[%c0] : memref<4xi32>
    %r = nvvm.mma.sync A[%w, %w, %w, %w] B[%w, %w] C[%zero, %zero, %zero, %zero] {layoutA = #nvvm.mma_layout<row>, layoutB = #nvvm.mma_layout<col>, multiplicandAPtxType = #nvvm.mma_type<bf16>, multiplicandBPtxType = #nvvm.mma_type<bf16>, shape = #nvvm.shape<m = 16, n = 8, k = 16>} : (i32, i32, f32) -> !llvm.struct<(f32, f32, f32, f32)>
    %s = llvm.extractvalue %r[2] : !llvm.struct<(f32, f32, f32, f32)>
    memref.store %s, %b[%c0] : memref<4xf32>
    gpu.return
  }
}

// -----

// A warpgroup multiplies by a call that loads the operands itself. A thread executes its operations in
// order, so nothing orders them.
// CHECK: func.func @multiply_shared
// CHECK: %[[SUMS:.*]] = llvm.alloca %{{.*}} x !llvm.struct<(f32, f32, f32, f32)>
// CHECK-NOT: nvvm
// CHECK: llvm.store %{{.*}}, %[[SUMS]]
// CHECK: call @hloom_simt_multiply_shared(%c3_i64, %[[SUMS]], %{{.*}}, %{{.*}})
// CHECK: llvm.load %[[SUMS]]
// CHECK: func.func private @hloom_simt_multiply_shared(i64, !llvm.ptr, i64, i64)
gpu.module @kernels {
  gpu.func @multiply_shared(%a: memref<4xf32>, %d: memref<2xi64>) kernel attributes {known_block_size = array<i32: 128, 1, 1>, known_grid_size = array<i32: 1, 1, 1>} {
    %c0 = arith.constant 0 : index
    %left = memref.load %d[%c0] : memref<2xi64>
    %sums = llvm.mlir.undef : !llvm.struct<(f32, f32, f32, f32)>
    nvvm.fence.proxy {kind = #nvvm.proxy_kind<async.shared>, space = #nvvm.shared_space<cta>}
    nvvm.wgmma.fence.aligned
    %r = nvvm.wgmma.mma_async %left, %left, %sums, <m = 64, n = 8, k = 16>, D [<f32>, <one>], A [<bf16>, <one>, <row>], B [<bf16>, <one>, <col>] : !llvm.struct<(f32, f32, f32, f32)> -> !llvm.struct<(f32, f32, f32, f32)>
    nvvm.wgmma.commit.group.sync.aligned
    nvvm.wgmma.wait.group.sync.aligned 0
    %s = llvm.extractvalue %r[0] : !llvm.struct<(f32, f32, f32, f32)>
    memref.store %s, %a[%c0] : memref<4xf32>
    gpu.return
  }
}
