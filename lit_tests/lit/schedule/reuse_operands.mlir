// RUN: hlo-opt %s --pass-pipeline='builtin.module(func.func(hloom-reuse-operands))' | FileCheck %s

#id = affine_map<(d0) -> (d0)>

// CHECK-LABEL: func.func @last_use
func.func @last_use(%x: tensor<8xf32>) -> tensor<8xf32> {
  %e = tensor.empty() : tensor<8xf32>
  // CHECK: %[[A:.*]] = linalg.generic
  %a = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel"]} ins(%x : tensor<8xf32>) outs(%e : tensor<8xf32>) {
  ^bb0(%i: f32, %o: f32):
    %s = arith.addf %i, %i : f32
    linalg.yield %s : f32
  } -> tensor<8xf32>
  // CHECK: linalg.generic {{.*}} outs(%[[A]] : tensor<8xf32>)
  // CHECK-NEXT: ^bb0(%[[OLD:.*]]: f32):
  // CHECK-NEXT: arith.mulf %[[OLD]], %[[OLD]]
  %b = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel"]} ins(%a : tensor<8xf32>) outs(%e : tensor<8xf32>) {
  ^bb0(%i: f32, %o: f32):
    %s = arith.mulf %i, %i : f32
    linalg.yield %s : f32
  } -> tensor<8xf32>
  return %b : tensor<8xf32>
}

// An argument is not overwritten, nor is a value that is used later.
// CHECK-LABEL: func.func @used_later
func.func @used_later(%x: tensor<8xf32>) -> (tensor<8xf32>, tensor<8xf32>) {
  %e = tensor.empty() : tensor<8xf32>
  // CHECK: linalg.generic {{.*}} ins(%{{.*}}) outs(%{{.*}})
  %a = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel"]} ins(%x : tensor<8xf32>) outs(%e : tensor<8xf32>) {
  ^bb0(%i: f32, %o: f32):
    %s = arith.addf %i, %i : f32
    linalg.yield %s : f32
  } -> tensor<8xf32>
  // CHECK: linalg.generic {{.*}} ins(%{{.*}}) outs(%{{.*}})
  %b = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel"]} ins(%a : tensor<8xf32>) outs(%e : tensor<8xf32>) {
  ^bb0(%i: f32, %o: f32):
    %s = arith.mulf %i, %i : f32
    linalg.yield %s : f32
  } -> tensor<8xf32>
  return %a, %b : tensor<8xf32>, tensor<8xf32>
}

// An argument that the caller donates is overwritten.
// CHECK-LABEL: func.func @given_up
// CHECK-SAME: (%[[X:.*]]: tensor<8xf32>)
func.func @given_up(%x: tensor<8xf32>) -> tensor<8xf32> attributes {hloom.aliases = array<i64: 0, 0>} {
  %e = tensor.empty() : tensor<8xf32>
  // CHECK: linalg.generic {{.*}} outs(%[[X]] : tensor<8xf32>)
  %a = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel"]} ins(%x : tensor<8xf32>) outs(%e : tensor<8xf32>) {
  ^bb0(%i: f32, %o: f32):
    %s = arith.addf %i, %i : f32
    linalg.yield %s : f32
  } -> tensor<8xf32>
  return %a : tensor<8xf32>
}

