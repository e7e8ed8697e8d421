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
