// The large buffers are 1 MiB each, and the sums 1 KiB.
// RUN: hlo-opt %s --pass-pipeline='builtin.module(func.func(hloom-order-operations))' | FileCheck %s

// A chain is finished before the next one begins.
// CHECK-LABEL: @chains
// CHECK: %[[A:.*]] = linalg.exp
// CHECK: linalg.reduce {{.*}} ins(%[[A]] :
// CHECK: %[[B:.*]] = linalg.log
// CHECK: linalg.reduce {{.*}} ins(%[[B]] :
func.func @chains(%x: tensor<256x1024xf32>) -> tensor<256xf32> {
  %zero = arith.constant 0.0 : f32
  %large = tensor.empty() : tensor<256x1024xf32>
  %small = tensor.empty() : tensor<256xf32>
  %a = linalg.exp ins(%x : tensor<256x1024xf32>) outs(%large : tensor<256x1024xf32>) -> tensor<256x1024xf32>
  %b = linalg.log ins(%x : tensor<256x1024xf32>) outs(%large : tensor<256x1024xf32>) -> tensor<256x1024xf32>
  %f = linalg.fill ins(%zero : f32) outs(%small : tensor<256xf32>) -> tensor<256xf32>
  %c = linalg.reduce {arith.addf} ins(%a : tensor<256x1024xf32>) outs(%f : tensor<256xf32>) dimensions = [1]
  %g = linalg.fill ins(%zero : f32) outs(%small : tensor<256xf32>) -> tensor<256xf32>
  %d = linalg.reduce {arith.addf} ins(%b : tensor<256x1024xf32>) outs(%g : tensor<256xf32>) dimensions = [1]
  %e = linalg.add ins(%c, %d : tensor<256xf32>, tensor<256xf32>) outs(%small : tensor<256xf32>) -> tensor<256xf32>
  return %e : tensor<256xf32>
}

// The same with 4 KiB each: less memory than a cache has is not worth another order.
// CHECK-LABEL: @small_chains
// CHECK: linalg.exp
// CHECK-NEXT: linalg.log
func.func @small_chains(%x: tensor<16x64xf32>) -> tensor<16xf32> {
  %zero = arith.constant 0.0 : f32
  %large = tensor.empty() : tensor<16x64xf32>
  %small = tensor.empty() : tensor<16xf32>
  %a = linalg.exp ins(%x : tensor<16x64xf32>) outs(%large : tensor<16x64xf32>) -> tensor<16x64xf32>
  %b = linalg.log ins(%x : tensor<16x64xf32>) outs(%large : tensor<16x64xf32>) -> tensor<16x64xf32>
  %f = linalg.fill ins(%zero : f32) outs(%small : tensor<16xf32>) -> tensor<16xf32>
  %c = linalg.reduce {arith.addf} ins(%a : tensor<16x64xf32>) outs(%f : tensor<16xf32>) dimensions = [1]
  %g = linalg.fill ins(%zero : f32) outs(%small : tensor<16xf32>) -> tensor<16xf32>
  %d = linalg.reduce {arith.addf} ins(%b : tensor<16x64xf32>) outs(%g : tensor<16xf32>) dimensions = [1]
  %e = linalg.add ins(%c, %d : tensor<16xf32>, tensor<16xf32>) outs(%small : tensor<16xf32>) -> tensor<16xf32>
  return %e : tensor<16xf32>
}

// Runtime calls stay in order.
// CHECK-LABEL: @calls
// CHECK: %[[A:.*]] = call @effect
// CHECK: %[[B:.*]] = call @effect
// CHECK: linalg.reduce {{.*}} ins(%[[A]] :
func.func private @effect(tensor<256x1024xf32>) -> tensor<256x1024xf32>
func.func @calls(%x: tensor<256x1024xf32>, %y: tensor<256x1024xf32>) -> (tensor<256xf32>, tensor<256x1024xf32>) {
  %zero = arith.constant 0.0 : f32
  %small = tensor.empty() : tensor<256xf32>
  %a = call @effect(%x) : (tensor<256x1024xf32>) -> tensor<256x1024xf32>
  %b = call @effect(%y) : (tensor<256x1024xf32>) -> tensor<256x1024xf32>
  %f = linalg.fill ins(%zero : f32) outs(%small : tensor<256xf32>) -> tensor<256xf32>
  %c = linalg.reduce {arith.addf} ins(%a : tensor<256x1024xf32>) outs(%f : tensor<256xf32>) dimensions = [1]
  return %c, %b : tensor<256xf32>, tensor<256x1024xf32>
}

// The first sum reads the second large array only inside of a branch, so it stays after that array.
#id = affine_map<(d0) -> (d0)>
#none = affine_map<(d0) -> ()>
// CHECK-LABEL: func.func @nested_use
// CHECK-COUNT-2: math.exp
// CHECK-NOT: math.exp
// CHECK: scf.if
func.func @nested_use(%x: tensor<262144xf32>, %t: tensor<262144xf32>) -> (tensor<f32>, tensor<f32>) {
  %one = arith.constant 1.0 : f32
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<262144xf32>
  %big = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel"]} ins(%x : tensor<262144xf32>) outs(%e : tensor<262144xf32>) {
  ^bb0(%a: f32, %o: f32):
    %s = math.exp %a : f32
    linalg.yield %s : f32
  } -> tensor<262144xf32>
  %e1 = tensor.empty() : tensor<262144xf32>
  %table = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel"]} ins(%t : tensor<262144xf32>) outs(%e1 : tensor<262144xf32>) {
  ^bb0(%a: f32, %o: f32):
    %s = math.exp %a : f32
    linalg.yield %s : f32
  } -> tensor<262144xf32>
  %e2 = tensor.empty() : tensor<f32>
  %f = linalg.fill ins(%zero : f32) outs(%e2 : tensor<f32>) -> tensor<f32>
  %r = linalg.generic {indexing_maps = [#id, #none], iterator_types = ["reduction"]} ins(%big : tensor<262144xf32>) outs(%f : tensor<f32>) {
  ^bb0(%a: f32, %o: f32):
    %i = linalg.index 0 : index
    %p = arith.cmpf ogt, %a, %one : f32
    %v = scf.if %p -> (f32) {
      %w = tensor.extract %table[%i] : tensor<262144xf32>
      scf.yield %w : f32
    } else {
      scf.yield %zero : f32
    }
    %s = arith.addf %o, %v : f32
    linalg.yield %s : f32
  } -> tensor<f32>
  %u = linalg.generic {indexing_maps = [#id, #none], iterator_types = ["reduction"]} ins(%table : tensor<262144xf32>) outs(%f : tensor<f32>) {
  ^bb0(%a: f32, %o: f32):
    %s = arith.addf %o, %a : f32
    linalg.yield %s : f32
  } -> tensor<f32>
  return %r, %u : tensor<f32>, tensor<f32>
}
