// Negations, with zero points for i8, where the result saturates.
// Expected values: mlir-runner of LLVM 22.
// INPUT: dense<[-2.25, -0.5, 1.25, -1.75, 0.0]> : tensor<5xf32>
// INPUT: dense<[-128, -96, -64, -32, 0, 32, 64, 96]> : tensor<8xi8>
// EXPECT: dense<[2.25, 0.5, -1.25, 1.75, -0.0]> : tensor<5xf32>
// EXPECT: dense<[127, 95, 63, 31, -1, -33, -65, -97]> : tensor<8xi8>
func.func @main(%x: tensor<5xf32>, %y: tensor<8xi8>) -> (tensor<5xf32>, tensor<8xi8>) {
  %z = "tosa.const"() {values = dense<0.0> : tensor<1xf32>} : () -> tensor<1xf32>
  %iz = "tosa.const"() {values = dense<3> : tensor<1xi8>} : () -> tensor<1xi8>
  %oz = "tosa.const"() {values = dense<-4> : tensor<1xi8>} : () -> tensor<1xi8>
  %0 = tosa.negate %x, %z, %z : (tensor<5xf32>, tensor<1xf32>, tensor<1xf32>) -> tensor<5xf32>
  %1 = tosa.negate %y, %iz, %oz : (tensor<8xi8>, tensor<1xi8>, tensor<1xi8>) -> tensor<8xi8>
  return %0, %1 : tensor<5xf32>, tensor<8xi8>
}
