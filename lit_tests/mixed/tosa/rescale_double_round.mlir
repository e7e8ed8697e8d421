// A rescale of i8 to i16 by one factor, with two roundings.
// Expected values: mlir-runner of LLVM 22.
// INPUT: dense<[-128, -108, -88, -68, -48, -28, -8, 12, 32, 52, 72, 92, 112]> : tensor<13xi8>
// EXPECT: dense<[-38, -32, -25, -19, -12, -6, 1, 8, 14, 21, 27, 34, 40]> : tensor<13xi16>
func.func @main(%x: tensor<13xi8>) -> tensor<13xi16> {
  %m = "tosa.const"() {values = dense<1395864371> : tensor<1xi32>} : () -> tensor<1xi32>
  %s = "tosa.const"() {values = dense<32> : tensor<1xi8>} : () -> tensor<1xi8>
  %iz = "tosa.const"() {values = dense<-11> : tensor<1xi8>} : () -> tensor<1xi8>
  %oz = "tosa.const"() {values = dense<0> : tensor<1xi16>} : () -> tensor<1xi16>
  %0 = tosa.rescale %x, %m, %s, %iz, %oz {scale32 = true, rounding_mode = DOUBLE_ROUND, per_channel = false, input_unsigned = false, output_unsigned = false}
    : (tensor<13xi8>, tensor<1xi32>, tensor<1xi8>, tensor<1xi8>, tensor<1xi16>) -> tensor<13xi16>
  return %0 : tensor<13xi16>
}
