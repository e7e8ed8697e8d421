// RUN: hlo-opt %s --pass-pipeline='builtin.module(func.func(hloom-unshare-destinations))' | FileCheck %s

// CHECK-LABEL: func.func @shared
// CHECK-DAG: %[[A:.*]] = tensor.empty()
// CHECK-DAG: %[[B:.*]] = tensor.empty()
// CHECK-DAG: %[[C:.*]] = linalg.fill ins(%{{.*}}) outs(%[[A]]
// CHECK-DAG: %[[D:.*]] = linalg.fill ins(%{{.*}}) outs(%[[B]]
// CHECK-NEXT: return
func.func @shared(%value: f32) -> (tensor<4xf32>, tensor<4xf32>) {
  %empty = tensor.empty() : tensor<4xf32>
  %fill = linalg.fill ins(%value : f32) outs(%empty : tensor<4xf32>) -> tensor<4xf32>
  return %fill, %fill : tensor<4xf32>, tensor<4xf32>
}

// A tile of a destination that another loop writes: the loop must not allocate the whole tensor.
// CHECK-LABEL: func.func @slice_in_loop
// CHECK: scf.forall
// CHECK: %[[EMPTY:.*]] = tensor.empty() : tensor<1x64xf32>
// CHECK: linalg.exp ins(%{{.*}}) outs(%[[EMPTY]]
// CHECK: %[[OTHER:.*]] = tensor.empty() : tensor<1x64xf32>
// CHECK: %[[FILL:.*]] = linalg.fill ins(%{{.*}}) outs(%[[OTHER]]
// CHECK: linalg.add ins(%{{.*}}) outs(%[[FILL]]
func.func @slice_in_loop(%a: tensor<8x64xf32>, %value: f32) -> (tensor<8x64xf32>, tensor<8x64xf32>) {
  %empty = tensor.empty() : tensor<8x64xf32>
  %fill = linalg.fill ins(%value : f32) outs(%empty : tensor<8x64xf32>) -> tensor<8x64xf32>
  %loop = scf.forall (%i) in (8) shared_outs(%out = %empty) -> (tensor<8x64xf32>) {
    %row = tensor.extract_slice %a[%i, 0] [1, 64] [1, 1] : tensor<8x64xf32> to tensor<1x64xf32>
    %temporary = tensor.extract_slice %empty[%i, 0] [1, 64] [1, 1] : tensor<8x64xf32> to tensor<1x64xf32>
    %exp = linalg.exp ins(%row : tensor<1x64xf32>) outs(%temporary : tensor<1x64xf32>) -> tensor<1x64xf32>
    %filled = tensor.extract_slice %fill[%i, 0] [1, 64] [1, 1] : tensor<8x64xf32> to tensor<1x64xf32>
    %sum = linalg.add ins(%exp, %row : tensor<1x64xf32>, tensor<1x64xf32>) outs(%filled : tensor<1x64xf32>) -> tensor<1x64xf32>
    scf.forall.in_parallel {
      tensor.parallel_insert_slice %sum into %out[%i, 0] [1, 64] [1, 1] : tensor<1x64xf32> into tensor<8x64xf32>
    }
  }
  return %loop, %fill : tensor<8x64xf32>, tensor<8x64xf32>
}

// A fill used in a loop is repeated in every iteration, whatever the order of its users.
// CHECK-LABEL: func @in_a_loop
// CHECK: %[[OUTER:.*]] = linalg.fill
// CHECK: scf.for
// CHECK: %[[EMPTY:.*]] = tensor.empty
// CHECK: %[[INNER:.*]] = linalg.fill {{.*}} outs(%[[EMPTY]]
// CHECK: linalg.exp {{.*}} outs(%[[INNER]]
func.func @in_a_loop(%x: tensor<4xf32>, %low: index, %high: index, %step: index) -> tensor<4xf32> {
  %zero = arith.constant 0.0 : f32
  %empty = tensor.empty() : tensor<4xf32>
  %filled = linalg.fill ins(%zero : f32) outs(%empty : tensor<4xf32>) -> tensor<4xf32>
  %0 = linalg.negf ins(%x : tensor<4xf32>) outs(%filled : tensor<4xf32>) -> tensor<4xf32>
  %1 = scf.for %i = %low to %high step %step iter_args(%a = %0) -> tensor<4xf32> {
    %2 = linalg.exp ins(%a : tensor<4xf32>) outs(%filled : tensor<4xf32>) -> tensor<4xf32>
    scf.yield %2 : tensor<4xf32>
  }
  return %1 : tensor<4xf32>
}

