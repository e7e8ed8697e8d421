// A rescale of i32 to i16 whose output is unsigned.
// Expected values: mlir-runner of LLVM 22.
// INPUT: dense<[-128, -108, -88, -68, -48, -28, -8, 12, 32, 52, 72, 92, 112]> : tensor<13xi32>
// EXPECT: dense<[0, 0, 0, 0, 0, 0, 0, 8, 21, 34, 47, 60, 73]> : tensor<13xi16>
func.func @main(%x: tensor<13xi32>) -> tensor<13xi16> {
  %m = "tosa.const"() {values = dense<1395864371> : tensor<1xi32>} : () -> tensor<1xi32>
  %s = "tosa.const"() {values = dense<31> : tensor<1xi8>} : () -> tensor<1xi8>
  %iz = "tosa.const"() {values = dense<0> : tensor<1xi32>} : () -> tensor<1xi32>
  %oz = "tosa.const"() {values = dense<0> : tensor<1xi16>} : () -> tensor<1xi16>
  %0 = tosa.rescale %x, %m, %s, %iz, %oz {scale32 = true, rounding_mode = SINGLE_ROUND, per_channel = false, input_unsigned = false, output_unsigned = true} : (tensor<13xi32>, tensor<1xi32>, tensor<1xi8>, tensor<1xi32>, tensor<1xi16>) -> tensor<13xi16>
  return %0 : tensor<13xi16>
}
