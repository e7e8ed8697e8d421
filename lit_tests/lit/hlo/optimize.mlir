// RUN: hlo-opt %s --pass-pipeline='builtin.module(hlo-optimize)' | FileCheck %s
// RUN: hlo-opt %s --stablehlo-target-independent-optimization=fold-op-element-limit=100 | FileCheck %s

// The constant is folded, after which the addition disappears.
// CHECK-LABEL: func.func @main
// CHECK-NEXT: return %arg0
func.func @main(%x: tensor<2xi32>) -> tensor<2xi32> {
  %one = stablehlo.constant dense<1> : tensor<2xi32>
  %0 = stablehlo.subtract %one, %one : tensor<2xi32>
  %1 = stablehlo.add %x, %0 : tensor<2xi32>
  return %1 : tensor<2xi32>
}
