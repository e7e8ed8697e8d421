// Kernels of the host call the runtime before each access of memory, with its address, size, alignment
// and direction, and with its place in the program.
// RUN: hlo-opt %s --split-input-file --pass-pipeline='builtin.module(gpu.module(convert-to-llvm,canonicalize{region-simplify=disabled},hloom-check-accesses))' | FileCheck %s

// The size is the address of the second element of an array at address 0. The module declares the
// function of the runtime, and has the places as strings.
// CHECK: gpu.module @kernels {
// CHECK-DAG: llvm.mlir.global internal constant @[[LOAD:hloom_place_.*]]("{{.*}}check_accesses.mlir:{{[0-9]+}}:10\00") {addr_space = 0 : i32}
// CHECK-DAG: llvm.mlir.global internal constant @[[STORE:hloom_place_.*]]("{{.*}}check_accesses.mlir:{{[0-9]+}}:5\00") {addr_space = 0 : i32}
// CHECK: llvm.func @scale(%[[A:.*]]: !llvm.ptr, %[[B:.*]]: !llvm.ptr, %{{.*}}: i64, %[[THREAD:.*]]: i64, %{{.*}}: !llvm.ptr)
// CHECK: %[[SOURCE:.*]] = llvm.getelementptr {{.*}}%[[A]][%[[THREAD]]] : (!llvm.ptr, i64) -> !llvm.ptr, f32
// CHECK-NEXT: %[[PLACE:.*]] = llvm.mlir.addressof @[[LOAD]]
// CHECK-NEXT: %[[NULL:.*]] = llvm.mlir.zero : !llvm.ptr
// CHECK-NEXT: %[[NEXT:.*]] = llvm.getelementptr %[[NULL]][1] : (!llvm.ptr) -> !llvm.ptr, f32
// CHECK-NEXT: %[[SIZE:.*]] = llvm.ptrtoint %[[NEXT]] : !llvm.ptr to i64
// CHECK-NEXT: %[[ALIGNMENT:.*]] = llvm.mlir.constant(4 : i64)
// CHECK-NEXT: %[[IS_WRITE:.*]] = llvm.mlir.constant(0 : i64)
// CHECK-NEXT: llvm.call @hloom_simt_access(%[[SOURCE]], %[[SIZE]], %[[ALIGNMENT]], %[[IS_WRITE]], %[[PLACE]]) : (!llvm.ptr, i64, i64, i64, !llvm.ptr) -> ()
// CHECK-NEXT: %[[VALUE:.*]] = llvm.load %[[SOURCE]] : !llvm.ptr -> f32
// CHECK: %[[TARGET:.*]] = llvm.getelementptr {{.*}}%[[B]][%[[THREAD]]]
// CHECK-NEXT: %[[PLACE:.*]] = llvm.mlir.addressof @[[STORE]]
// CHECK: %[[IS_WRITE:.*]] = llvm.mlir.constant(1 : i64)
// CHECK-NEXT: llvm.call @hloom_simt_access(%[[TARGET]], %{{.*}}, %{{.*}}, %[[IS_WRITE]], %[[PLACE]])
// CHECK-NEXT: llvm.store %[[VALUE]], %[[TARGET]] : f32, !llvm.ptr
// CHECK-NEXT: llvm.return
// CHECK-NEXT: }
// CHECK-NEXT: llvm.func @hloom_simt_access(!llvm.ptr, i64, i64, i64, !llvm.ptr)
// CHECK-NEXT: }
gpu.module @kernels {
  func.func @scale(%a: memref<8xf32>, %b: memref<8xf32>, %block: index, %thread: index, %shared: memref<49152xi8>) attributes {gpu.kernel, llvm.bareptr} {
    %0 = memref.load %a[%thread] : memref<8xf32>
    memref.store %0, %b[%thread] : memref<8xf32>
    return
  }
}

// -----

