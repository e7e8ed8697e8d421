// With `pass-constants`, kernels take the constants of the module as arguments.
// RUN: hlo-opt %s --split-input-file --pass-pipeline='builtin.module(hloom-kernels-to-gpu{pass-constants=true})' | FileCheck %s
// RUN: hlo-opt %s --split-input-file --pass-pipeline='builtin.module(hloom-kernels-to-gpu{pass-constants=true},symbol-dce)' | FileCheck %s --check-prefix=DCE

// The host program reads the constants and passes them after the other arguments, sorted by name. A
// constant that is read twice is passed once. The module of kernels has none.
// CHECK-LABEL: func.func @main
// CHECK-SAME: (%[[A:.*]]: memref<2xf32>)
// CHECK-DAG: %[[FIRST:.*]] = memref.get_global @first : memref<2xf32>
// CHECK-DAG: %[[SECOND:.*]] = memref.get_global @second : memref<4xi32>
// CHECK: gpu.launch_func @kernels::@main_kernel_0 blocks in (%{{.*}}, %{{.*}}, %{{.*}}) threads in (%{{.*}}, %{{.*}}, %{{.*}}) args(%[[A]] : memref<2xf32>, %[[FIRST]] : memref<2xf32>, %[[SECOND]] : memref<4xi32>)
// CHECK: gpu.module @kernels {
// CHECK-NOT: memref.global
// CHECK: gpu.func @main_kernel_0(%[[X:.*]]: memref<2xf32>, %[[P:.*]]: memref<2xf32>, %[[Q:.*]]: memref<4xi32>) kernel
// CHECK: scf.for %[[I:.*]] =
// CHECK-NEXT: memref.load %[[Q]][%[[I]]] : memref<4xi32>
// CHECK-NEXT: memref.load %[[P]][%[[I]]] : memref<2xf32>
// CHECK: memref.load %[[P]][%[[I]]] : memref<2xf32>
// CHECK: memref.store %{{.*}}, %[[X]][%[[I]]]
// CHECK-NEXT: }
// CHECK-NEXT: gpu.return
// CHECK-NEXT: }
// CHECK-NEXT: }

// The host program keeps the constants that it passes.
// DCE: memref.global "private" constant @second
// DCE-NEXT: memref.global "private" constant @first
// DCE-NEXT: func.func @main
memref.global "private" constant @second : memref<4xi32> = dense<[3, 4, 5, 6]>
memref.global "private" constant @first : memref<2xf32> = dense<[1.0, 2.0]>
memref.global "private" constant @unused : memref<2xf32> = dense<[5.0, 6.0]>
func.func private @main_kernel_0(%a: memref<2xf32>, %begin: index, %end: index) attributes {hloom.tasks = 2 : i64} {
  %c1 = arith.constant 1 : index
  %second = memref.get_global @second : memref<4xi32>
  %first = memref.get_global @first : memref<2xf32>
  scf.for %i = %begin to %end step %c1 {
    %0 = memref.load %second[%i] : memref<4xi32>
    %1 = memref.load %first[%i] : memref<2xf32>
    %2 = arith.sitofp %0 : i32 to f32
    %3 = arith.mulf %1, %2 : f32
    %again = memref.get_global @first : memref<2xf32>
    %4 = memref.load %again[%i] : memref<2xf32>
    %5 = arith.addf %3, %4 : f32
    memref.store %5, %a[%i] : memref<2xf32>
  }
  return
}
func.func @main(%a: memref<2xf32>) {
  %c0 = arith.constant 0 : index
  %c2 = arith.constant 2 : index
  call @main_kernel_0(%a, %c0, %c2) : (memref<2xf32>, index, index) -> ()
  return
}

// -----

// Each launch passes the constants, also one in a loop. Kernels without constants keep the
// attributes of their arguments.
// CHECK-LABEL: func.func @twice
// CHECK: scf.for
// CHECK: %[[INSIDE:.*]] = memref.get_global @table
// CHECK-NEXT: gpu.launch_func @kernels::@reads {{.*}} args(%[[A:.*]] : memref<2xf32>, %[[INSIDE]] : memref<2xf32>)
// CHECK: }
// CHECK: %[[OUTSIDE:.*]] = memref.get_global @table
// CHECK-NEXT: gpu.launch_func @kernels::@reads {{.*}} args(%{{.*}} : memref<2xf32>, %[[OUTSIDE]] : memref<2xf32>)
// CHECK-NOT: memref.get_global
// CHECK: gpu.launch_func @kernels::@plain {{.*}} args(%{{.*}} : memref<2xf32>)
// CHECK: gpu.func @reads(%{{.*}}: memref<2xf32>, %{{.*}}: memref<2xf32>) kernel
// CHECK: gpu.func @plain(%{{.*}}: memref<2xf32> {llvm.noalias}) kernel
memref.global "private" constant @table : memref<2xf32> = dense<[1.0, 2.0]>
func.func private @reads(%a: memref<2xf32>, %begin: index, %end: index) attributes {hloom.tasks = 2 : i64} {
  %table = memref.get_global @table : memref<2xf32>
  memref.copy %table, %a : memref<2xf32> to memref<2xf32>
  return
}
func.func private @plain(%a: memref<2xf32> {llvm.noalias}, %begin: index, %end: index) attributes {hloom.tasks = 2 : i64} {
  return
}
func.func @twice(%a: memref<2xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  scf.for %i = %c0 to %c2 step %c1 {
    func.call @reads(%a, %c0, %c2) : (memref<2xf32>, index, index) -> ()
  }
  call @reads(%a, %c0, %c2) : (memref<2xf32>, index, index) -> ()
  call @plain(%a, %c0, %c2) : (memref<2xf32>, index, index) -> ()
  return
}

// -----

// A launch without tasks is erased, and reads no constant.
// CHECK-LABEL: func.func @none
// CHECK-NOT: memref.get_global
// CHECK-NOT: gpu.launch_func
// CHECK: return
memref.global "private" constant @table : memref<2xf32> = dense<[1.0, 2.0]>
func.func private @none_kernel_0(%a: memref<2xf32>, %begin: index, %end: index) attributes {hloom.tasks = 0 : i64} {
  %table = memref.get_global @table : memref<2xf32>
  memref.copy %table, %a : memref<2xf32> to memref<2xf32>
  return
}
func.func @none(%a: memref<2xf32>) {
  %c0 = arith.constant 0 : index
  call @none_kernel_0(%a, %c0, %c0) : (memref<2xf32>, index, index) -> ()
  return
}
