// RUN: hlo-run %s --input='dense<[5]> : tensor<1xi32>' --input='dense<[[[1.0], [2.0], [3.0]]]> : tensor<1x3x1xf32>' | FileCheck %s

// Control flow, scatters and Fourier transforms of tosa, whose lowerings upstream has apart from
// the others.
func.func @main(%n: tensor<1xi32>, %x: tensor<1x3x1xf32>)
    -> (tensor<1xi32>, tensor<1x3x1xf32>, tensor<1x1x3xf32>) {
  // CHECK: out0: tensor<1xi32> [62]
  %0 = tosa.while_loop (%i = %n) : (tensor<1xi32>) -> tensor<1xi32> {
    %limit = "tosa.const"() {values = dense<60> : tensor<1xi32>} : () -> tensor<1xi32>
    %less = tosa.greater %limit, %i : (tensor<1xi32>, tensor<1xi32>) -> tensor<1xi1>
    %shape = tosa.const_shape {values = dense<> : tensor<0xindex>} : () -> !tosa.shape<0>
    %go = tosa.reshape %less, %shape : (tensor<1xi1>, !tosa.shape<0>) -> tensor<i1>
    tosa.yield %go : tensor<i1>
  } do {
  ^bb0(%i: tensor<1xi32>):
    %step = "tosa.const"() {values = dense<3> : tensor<1xi32>} : () -> tensor<1xi32>
    %next = tosa.add %i, %step : (tensor<1xi32>, tensor<1xi32>) -> tensor<1xi32>
    tosa.yield %next : tensor<1xi32>
  }
  // CHECK: out1: tensor<1x3x1xf32>
  // CHECK-NEXT: {{\[+}}1.0]
  // CHECK-NEXT: [7.0]
  // CHECK-NEXT: [3.0]]]
  %at = "tosa.const"() {values = dense<1> : tensor<1x1xi32>} : () -> tensor<1x1xi32>
  %new = "tosa.const"() {values = dense<7.0> : tensor<1x1x1xf32>} : () -> tensor<1x1x1xf32>
  %1 = tosa.scatter %x, %at, %new
    : (tensor<1x3x1xf32>, tensor<1x1xi32>, tensor<1x1x1xf32>) -> tensor<1x3x1xf32>
  // CHECK: out2: tensor<1x1x3xf32>
  // CHECK-NEXT: {{\[+}}10.0 -2.0 -2.0]
  %row = stablehlo.constant dense<[[[1.0, 2.0, 3.0, 4.0]]]> : tensor<1x1x4xf32>
  %re, %im = tosa.rfft2d %row : (tensor<1x1x4xf32>) -> (tensor<1x1x3xf32>, tensor<1x1x3xf32>)
  return %0, %1, %re : tensor<1xi32>, tensor<1x3x1xf32>, tensor<1x1x3xf32>
}