// Each task overwrites the part of an argument that only it reads.
// CHECK-LABEL: func.func @parts
// CHECK-SAME: (%[[X:.*]]: tensor<8xf32>, %[[Y:.*]]: tensor<8xf32>)
func.func @parts(%x: tensor<8xf32>, %y: tensor<8xf32>) -> tensor<8xf32> attributes {hloom.aliases = array<i64: 0, 0>} {
  %e = tensor.empty() : tensor<8xf32>
  // CHECK: scf.forall (%[[I:.*]]) = {{.*}} shared_outs(%[[PART_OF:.*]] = %[[X]])
  %r = scf.forall (%i) = (0) to (8) step (4) shared_outs(%all = %e) -> tensor<8xf32> {
    // CHECK: %[[PART:.*]] = tensor.extract_slice %[[PART_OF]][%[[I]]] [4] [1]
    // CHECK: tensor.extract_slice %[[Y]]
    // CHECK: linalg.generic {{.*}} outs(%[[PART]] : tensor<4xf32>)
    %a = tensor.extract_slice %x[%i] [4] [1] : tensor<8xf32> to tensor<4xf32>
    %b = tensor.extract_slice %y[%i] [4] [1] : tensor<8xf32> to tensor<4xf32>
    %o = tensor.extract_slice %all[%i] [4] [1] : tensor<8xf32> to tensor<4xf32>
    %s = linalg.generic {indexing_maps = [#id, #id, #id], iterator_types = ["parallel"]} ins(%a, %b : tensor<4xf32>, tensor<4xf32>) outs(%o : tensor<4xf32>) {
    ^bb0(%p: f32, %q: f32, %old: f32):
      %t = arith.addf %p, %q : f32
      linalg.yield %t : f32
    } -> tensor<4xf32>
    scf.forall.in_parallel {
      tensor.parallel_insert_slice %s into %all[%i] [4] [1] : tensor<4xf32> into tensor<8xf32>
    }
  }
  return %r : tensor<8xf32>
}

// A task reads what another one writes.
// CHECK-LABEL: func.func @other_parts
func.func @other_parts(%x: tensor<8xf32>) -> tensor<8xf32> attributes {hloom.aliases = array<i64: 0, 0>} {
  // CHECK: %[[E:.*]] = tensor.empty
  %e = tensor.empty() : tensor<8xf32>
  // CHECK: shared_outs(%{{.*}} = %[[E]])
  %r = scf.forall (%i) = (0) to (8) step (4) shared_outs(%all = %e) -> tensor<8xf32> {
    %a = tensor.extract_slice %x[%i] [4] [1] : tensor<8xf32> to tensor<4xf32>
    %b = tensor.extract_slice %x[4] [4] [1] : tensor<8xf32> to tensor<4xf32>
    %o = tensor.extract_slice %all[%i] [4] [1] : tensor<8xf32> to tensor<4xf32>
    %s = linalg.generic {indexing_maps = [#id, #id, #id], iterator_types = ["parallel"]} ins(%a, %b : tensor<4xf32>, tensor<4xf32>) outs(%o : tensor<4xf32>) {
    ^bb0(%p: f32, %q: f32, %old: f32):
      %t = arith.addf %p, %q : f32
      linalg.yield %t : f32
    } -> tensor<4xf32>
    scf.forall.in_parallel {
      tensor.parallel_insert_slice %s into %all[%i] [4] [1] : tensor<4xf32> into tensor<8xf32>
    }
  }
  return %r : tensor<8xf32>
}

// Several tasks write the same part.
// CHECK-LABEL: func.func @same_part
func.func @same_part(%x: tensor<8xf32>) -> tensor<8xf32> attributes {hloom.aliases = array<i64: 0, 0>} {
  // CHECK: %[[E:.*]] = tensor.empty
  %e = tensor.empty() : tensor<8xf32>
  // CHECK: shared_outs(%{{.*}} = %[[E]])
  %r = scf.forall (%i, %j) = (0, 0) to (8, 8) step (4, 4) shared_outs(%all = %e) -> tensor<8xf32> {
    %a = tensor.extract_slice %x[%i] [4] [1] : tensor<8xf32> to tensor<4xf32>
    %o = tensor.extract_slice %all[%i] [4] [1] : tensor<8xf32> to tensor<4xf32>
    %s = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel"]} ins(%a : tensor<4xf32>) outs(%o : tensor<4xf32>) {
    ^bb0(%p: f32, %old: f32):
      %t = arith.addf %p, %p : f32
      linalg.yield %t : f32
    } -> tensor<4xf32>
    scf.forall.in_parallel {
      tensor.parallel_insert_slice %s into %all[%i] [4] [1] : tensor<4xf32> into tensor<8xf32>
    }
  }
  return %r : tensor<8xf32>
}

// Parts of two tasks overlap.
// CHECK-LABEL: func.func @overlapping_parts
func.func @overlapping_parts(%x: tensor<8xf32>) -> tensor<8xf32> attributes {hloom.aliases = array<i64: 0, 0>} {
  // CHECK: %[[E:.*]] = tensor.empty
  %e = tensor.empty() : tensor<8xf32>
  // CHECK: shared_outs(%{{.*}} = %[[E]])
  %r = scf.forall (%i) = (0) to (5) step (1) shared_outs(%all = %e) -> tensor<8xf32> {
    %a = tensor.extract_slice %x[%i] [4] [1] : tensor<8xf32> to tensor<4xf32>
    %o = tensor.extract_slice %all[%i] [4] [1] : tensor<8xf32> to tensor<4xf32>
    %s = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel"]} ins(%a : tensor<4xf32>) outs(%o : tensor<4xf32>) {
    ^bb0(%p: f32, %old: f32):
      %t = arith.addf %p, %p : f32
      linalg.yield %t : f32
    } -> tensor<4xf32>
    scf.forall.in_parallel {
      tensor.parallel_insert_slice %s into %all[%i] [4] [1] : tensor<4xf32> into tensor<8xf32>
    }
  }
  return %r : tensor<8xf32>
}

