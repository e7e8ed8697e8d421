// Kernels become functions that read the numbers of their block and thread from registers.
// RUN: hlo-opt %s --split-input-file --verify-diagnostics --pass-pipeline='builtin.module(gpu.module(hloom-gpu-to-nvvm))' | FileCheck %s
// RUN: hlo-opt %s --split-input-file --verify-diagnostics --pass-pipeline='builtin.module(gpu.module(hloom-gpu-to-nvvm,convert-scf-to-cf,convert-to-llvm,reconcile-unrealized-casts))' | FileCheck %s --check-prefix=LLVM

// Functions that kernels call stay functions. All take memrefs as plain pointers.
// CHECK: gpu.module @kernels {
// CHECK-NEXT: func.func private @body(%{{.*}}: f32) -> f32 attributes {hloom.body, llvm.bareptr}
// CHECK: func.func @scale(%[[A:.*]]: memref<1000xf32> {llvm.noalias}, %[[B:.*]]: memref<1000xf32>) attributes {gpu.kernel, gpu.known_block_size = array<i32: 250, 1, 1>, llvm.bareptr} {
// CHECK: %[[CTAID:.*]] = nvvm.read.ptx.sreg.ctaid.x : i32
// CHECK-NEXT: %[[BLOCK:.*]] = arith.index_castui %[[CTAID]] : i32 to index
// CHECK-NEXT: %[[FIRST:.*]] = arith.muli %[[BLOCK]], %c250
// CHECK-NEXT: %[[TID:.*]] = nvvm.read.ptx.sreg.tid.x : i32
// CHECK-NEXT: %[[THREAD:.*]] = arith.index_castui %[[TID]] : i32 to index
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
// CHECK: %[[BLOCK:.*]] = arith.index_castui
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

// The memory that threads share is variables of the module in address space 3. The names differ from
// those of other kernels. Loads and stores access it in its address space.
// CHECK: func.func @reversed(%[[A:.*]]: memref<8xf32>, %[[B:.*]]: memref<8xf32>) attributes {gpu.kernel, gpu.known_block_size = array<i32: 8, 1, 1>, llvm.bareptr} {
// CHECK-NEXT: memref.get_global @[[FLAG:.*]] : memref<3xi8, 3>
// CHECK-NEXT: %[[SHARED:.*]] = memref.get_global @[[ROW:.*]] : memref<8xf32, 3>
// CHECK: %[[E:.*]] = memref.load %[[A]][%[[THREAD:.*]]]
// CHECK-NEXT: memref.store %[[E]], %[[SHARED]][%[[THREAD]]]
// CHECK-NEXT: nvvm.barrier0
// CHECK-NEXT: %[[J:.*]] = arith.subi %c7, %[[THREAD]]
// CHECK-NEXT: %[[E:.*]] = memref.load %[[SHARED]][%[[J]]]
// CHECK-NEXT: memref.store %[[E]], %[[B]][%[[THREAD]]]
// CHECK-NEXT: return
// CHECK: func.func @other
// CHECK-NEXT: memref.get_global @[[OTHER:.*]] : memref<8xf32, 3>
// CHECK: memref.global "private" @[[FLAG]] : memref<3xi8, 3> = uninitialized {alignment = 16 : i64}
// CHECK-NEXT: memref.global "private" @[[ROW]] : memref<8xf32, 3> = uninitialized {alignment = 16 : i64}
// CHECK-NEXT: memref.global "private" @[[OTHER]] : memref<8xf32, 3> = uninitialized {alignment = 16 : i64}

// LLVM: llvm.func @reversed(%{{.*}}: !llvm.ptr, %{{.*}}: !llvm.ptr) attributes {gpu.kernel,
// LLVM: %[[FLAG_ADDRESS:.*]] = llvm.mlir.addressof @[[FLAG:.*]] : !llvm.ptr<3>
// LLVM: %[[ROW_ADDRESS:.*]] = llvm.mlir.addressof @[[ROW:.*]] : !llvm.ptr<3>
// LLVM-NOT: llvm.addrspacecast
// LLVM: nvvm.barrier0
// LLVM: llvm.mlir.global private @[[FLAG]]() {addr_space = 3 : i32, alignment = 16 : i64} : !llvm.array<3 x i8>
// LLVM-NEXT: llvm.mlir.undef
// LLVM: llvm.mlir.global private @[[ROW]]() {addr_space = 3 : i32, alignment = 16 : i64} : !llvm.array<8 x f32>
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
