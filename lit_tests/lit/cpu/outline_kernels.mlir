// RUN: hlo-opt %s --pass-pipeline='builtin.module(hloom-outline-kernels{threshold=16})' | FileCheck %s

// CHECK: func.func private @main_kernel_0(%{{.*}}: memref<64xf32> {llvm.noalias})
// CHECK-SAME: hloom.tasks = 1
// CHECK: linalg.fill

// A parallel loop over 4 x 2 tiles becomes eight tasks.
// CHECK: func.func private @main_kernel_1(%[[A:.*]]: memref<64x32xf32> {llvm.noalias}, %[[BEGIN:.*]]: index, %[[END:.*]]: index)
// CHECK-SAME: hloom.tasks = 8
// CHECK: scf.for %[[TASK:.*]] = %[[BEGIN]] to %[[END]]
// CHECK: arith.remui %[[TASK]]
// CHECK: memref.subview %[[A]]

// CHECK-LABEL: func.func @main
func.func @main(%a: memref<64xf32>, %b: memref<64x32xf32>, %small: memref<4xf32>) {
  %c = arith.constant 1.0 : f32
  // CHECK: call @main_kernel_0(%{{.*}}) : (memref<64xf32>) -> ()
  linalg.fill ins(%c : f32) outs(%a : memref<64xf32>)
  // Too small for a separate kernel.
  // CHECK: linalg.fill
  linalg.fill ins(%c : f32) outs(%small : memref<4xf32>)
  // CHECK: %[[C0:.*]] = arith.constant 0 : index
  // CHECK: %[[C8:.*]] = arith.constant 8 : index
  // CHECK: call @main_kernel_1(%{{.*}}, %[[C0]], %[[C8]]) : (memref<64x32xf32>, index, index) -> ()
  scf.forall (%i, %j) = (0, 0) to (64, 32) step (16, 16) {
    %s = memref.subview %b[%i, %j] [16, 16] [1, 1] : memref<64x32xf32> to memref<16x16xf32, strided<[32, 1], offset: ?>>
    linalg.fill ins(%c : f32) outs(%s : memref<16x16xf32, strided<[32, 1], offset: ?>>)
  }
  return
}


// A branch selects the memory of the argument: its layout is passed with its pointer, and
// the argument is not marked `noalias`.
// CHECK-LABEL: func.func private @branch_kernel_0
// CHECK-SAME: (%[[BASE:.*]]: memref<f32>, %[[OFFSET:.*]]: index, %[[S0:.*]]: index, %[[S1:.*]]: index, %{{.*}}: memref<32x32xf32>)
// CHECK: memref.reinterpret_cast %[[BASE]] to offset: [%[[OFFSET]]], sizes: [32, 32], strides: [%[[S0]], %[[S1]]]
// CHECK: linalg.exp
// CHECK: func.func @branch
// CHECK: memref.extract_strided_metadata
// CHECK: call @branch_kernel_0
func.func @branch(%p: i1, %a: memref<64x64xf32>, %b: memref<32x32xf32>, %out: memref<32x32xf32>) {
  %part = memref.subview %a[1, 2] [32, 32] [1, 1] : memref<64x64xf32> to memref<32x32xf32, strided<[64, 1], offset: 66>>
  %0 = scf.if %p -> memref<32x32xf32, strided<[?, ?], offset: ?>> {
    %1 = memref.cast %part : memref<32x32xf32, strided<[64, 1], offset: 66>> to memref<32x32xf32, strided<[?, ?], offset: ?>>
    scf.yield %1 : memref<32x32xf32, strided<[?, ?], offset: ?>>
  } else {
    %1 = memref.cast %b : memref<32x32xf32> to memref<32x32xf32, strided<[?, ?], offset: ?>>
    scf.yield %1 : memref<32x32xf32, strided<[?, ?], offset: ?>>
  }
  linalg.exp ins(%0 : memref<32x32xf32, strided<[?, ?], offset: ?>>) outs(%out : memref<32x32xf32>)
  return
}