// A destination is made beside its user, so that it takes no memory before.
// CHECK-LABEL: func @beside
// CHECK: linalg.exp
// CHECK-NEXT: tensor.empty() : tensor<8xf32>
// CHECK-NEXT: linalg.fill
// CHECK-NEXT: linalg.negf
func.func @beside(%x: tensor<4xf32>, %y: tensor<8xf32>, %out: tensor<4xf32>, %value: f32) -> (tensor<4xf32>, tensor<8xf32>) {
  %empty = tensor.empty() : tensor<8xf32>
  %filled = linalg.fill ins(%value : f32) outs(%empty : tensor<8xf32>) -> tensor<8xf32>
  %0 = linalg.exp ins(%x : tensor<4xf32>) outs(%out : tensor<4xf32>) -> tensor<4xf32>
  %1 = linalg.negf ins(%y : tensor<8xf32>) outs(%filled : tensor<8xf32>) -> tensor<8xf32>
  return %0, %1 : tensor<4xf32>, tensor<8xf32>
}

// A value that is inserted is read from there, unless the whole changes before.
// CHECK-LABEL: func @inserted
// CHECK: %[[A:.*]] = linalg.exp
// CHECK: %[[WHOLE:.*]] = tensor.insert_slice %[[A]] into
// CHECK: %[[READ:.*]] = tensor.extract_slice %[[WHOLE]][1] [4] [1]
// CHECK: linalg.negf ins(%[[READ]] :
// CHECK: %[[B:.*]] = linalg.exp
// CHECK: %[[OTHER:.*]] = tensor.insert_slice %[[B]] into
// CHECK: linalg.negf ins(%[[B]] :
func.func @inserted(%x: tensor<4xf32>, %y: tensor<6xf32>) -> (tensor<6xf32>, tensor<4xf32>, tensor<6xf32>, tensor<4xf32>) {
  %e0 = tensor.empty() : tensor<4xf32>
  %e1 = tensor.empty() : tensor<4xf32>
  %e2 = tensor.empty() : tensor<4xf32>
  %e3 = tensor.empty() : tensor<4xf32>
  %f0 = tensor.empty() : tensor<6xf32>
  %f1 = tensor.empty() : tensor<6xf32>
  %a = linalg.exp ins(%x : tensor<4xf32>) outs(%e0 : tensor<4xf32>) -> tensor<4xf32>
  %whole = tensor.insert_slice %a into %f0[1] [4] [1] : tensor<4xf32> into tensor<6xf32>
  %0 = linalg.negf ins(%a : tensor<4xf32>) outs(%e1 : tensor<4xf32>) -> tensor<4xf32>
  %b = linalg.exp ins(%x : tensor<4xf32>) outs(%e2 : tensor<4xf32>) -> tensor<4xf32>
  %other = tensor.insert_slice %b into %f1[1] [4] [1] : tensor<4xf32> into tensor<6xf32>
  %changed = linalg.exp ins(%y : tensor<6xf32>) outs(%other : tensor<6xf32>) -> tensor<6xf32>
  %1 = linalg.negf ins(%b : tensor<4xf32>) outs(%e3 : tensor<4xf32>) -> tensor<4xf32>
  return %whole, %0, %changed, %1 : tensor<6xf32>, tensor<4xf32>, tensor<6xf32>, tensor<4xf32>
}