// The alignment of a number is its size, up to 8 bytes. A value that is no number may have any address.
// CHECK-LABEL: llvm.func @types
// CHECK: llvm.getelementptr %{{.*}}[1] : (!llvm.ptr) -> !llvm.ptr, i1
// CHECK: llvm.mlir.constant(1 : i64)
// CHECK: llvm.load %{{.*}} -> i1
// CHECK: llvm.getelementptr %{{.*}}[1] : (!llvm.ptr) -> !llvm.ptr, f16
// CHECK: llvm.mlir.constant(2 : i64)
// CHECK: llvm.load %{{.*}} -> f16
// CHECK: llvm.getelementptr %{{.*}}[1] : (!llvm.ptr) -> !llvm.ptr, f64
// CHECK: llvm.mlir.constant(8 : i64)
// CHECK: llvm.load %{{.*}} -> f64
// CHECK: llvm.getelementptr %{{.*}}[1] : (!llvm.ptr) -> !llvm.ptr, i128
// CHECK: llvm.mlir.constant(8 : i64)
// CHECK: llvm.load %{{.*}} -> i128
// CHECK: llvm.getelementptr %{{.*}}[1] : (!llvm.ptr) -> !llvm.ptr, vector<3xf32>
// CHECK: llvm.mlir.constant(1 : i64)
// CHECK: llvm.load %{{.*}} -> vector<3xf32>
// CHECK: llvm.getelementptr %{{.*}}[1] : (!llvm.ptr) -> !llvm.ptr, !llvm.struct<(f32, f32)>
// CHECK: llvm.mlir.constant(1 : i64)
// CHECK: llvm.mlir.constant(1 : i64)
// CHECK: llvm.store %{{.*}} : !llvm.struct<(f32, f32)>, !llvm.ptr
gpu.module @kernels {
  llvm.func @types(%a: !llvm.ptr) -> (!llvm.struct<(i1, f16, f64, i128, vector<3xf32>)>) attributes {gpu.kernel} {
    %0 = llvm.load %a : !llvm.ptr -> i1
    %1 = llvm.load %a : !llvm.ptr -> f16
    %2 = llvm.load %a : !llvm.ptr -> f64
    %3 = llvm.load %a : !llvm.ptr -> i128
    %4 = llvm.load %a : !llvm.ptr -> vector<3xf32>
    %5 = llvm.mlir.zero : !llvm.struct<(f32, f32)>
    llvm.store %5, %a : !llvm.struct<(f32, f32)>, !llvm.ptr
    %6 = llvm.mlir.undef : !llvm.struct<(i1, f16, f64, i128, vector<3xf32>)>
    %7 = llvm.insertvalue %0, %6[0] : !llvm.struct<(i1, f16, f64, i128, vector<3xf32>)>
    %8 = llvm.insertvalue %1, %7[1] : !llvm.struct<(i1, f16, f64, i128, vector<3xf32>)>
    %9 = llvm.insertvalue %2, %8[2] : !llvm.struct<(i1, f16, f64, i128, vector<3xf32>)>
    %10 = llvm.insertvalue %3, %9[3] : !llvm.struct<(i1, f16, f64, i128, vector<3xf32>)>
    %11 = llvm.insertvalue %4, %10[4] : !llvm.struct<(i1, f16, f64, i128, vector<3xf32>)>
    llvm.return %11 : !llvm.struct<(i1, f16, f64, i128, vector<3xf32>)>
  }
}

// -----

// Variables of a thread and constants of the module are not checked, nor are functions that are no
// kernels. The module then declares nothing.
// CHECK: gpu.module @kernels {
// CHECK-NOT: hloom_
// CHECK: llvm.func @constants
gpu.module @kernels {
  llvm.mlir.global private constant @table(dense<[1.0, 2.0]> : tensor<2xf32>) : !llvm.array<2 x f32>
  llvm.func @variables(%block: i64, %thread: i64, %shared: !llvm.ptr) attributes {gpu.kernel} {
    %one = llvm.mlir.constant(1 : i64) : i64
    %table = llvm.mlir.addressof @table : !llvm.ptr
    %0 = llvm.getelementptr %table[0, %thread] : (!llvm.ptr, i64) -> !llvm.ptr, !llvm.array<2 x f32>
    %1 = llvm.load %0 : !llvm.ptr -> f32
    %2 = llvm.alloca %one x f32 : (i64) -> !llvm.ptr
    %3 = llvm.getelementptr %2[%thread] : (!llvm.ptr, i64) -> !llvm.ptr, f32
    %4 = llvm.getelementptr %3[%block] : (!llvm.ptr, i64) -> !llvm.ptr, f32
    llvm.store %1, %4 : f32, !llvm.ptr
    %5 = llvm.load %2 : !llvm.ptr -> f32
    llvm.call @body(%5, %2) : (f32, !llvm.ptr) -> ()
    llvm.return
  }
  llvm.func @body(%x: f32, %a: !llvm.ptr) {
    llvm.store %x, %a : f32, !llvm.ptr
    llvm.return
  }
  llvm.func @constants() {
    llvm.return
  }
}

// -----

// Accesses at the same place share its string, also those of different kernels. Accesses in control flow
// are checked, too.
// CHECK: llvm.mlir.global internal constant @hloom_place_0("file.mlir:3:7\00")
// CHECK-NOT: llvm.mlir.global
// CHECK: llvm.func @first
// CHECK: llvm.cond_br
// CHECK: llvm.mlir.addressof @hloom_place_0
// CHECK: llvm.call @hloom_simt_access
// CHECK-NEXT: llvm.load
// CHECK: llvm.mlir.addressof @hloom_place_0
// CHECK: llvm.call @hloom_simt_access
// CHECK-NEXT: llvm.store
// CHECK: llvm.func @second
// CHECK: llvm.mlir.addressof @hloom_place_0
// CHECK: llvm.call @hloom_simt_access
// CHECK-NEXT: llvm.store
// CHECK: llvm.func @hloom_simt_access
// CHECK-NOT: llvm.func
#place = loc("file.mlir":3:7)
gpu.module @kernels {
  llvm.func @first(%a: !llvm.ptr, %c: i1) attributes {gpu.kernel} {
    llvm.cond_br %c, ^bb1, ^bb2
  ^bb1:
    %0 = llvm.load %a : !llvm.ptr -> i32 loc(#place)
    llvm.store %0, %a : i32, !llvm.ptr loc(#place)
    llvm.br ^bb2
  ^bb2:
    llvm.return
  }
  llvm.func @second(%a: !llvm.ptr, %x: i32) attributes {gpu.kernel} {
    llvm.store %x, %a : i32, !llvm.ptr loc(#place)
    llvm.return
  }
}