// A long loop nest becomes a separate kernel, whatever its trip count.
// CHECK: func.func private @long_kernel_0(%{{.*}}: memref<4xf32> {llvm.noalias}, %{{.*}}: memref<4xf32> {llvm.noalias})
// CHECK-LABEL: func.func @long
// CHECK-NEXT: call @long_kernel_0
func.func @long(%a: memref<4xf32>, %b: memref<4xf32>) {
  linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]} ins(%a : memref<4xf32>) outs(%b : memref<4xf32>) {
  ^bb0(%x: f32, %out: f32):
    %s1 = math.sin %x : f32
    %s2 = math.sin %s1 : f32
    %s3 = math.sin %s2 : f32
    %s4 = math.sin %s3 : f32
    %s5 = math.sin %s4 : f32
    %s6 = math.sin %s5 : f32
    %s7 = math.sin %s6 : f32
    %s8 = math.sin %s7 : f32
    %s9 = math.sin %s8 : f32
    %s10 = math.sin %s9 : f32
    %s11 = math.sin %s10 : f32
    %s12 = math.sin %s11 : f32
    %s13 = math.sin %s12 : f32
    %s14 = math.sin %s13 : f32
    %s15 = math.sin %s14 : f32
    %s16 = math.sin %s15 : f32
    linalg.yield %s16 : f32
  }
  return
}

// The layers of a network differ in their weights, which are arguments, so that their kernels are
// equal. Small constants stay in the kernel.
memref.global "private" constant @first : memref<64xf32> = dense<1.0>
memref.global "private" constant @second : memref<64xf32> = dense<2.0>
memref.global "private" constant @small : memref<4xf32> = dense<3.0>
// CHECK: func.func private @layers_kernel_0(%[[W:.*]]: memref<64xf32> {llvm.noalias}, %{{.*}}: memref<64xf32> {llvm.noalias})
// CHECK-NEXT: linalg.exp ins(%[[W]]
// CHECK: func.func private @layers_kernel_1(%[[W:.*]]: memref<64xf32> {llvm.noalias}, %{{.*}}: memref<64xf32> {llvm.noalias})
// CHECK-NEXT: linalg.exp ins(%[[W]]
// CHECK: func.func private @layers_kernel_2(%{{.*}}: memref<4xf32> {llvm.noalias})
// CHECK: memref.get_global @small
// CHECK-LABEL: func.func @layers
// CHECK: %[[FIRST:.*]] = memref.get_global @first
// CHECK: call @layers_kernel_0(%[[FIRST]],
// CHECK: %[[SECOND:.*]] = memref.get_global @second
// CHECK: call @layers_kernel_1(%[[SECOND]],
func.func @layers(%a: memref<64xf32>, %b: memref<64xf32>, %c: memref<4xf32>) {
  %first = memref.get_global @first : memref<64xf32>
  linalg.exp ins(%first : memref<64xf32>) outs(%a : memref<64xf32>)
  %second = memref.get_global @second : memref<64xf32>
  linalg.exp ins(%second : memref<64xf32>) outs(%b : memref<64xf32>)
  %small = memref.get_global @small : memref<4xf32>
  %i0 = arith.constant 0 : index
  %i1 = arith.constant 1 : index
  %i4 = arith.constant 4 : index
  scf.for %i = %i0 to %i4 step %i1 {
    %x = memref.load %small[%i] : memref<4xf32>
    memref.store %x, %c[%i] : memref<4xf32>
  }
  return
}

