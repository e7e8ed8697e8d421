// A rescale to i8 with a factor for each channel.
// Expected values: mlir-runner of LLVM 22.
// INPUT: dense<[[-900, -803, -706, -609, -512, -415, -318], [-221, -124, -27, 70, 167, 264, 361], [458, 555, 652, 749, 846, 943, 1040]]> : tensor<3x7xi32>
// EXPECT: dense<[[-117, -61, -128, -128, -56, -27, -79], [-33, -14, -10, 21, 12, 9, 79], [52, 34, 109, 127, 79, 44, 127]]> : tensor<3x7xi8>
func.func @main(%x: tensor<3x7xi32>) -> tensor<3x7xi8> {
  %m = "tosa.const"() {values = dense<[1073741824, 1200000000, 1500000000, 1600000000, 1700000000, 1800000000, 2000000000]> : tensor<7xi32>} : () -> tensor<7xi32>
  %s = "tosa.const"() {values = dense<[33, 34, 33, 32, 34, 35, 33]> : tensor<7xi8>} : () -> tensor<7xi8>
  %iz = "tosa.const"() {values = dense<0> : tensor<1xi32>} : () -> tensor<1xi32>
  %oz = "tosa.const"() {values = dense<-5> : tensor<1xi8>} : () -> tensor<1xi8>
  %0 = tosa.rescale %x, %m, %s, %iz, %oz {scale32 = true, rounding_mode = SINGLE_ROUND, per_channel = true, input_unsigned = false, output_unsigned = false}
    : (tensor<3x7xi32>, tensor<7xi32>, tensor<7xi8>, tensor<1xi32>, tensor<1xi8>) -> tensor<3x7xi8>
  return %0 : tensor<3x7xi8>
}
