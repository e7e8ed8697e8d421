// RUN: hlo-opt %s --pass-pipeline='builtin.module(func.func(hloom-normalize-while-iter-args))' | FileCheck %s

// The condition no longer passes on %p, which shifts the positions of the other values.
// CHECK-LABEL: func.func @f
// CHECK: %[[R:.*]]:2 = scf.while (%[[A:.*]] = %{{.*}}, %[[I:.*]] = %{{.*}}, %[[P:.*]] = %{{.*}}) : (tensor<4xf32>, i64, i1) -> (tensor<4xf32>, i64)
// CHECK: scf.condition(%[[P]]) %[[A]], %[[I]] : tensor<4xf32>, i64
// CHECK: ^bb0(%[[B:.*]]: tensor<4xf32>, %[[J:.*]]: i64):
// CHECK: scf.yield %[[B]], %{{.*}}, %{{.*}} : tensor<4xf32>, i64, i1
// CHECK: return %[[R]]#0, %[[R]]#1
func.func @f(%x: tensor<4xf32>, %n: i64) -> (tensor<4xf32>, i64) {
  %true = arith.constant true
  %c0 = arith.constant 0 : i64
  %c1 = arith.constant 1 : i64
  %r:2 = scf.while (%i = %c0, %p = %true, %a = %x) : (i64, i1, tensor<4xf32>) -> (i64, tensor<4xf32>) {
    scf.condition(%p) %i, %a : i64, tensor<4xf32>
  } do {
  ^bb0(%i: i64, %a: tensor<4xf32>):
    %next = arith.addi %i, %c1 : i64
    %more = arith.cmpi slt, %next, %n : i64
    scf.yield %next, %more, %a : i64, i1, tensor<4xf32>
  }
  return %r#1, %r#0 : tensor<4xf32>, i64
}

// A destination of dynamic shape may have elements, so the value is stored, and a later reader of
// the destination gets a copy.
// CHECK-LABEL: func.func @dynamic
// CHECK-SAME: (%[[X:.*]]: tensor<?x2xf32>, %[[Y:.*]]: tensor<?x2xf32>)
// CHECK: %[[OLD:.*]] = bufferization.alloc_tensor() copy(%[[Y]])
// CHECK: %[[NEW:.*]] = bufferization.materialize_in_destination %[[X]] in %[[Y]]
// CHECK: return %[[NEW]], %[[OLD]]
func.func @dynamic(%x: tensor<?x2xf32>, %y: tensor<?x2xf32>) -> (tensor<?x2xf32>, tensor<?x2xf32>) {
  %0 = bufferization.materialize_in_destination %x in %y : (tensor<?x2xf32>, tensor<?x2xf32>) -> tensor<?x2xf32>
  return %0, %y : tensor<?x2xf32>, tensor<?x2xf32>
}

// The same with a size whose product with the value of a dynamic size overflows.
// CHECK-LABEL: func.func @overflow
// CHECK: bufferization.materialize_in_destination
func.func @overflow(%x: tensor<?x3xf32>, %y: tensor<?x3xf32>) -> tensor<?x3xf32> {
  %0 = bufferization.materialize_in_destination %x in %y : (tensor<?x3xf32>, tensor<?x3xf32>) -> tensor<?x3xf32>
  return %0 : tensor<?x3xf32>
}