// An operation that overwrites an argument is moved after all other readers of the argument.
// CHECK-LABEL: func.func @overwritten_last
// CHECK-SAME: (%[[X:.*]]: tensor<8xf32>, %[[Y:.*]]: tensor<8xf32>)
func.func @overwritten_last(%x: tensor<8xf32>, %y: tensor<8xf32>) -> (tensor<8xf32>, tensor<8xf32>) attributes {hloom.aliases = array<i64: 0, 0, 1, 1>} {
  %e = tensor.empty() : tensor<8xf32>
  // CHECK: %[[B:.*]] = linalg.generic {{.*}} ins(%[[X]] : tensor<8xf32>) outs(%[[Y]] : tensor<8xf32>)
  // CHECK: %[[A:.*]] = linalg.generic {{.*}} outs(%[[X]] : tensor<8xf32>)
  %a = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel"]} ins(%x : tensor<8xf32>) outs(%e : tensor<8xf32>) {
  ^bb0(%i: f32, %o: f32):
    %s = arith.addf %i, %i : f32
    linalg.yield %s : f32
  } -> tensor<8xf32>
  %b = linalg.generic {indexing_maps = [#id, #id, #id], iterator_types = ["parallel"]} ins(%x, %y : tensor<8xf32>, tensor<8xf32>) outs(%e : tensor<8xf32>) {
  ^bb0(%i: f32, %j: f32, %o: f32):
    %s = arith.mulf %i, %j : f32
    linalg.yield %s : f32
  } -> tensor<8xf32>
  // CHECK: return %[[A]], %[[B]]
  return %a, %b : tensor<8xf32>, tensor<8xf32>
}

// An operation with two results overwrites two inputs.
// CHECK-LABEL: func.func @two_results
// CHECK: %[[A:.*]]:2 = linalg.generic
// CHECK: linalg.generic {{.*}} outs(%[[A]]#0, %[[A]]#1 : tensor<8xf32>, tensor<8xf32>)
// CHECK-NEXT: ^bb0(%[[X:.*]]: f32, %[[Y:.*]]: f32):
// CHECK-NEXT: %[[S:.*]] = arith.addf %[[X]], %[[Y]]
// CHECK-NEXT: %[[P:.*]] = arith.mulf %[[X]], %[[Y]]
// CHECK-NEXT: linalg.yield %[[S]], %[[P]]
func.func @two_results(%x: tensor<8xf32>) -> (tensor<8xf32>, tensor<8xf32>) {
  %e = tensor.empty() : tensor<8xf32>
  %a:2 = linalg.generic {indexing_maps = [#id, #id, #id], iterator_types = ["parallel"]} ins(%x : tensor<8xf32>) outs(%e, %e : tensor<8xf32>, tensor<8xf32>) {
  ^bb0(%i: f32, %o: f32, %p: f32):
    %s = arith.addf %i, %i : f32
    linalg.yield %s, %i : f32, f32
  } -> (tensor<8xf32>, tensor<8xf32>)
  %b:2 = linalg.generic {indexing_maps = [#id, #id, #id, #id], iterator_types = ["parallel"]} ins(%a#0, %a#1 : tensor<8xf32>, tensor<8xf32>) outs(%e, %e : tensor<8xf32>, tensor<8xf32>) {
  ^bb0(%i: f32, %j: f32, %o: f32, %q: f32):
    %s = arith.addf %i, %j : f32
    %p = arith.mulf %i, %j : f32
    linalg.yield %s, %p : f32, f32
  } -> (tensor<8xf32>, tensor<8xf32>)
  return %b#0, %b#1 : tensor<8xf32>, tensor<8xf32>
}

// The next value of a loop overwrites the old one, unless a later operation reads the old one.
// CHECK-LABEL: func.func @carried
// CHECK: scf.for {{.*}} iter_args(%[[V:.*]] = %{{.*}}, %[[W:.*]] = %{{.*}})
// CHECK: linalg.generic {{.*}} ins(%[[W]] : tensor<8xf32>) outs(%[[E:.*]] : tensor<8xf32>)
// CHECK: linalg.generic {{.*}} ins(%[[W]] : tensor<8xf32>) outs(%[[V]] : tensor<8xf32>)
func.func @carried(%x: tensor<8xf32>, %y: tensor<8xf32>, %n: index) -> (tensor<8xf32>, tensor<8xf32>) {
  %zero = arith.constant 0 : index
  %one = arith.constant 1 : index
  %e = tensor.empty() : tensor<8xf32>
  %r:2 = scf.for %k = %zero to %n step %one iter_args(%v = %x, %w = %y) -> (tensor<8xf32>, tensor<8xf32>) {
    %a = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel"]} ins(%w : tensor<8xf32>) outs(%e : tensor<8xf32>) {
    ^bb0(%i: f32, %o: f32):
      %s = arith.mulf %i, %i : f32
      linalg.yield %s : f32
    } -> tensor<8xf32>
    %b = linalg.generic {indexing_maps = [#id, #id, #id], iterator_types = ["parallel"]} ins(%v, %w : tensor<8xf32>, tensor<8xf32>) outs(%e : tensor<8xf32>) {
    ^bb0(%i: f32, %j: f32, %o: f32):
      %s = arith.addf %i, %j : f32
      linalg.yield %s : f32
    } -> tensor<8xf32>
    %c = bufferization.materialize_in_destination %b in %v : (tensor<8xf32>, tensor<8xf32>) -> tensor<8xf32>
    %d = bufferization.materialize_in_destination %a in %w : (tensor<8xf32>, tensor<8xf32>) -> tensor<8xf32>
    scf.yield %c, %d : tensor<8xf32>, tensor<8xf32>
  }
  return %r#0, %r#1 : tensor<8xf32>, tensor<8xf32>
}

// A value that is computed in its slice of a padded array is not overwritten: the slice would change.
// CHECK-LABEL: func.func @inserted
// CHECK: %[[A:.*]] = linalg.generic
// CHECK: tensor.insert_slice %[[A]]
// CHECK: linalg.generic {{.*}} ins(%[[A]] : tensor<8xf32>) outs(%{{.*}} : tensor<8xf32>)
func.func @inserted(%x: tensor<8xf32>) -> (tensor<10xf32>, tensor<8xf32>) {
  %e = tensor.empty() : tensor<8xf32>
  %p = tensor.empty() : tensor<10xf32>
  %a = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel"]} ins(%x : tensor<8xf32>) outs(%e : tensor<8xf32>) {
  ^bb0(%i: f32, %o: f32):
    %s = arith.addf %i, %i : f32
    linalg.yield %s : f32
  } -> tensor<8xf32>
  %c = tensor.insert_slice %a into %p[1] [8] [1] : tensor<8xf32> into tensor<10xf32>
  %b = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel"]} ins(%a : tensor<8xf32>) outs(%e : tensor<8xf32>) {
  ^bb0(%i: f32, %o: f32):
    %s = arith.mulf %i, %i : f32
    linalg.yield %s : f32
  } -> tensor<8xf32>
  return %c, %b : tensor<10xf32>, tensor<8xf32>
}

