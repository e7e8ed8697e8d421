// RUN: hlo-opt %s --pipeline=cpu --stop-after=linalg | FileCheck %s

// Each step is computed once, however many paths lead through it: 4096 here.
// CHECK-LABEL: func.func @main
// CHECK: linalg.generic
// CHECK-COUNT-13: arith.addf
// CHECK-NOT: arith.addf
// CHECK-NOT: linalg.generic
func.func @main(%a0: tensor<8xf32>, %b0: tensor<8xf32>) -> tensor<8xf32> {
  %a1 = stablehlo.add %a0, %b0 : tensor<8xf32>
  %b1 = stablehlo.multiply %a0, %b0 : tensor<8xf32>
  %a2 = stablehlo.add %a1, %b1 : tensor<8xf32>
  %b2 = stablehlo.multiply %a1, %b1 : tensor<8xf32>
  %a3 = stablehlo.add %a2, %b2 : tensor<8xf32>
  %b3 = stablehlo.multiply %a2, %b2 : tensor<8xf32>
  %a4 = stablehlo.add %a3, %b3 : tensor<8xf32>
  %b4 = stablehlo.multiply %a3, %b3 : tensor<8xf32>
  %a5 = stablehlo.add %a4, %b4 : tensor<8xf32>
  %b5 = stablehlo.multiply %a4, %b4 : tensor<8xf32>
  %a6 = stablehlo.add %a5, %b5 : tensor<8xf32>
  %b6 = stablehlo.multiply %a5, %b5 : tensor<8xf32>
  %a7 = stablehlo.add %a6, %b6 : tensor<8xf32>
  %b7 = stablehlo.multiply %a6, %b6 : tensor<8xf32>
  %a8 = stablehlo.add %a7, %b7 : tensor<8xf32>
  %b8 = stablehlo.multiply %a7, %b7 : tensor<8xf32>
  %a9 = stablehlo.add %a8, %b8 : tensor<8xf32>
  %b9 = stablehlo.multiply %a8, %b8 : tensor<8xf32>
  %a10 = stablehlo.add %a9, %b9 : tensor<8xf32>
  %b10 = stablehlo.multiply %a9, %b9 : tensor<8xf32>
  %a11 = stablehlo.add %a10, %b10 : tensor<8xf32>
  %b11 = stablehlo.multiply %a10, %b10 : tensor<8xf32>
  %a12 = stablehlo.add %a11, %b11 : tensor<8xf32>
  %b12 = stablehlo.multiply %a11, %b11 : tensor<8xf32>
  %sum = stablehlo.add %a12, %b12 : tensor<8xf32>
  return %sum : tensor<8xf32>
}