// A branch selects memory, but no code writes a constant: it stays marked `noalias`.
memref.global "private" constant @weights : memref<32x32xf32> = dense<1.0>
// CHECK: func.func private @selected_kernel_0(%{{.*}}: memref<32x32xf32>, %{{.*}}: memref<32x32xf32> {llvm.noalias}, %{{.*}}: memref<32x32xf32>)
// CHECK: func.func @selected
func.func @selected(%p: i1, %a: memref<32x32xf32>, %b: memref<32x32xf32>, %out: memref<32x32xf32>) {
  %0 = arith.select %p, %a, %b : memref<32x32xf32>
  %weights = memref.get_global @weights : memref<32x32xf32>
  linalg.add ins(%0, %weights : memref<32x32xf32>, memref<32x32xf32>) outs(%out : memref<32x32xf32>)
  return
}

// Short nests stay in a function as long as their code is not much in total.
// CHECK: func.func private @many_kernel_0(
// CHECK: func.func private @many_kernel_1(
// CHECK: func.func @many
// CHECK-NOT: linalg.generic
// CHECK: func.func @few
// CHECK: linalg.generic
#id = affine_map<(d0) -> (d0)>
func.func @many(%a: memref<4xf32>, %b: memref<4xf32>) {
  linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel"]} ins(%a : memref<4xf32>) outs(%b : memref<4xf32>) {
  ^bb0(%x: f32, %out: f32):
    %0 = math.powf %x, %x : f32
    %1 = math.powf %0, %x : f32
    %2 = math.powf %1, %x : f32
    %3 = math.powf %2, %x : f32
    %4 = math.powf %3, %x : f32
    %5 = math.powf %4, %x : f32
    %6 = math.powf %5, %x : f32
    %7 = math.powf %6, %x : f32
    %8 = math.powf %7, %x : f32
    %9 = math.powf %8, %x : f32
    linalg.yield %9 : f32
  }
  linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel"]} ins(%b : memref<4xf32>) outs(%a : memref<4xf32>) {
  ^bb0(%x: f32, %out: f32):
    %0 = math.powf %x, %x : f32
    %1 = math.powf %0, %x : f32
    %2 = math.powf %1, %x : f32
    %3 = math.powf %2, %x : f32
    %4 = math.powf %3, %x : f32
    %5 = math.powf %4, %x : f32
    %6 = math.powf %5, %x : f32
    %7 = math.powf %6, %x : f32
    %8 = math.powf %7, %x : f32
    %9 = math.powf %8, %x : f32
    linalg.yield %9 : f32
  }
  return
}
func.func @few(%a: memref<4xf32>, %b: memref<4xf32>) {
  linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel"]} ins(%a : memref<4xf32>) outs(%b : memref<4xf32>) {
  ^bb0(%x: f32, %out: f32):
    %0 = math.powf %x, %x : f32
    %1 = math.powf %0, %x : f32
    %2 = math.powf %1, %x : f32
    %3 = math.powf %2, %x : f32
    %4 = math.powf %3, %x : f32
    %5 = math.powf %4, %x : f32
    %6 = math.powf %5, %x : f32
    %7 = math.powf %6, %x : f32
    %8 = math.powf %7, %x : f32
    %9 = math.powf %8, %x : f32
    linalg.yield %9 : f32
  }
  return
}

// A kernel gets a name that no symbol has: later passes add suffixes to it, so no symbol may have one
// that begins with it and `_`, either.
memref.global "private" constant @taken_kernel_0 : memref<4xf32> = dense<1.0>
memref.global "private" constant @taken_kernel_2_entry : memref<4xf32> = dense<2.0>
// CHECK: func.func private @taken_kernel_1(
// CHECK: func.func private @taken_kernel_4(
// CHECK-LABEL: func.func @taken(
// CHECK: call @taken_kernel_1(
// CHECK: call @taken_kernel_4(
func.func @taken(%a: memref<64xf32>, %b: memref<64xf32>) {
  %c = arith.constant 1.0 : f32
  linalg.fill ins(%c : f32) outs(%a : memref<64xf32>)
  linalg.fill ins(%c : f32) outs(%b : memref<64xf32>)
  return
}
func.func private @taken_kernel_3(%a: memref<64xf32>) {
  return
}
