// A quantized dense layer as TensorFlow Lite exports it: i8 product, bias, rescale and clamp.
// Expected values: mlir-runner of LLVM 22.
// INPUT: dense<[[[-6, -1, 4, -4, 3, -5, 0, 5, -1, 4, -4, 1, -5], [0, 5, -3, 4, -4, 1, 6, 0, 5, -3, 2, -4, 1], [6, -2, 5, -3, 2, -6, 1, 6, -2, 3, -3, 2, -6]]]> : tensor<1x3x13xi8>
// INPUT: dense<[[[-3, 2, -6, -1, 6], [-2, 3, -5, 2, -6], [-1, 4, -2, 3, -5], [0, -6, -1, 4, -4], [3, -5, 0, 5, -1], [4, -4, 1, -5, 0], [5, -3, 4, -4, 1], [6, 0, 5, -3, 2], [-4, 1, 6, -2, 5], [-3, 2, -6, 1, 6], [-2, 3, -3, 2, -6], [-1, 6, -2, 3, -5], [2, -6, -1, 4, -2]]]> : tensor<1x13x5xi8>
// INPUT: dense<[[[0, 5, -3, 2, -4]]]> : tensor<1x1x5xi32>
// EXPECT: dense<[[[17, 21, 12, 17, 8], [14, 0, 14, 6, 2], [11, 29, -1, 15, 19]]]> : tensor<1x3x5xi8>
func.func @main(%x: tensor<1x3x13xi8>, %w: tensor<1x13x5xi8>, %b: tensor<1x1x5xi32>) -> tensor<1x3x5xi8> {
  %xz = "tosa.const"() {values = dense<-3> : tensor<1xi8>} : () -> tensor<1xi8>
  %wz = "tosa.const"() {values = dense<0> : tensor<1xi8>} : () -> tensor<1xi8>
  %m = "tosa.const"() {values = dense<1717986918> : tensor<1xi32>} : () -> tensor<1xi32>
  %s = "tosa.const"() {values = dense<33> : tensor<1xi8>} : () -> tensor<1xi8>
  %iz = "tosa.const"() {values = dense<0> : tensor<1xi32>} : () -> tensor<1xi32>
  %oz = "tosa.const"() {values = dense<10> : tensor<1xi8>} : () -> tensor<1xi8>
  %0 = tosa.matmul %x, %w, %xz, %wz : (tensor<1x3x13xi8>, tensor<1x13x5xi8>, tensor<1xi8>, tensor<1xi8>) -> tensor<1x3x5xi32>
  %1 = tosa.add %0, %b : (tensor<1x3x5xi32>, tensor<1x1x5xi32>) -> tensor<1x3x5xi32>
  %2 = tosa.rescale %1, %m, %s, %iz, %oz {scale32 = true, rounding_mode = SINGLE_ROUND, per_channel = false, input_unsigned = false, output_unsigned = false}
    : (tensor<1x3x5xi32>, tensor<1xi32>, tensor<1xi8>, tensor<1xi32>, tensor<1xi8>) -> tensor<1x3x5xi8>
  %3 = tosa.clamp %2 {min_val = -20 : i8, max_val = 40 : i8} : (tensor<1x3x5xi8>) -> tensor<1x3x5xi8>
  return %3 : tensor<1x3x5xi8>
}
