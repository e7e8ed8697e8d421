// GELU with chlo.erf in the middle and tosa at the ends.
// Expected values: NumPy.
// INPUT: dense<[[-2.25, -0.5, 1.25, -1.75, 0.0, -2.25, -0.5, 1.25, -1.75, 0.0, -2.25, -0.5, 1.25], [-1.75, 0.0, -2.25, -0.5, 1.25, -1.75, 0.0, -2.25, -0.5, 1.25, -1.75, 0.0, -2.25], [-0.5, 1.25, -1.75, 0.0, -2.25, -0.5, 1.25, -1.75, 0.0, -2.25, -0.5, 1.25, -1.75]]> : tensor<3x13xf32>
// EXPECT: dense<[[-0.027505048, -0.15426877, 1.1179378, -0.07010351, 0.0, -0.027505048, -0.15426877, 1.1179378, -0.07010351, 0.0, -0.027505048, -0.15426877, 1.1179378], [-0.07010351, 0.0, -0.027505048, -0.15426877, 1.1179378, -0.07010351, 0.0, -0.027505048, -0.15426877, 1.1179378, -0.07010351, 0.0, -0.027505048], [-0.15426877, 1.1179378, -0.07010351, 0.0, -0.027505048, -0.15426877, 1.1179378, -0.07010351, 0.0, -0.027505048, -0.15426877, 1.1179378, -0.07010351]]> : tensor<3x13xf32>
func.func @main(%x: tensor<3x13xf32>) -> tensor<3x13xf32> {
  %shift = "tosa.const"() {values = dense<0> : tensor<1xi8>} : () -> tensor<1xi8>
  %c = "tosa.const"() {values = dense<0.70710678> : tensor<1x1xf32>} : () -> tensor<1x1xf32>
  %one = stablehlo.constant dense<1.0> : tensor<3x13xf32>
  %half = arith.constant dense<0.5> : tensor<3x13xf32>
  %0 = tosa.mul %x, %c, %shift : (tensor<3x13xf32>, tensor<1x1xf32>, tensor<1xi8>) -> tensor<3x13xf32>
  %1 = chlo.erf %0 : tensor<3x13xf32> -> tensor<3x13xf32>
  %2 = stablehlo.add %1, %one : tensor<3x13xf32>
  %3 = arith.mulf %2, %half : tensor<3x13xf32>
  %4 = tosa.mul %3, %x, %shift : (tensor<3x13xf32>, tensor<3x13xf32>, tensor<1xi8>) -> tensor<3x13xf32>
  return %4 : tensor<3x13xf32>
}
