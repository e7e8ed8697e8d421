// RUN: hlo-opt %s --pass-pipeline='builtin.module(hloom-legalize-dialects)' | FileCheck %s

// Upstream's passes lower tosa, arithmetic on tensors, affine loops and shapes. StableHLO stays.
// CHECK-LABEL: func @tosa(
func.func @tosa(%x: tensor<4xf32>, %y: tensor<4xf32>) -> tensor<4xf32> {
  // CHECK: linalg.generic
  // CHECK: arith.addf
  // CHECK: stablehlo.negate
  %0 = tosa.add %x, %y : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  %1 = stablehlo.negate %0 : tensor<4xf32>
  return %1 : tensor<4xf32>
}

// CHECK-LABEL: func @arith(
func.func @arith(%x: tensor<4xf32>) -> tensor<4xf32> {
  // CHECK: %[[CONSTANT:.*]] = arith.constant dense<1.000000e+00> : tensor<4xf32>
  // CHECK: linalg.generic
  // CHECK-SAME: %[[CONSTANT]]
  // CHECK: arith.subf
  %0 = arith.constant dense<1.0> : tensor<4xf32>
  %1 = arith.subf %x, %0 : tensor<4xf32>
  return %1 : tensor<4xf32>
}

// CHECK-LABEL: func @affine(
func.func @affine(%x: tensor<4xf32>) -> tensor<4xf32> {
  // CHECK: scf.for
  // CHECK: stablehlo.negate
  %0 = affine.for %i = 0 to 4 iter_args(%y = %x) -> tensor<4xf32> {
    %1 = stablehlo.negate %y : tensor<4xf32>
    affine.yield %1 : tensor<4xf32>
  }
  return %0 : tensor<4xf32>
}

// CHECK-LABEL: func @shape(
func.func @shape(%x: tensor<4x8xf32>) -> index {
  // CHECK: %[[SIZE:.*]] = arith.constant 8 : index
  // CHECK: return %[[SIZE]]
  %0 = shape.shape_of %x : tensor<4x8xf32> -> tensor<2xindex>
  %1 = arith.constant 1 : index
  %2 = shape.get_extent %0, %1 : tensor<2xindex>, index -> index
  return %2 : index
}
