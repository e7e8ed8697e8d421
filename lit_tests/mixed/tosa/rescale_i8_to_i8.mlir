// A rescale of i8 to i8.
// Expected values: mlir-runner of LLVM 22.
// INPUT: dense<[-128, -108, -88, -68, -48, -28, -8, 12, 32, 52, 72, 92, 112]> : tensor<13xi8>
// EXPECT: dense<[-81, -68, -55, -42, -29, -16, -3, 9, 22, 35, 48, 61, 74]> : tensor<13xi8>
func.func @main(%x: tensor<13xi8>) -> tensor<13xi8> {
  %m = "tosa.const"() {values = dense<1395864371> : tensor<1xi32>} : () -> tensor<1xi32>
  %s = "tosa.const"() {values = dense<31> : tensor<1xi8>} : () -> tensor<1xi8>
  %iz = "tosa.const"() {values = dense<2> : tensor<1xi8>} : () -> tensor<1xi8>
  %oz = "tosa.const"() {values = dense<3> : tensor<1xi8>} : () -> tensor<1xi8>
  %0 = tosa.rescale %x, %m, %s, %iz, %oz {scale32 = true, rounding_mode = SINGLE_ROUND, per_channel = false, input_unsigned = false, output_unsigned = false} : (tensor<13xi8>, tensor<1xi32>, tensor<1xi8>, tensor<1xi8>, tensor<1xi8>) -> tensor<13xi8>
  return %0 : tensor<13xi8>
}
