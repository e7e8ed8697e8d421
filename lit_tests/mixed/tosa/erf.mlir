// The error function, in a GELU.
// Expected values: mlir-runner of LLVM 22.
// INPUT: dense<[[-2.25, -0.5, 1.25, -1.75, 0.0], [-2.25, -0.5, 1.25, -1.75, 0.0], [-2.25, -0.5, 1.25, -1.75, 0.0]]> : tensor<3x5xf32>
// EXPECT: dense<[[-0.027505048, -0.15426877, 1.1179378, -0.07010351, 0.0], [-0.027505048, -0.15426877, 1.1179378, -0.07010351, 0.0], [-0.027505048, -0.15426877, 1.1179378, -0.07010351, 0.0]]> : tensor<3x5xf32>
func.func @main(%x: tensor<3x5xf32>) -> tensor<3x5xf32> {
  %shift = "tosa.const"() {values = dense<0> : tensor<1xi8>} : () -> tensor<1xi8>
  %s = "tosa.const"() {values = dense<0.70710678> : tensor<1x1xf32>} : () -> tensor<1x1xf32>
  %h = "tosa.const"() {values = dense<0.5> : tensor<1x1xf32>} : () -> tensor<1x1xf32>
  %one = "tosa.const"() {values = dense<1.0> : tensor<1x1xf32>} : () -> tensor<1x1xf32>
  %0 = tosa.mul %x, %s, %shift : (tensor<3x5xf32>, tensor<1x1xf32>, tensor<1xi8>) -> tensor<3x5xf32>
  %1 = tosa.erf %0 : (tensor<3x5xf32>) -> tensor<3x5xf32>
  %2 = tosa.add %1, %one : (tensor<3x5xf32>, tensor<1x1xf32>) -> tensor<3x5xf32>
  %3 = tosa.mul %2, %x, %shift : (tensor<3x5xf32>, tensor<3x5xf32>, tensor<1xi8>) -> tensor<3x5xf32>
  %4 = tosa.mul %3, %h, %shift : (tensor<3x5xf32>, tensor<1x1xf32>, tensor<1xi8>) -> tensor<3x5xf32>
  return %4 : tensor<3x5xf32>
}