// The result of a runtime call is overwritten, unless another call reads its memory.
// CHECK-LABEL: func.func @runtime_result
// CHECK: %[[A:.*]] = bufferization.to_tensor
// CHECK: linalg.generic {{.*}} outs(%[[A]] : tensor<8xf32>)
// CHECK: %[[B:.*]] = bufferization.to_tensor
// CHECK: linalg.generic {{.*}} ins(%[[B]] : tensor<8xf32>)
func.func private @hloom_call_0(memref<8xf32>)
func.func private @hloom_call_1(memref<8xf32>)
func.func @runtime_result() -> (tensor<8xf32>, tensor<8xf32>) {
  %e = tensor.empty() : tensor<8xf32>
  %m = memref.alloc() : memref<8xf32>
  call @hloom_call_0(%m) : (memref<8xf32>) -> ()
  %a = bufferization.to_tensor %m restrict writable : memref<8xf32> to tensor<8xf32>
  %0 = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel"]} ins(%a : tensor<8xf32>) outs(%e : tensor<8xf32>) {
  ^bb0(%i: f32, %o: f32):
    %s = arith.mulf %i, %i : f32
    linalg.yield %s : f32
  } -> tensor<8xf32>
  %n = memref.alloc() : memref<8xf32>
  call @hloom_call_0(%n) : (memref<8xf32>) -> ()
  %b = bufferization.to_tensor %n restrict writable : memref<8xf32> to tensor<8xf32>
  %1 = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel"]} ins(%b : tensor<8xf32>) outs(%e : tensor<8xf32>) {
  ^bb0(%i: f32, %o: f32):
    %s = arith.mulf %i, %i : f32
    linalg.yield %s : f32
  } -> tensor<8xf32>
  call @hloom_call_1(%n) : (memref<8xf32>) -> ()
  return %0, %1 : tensor<8xf32>, tensor<8xf32>
}
