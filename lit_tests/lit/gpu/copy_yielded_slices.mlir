// Branches and loops pass copies of slices on, as their memory must have a known offset.
// RUN: hlo-opt %s --split-input-file --pass-pipeline='builtin.module(func.func(hloom-copy-yielded-slices))' | FileCheck %s

// CHECK-LABEL: func.func @branch
// CHECK: %[[PART:.*]] = tensor.extract_slice
// CHECK: scf.if
// CHECK-NEXT: %[[COPY:.*]] = bufferization.alloc_tensor() copy(%[[PART]]) : tensor<4xf32>
// CHECK-NEXT: scf.yield %[[COPY]]
// CHECK: else
// CHECK-NEXT: scf.yield %{{.*}} : tensor<4xf32>
func.func @branch(%p: i1, %i: index, %x: tensor<16xf32>, %y: tensor<4xf32>) -> tensor<4xf32> {
  %part = tensor.extract_slice %x[%i] [4] [1] : tensor<16xf32> to tensor<4xf32>
  %0 = scf.if %p -> tensor<4xf32> {
    scf.yield %part : tensor<4xf32>
  } else {
    scf.yield %y : tensor<4xf32>
  }
  return %0 : tensor<4xf32>
}

// -----

// A view of a part is a part, and so is an initial value of a loop.
// CHECK-LABEL: func.func @loop
// CHECK: %[[VIEW:.*]] = tensor.expand_shape
// CHECK-NEXT: %[[COPY:.*]] = bufferization.alloc_tensor() copy(%[[VIEW]]) : tensor<2x2xf32>
// CHECK-NEXT: scf.for {{.*}} iter_args(%{{.*}} = %[[COPY]])
// CHECK-NOT: alloc_tensor
func.func @loop(%n: index, %x: tensor<16xf32>) -> tensor<2x2xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %part = tensor.extract_slice %x[8] [4] [1] : tensor<16xf32> to tensor<4xf32>
  %view = tensor.expand_shape %part [[0, 1]] output_shape [2, 2] : tensor<4xf32> into tensor<2x2xf32>
  %0 = scf.for %k = %c0 to %n step %c1 iter_args(%a = %view) -> tensor<2x2xf32> {
    %1 = linalg.negf ins(%a : tensor<2x2xf32>) outs(%a : tensor<2x2xf32>) -> tensor<2x2xf32>
    scf.yield %1 : tensor<2x2xf32>
  }
  return %0 : tensor<2x2xf32>
}

// -----

// Inside a kernel nothing changes.
// CHECK-LABEL: func.func @kernel
// CHECK-NOT: alloc_tensor
func.func @kernel(%p: i1, %x: tensor<16xf32>, %y: tensor<16xf32>) -> tensor<16xf32> {
  %0 = scf.forall (%i) = (0) to (16) step (4) shared_outs(%out = %y) -> tensor<16xf32> {
    %a = tensor.extract_slice %x[%i] [4] [1] : tensor<16xf32> to tensor<4xf32>
    %b = tensor.extract_slice %out[%i] [4] [1] : tensor<16xf32> to tensor<4xf32>
    %c = scf.if %p -> tensor<4xf32> {
      scf.yield %a : tensor<4xf32>
    } else {
      scf.yield %b : tensor<4xf32>
    }
    scf.forall.in_parallel {
      tensor.parallel_insert_slice %c into %out[%i] [4] [1] : tensor<4xf32> into tensor<16xf32>
    }
  }
  return %0 : tensor<16xf32>
}
