// A quantized convolution whose zero points are not zero.
// Expected values: mlir-runner of LLVM 22.
// INPUT: dense<[[[[-6, -1], [4, -4], [3, -5], [0, 5], [-1, 4]], [[-4, 1], [-5, 0], [5, -3], [4, -4], [1, 6]], [[0, 5], [-3, 2], [-4, 1], [6, -2], [5, -3]], [[2, -6], [1, 6], [-2, 3], [-3, 2], [-6, -1]], [[6, -2], [3, -5], [2, -6], [-1, 4], [-2, 3]]]]> : tensor<1x5x5x2xi8>
// INPUT: dense<[[[[-3, 2], [-6, -1]], [[6, -2], [3, -5]]], [[[2, -6], [-1, 4]], [[-2, 3], [-5, 0]]], [[[-6, -1], [4, -4]], [[3, -5], [0, 5]]]]> : tensor<3x2x2x2xi8>
// INPUT: dense<[0, 5, -3]> : tensor<3xi32>
// EXPECT: dense<[[[[-169, -102, -61], [-177, -138, -151], [-120, -135, -176], [-167, -210, -136]], [[-131, -113, -147], [-191, -123, -81], [-199, -159, -171], [-142, -156, -196]], [[-145, -202, -116], [-153, -134, -167], [-213, -144, -101], [-234, -89, -165]], [[-120, -122, -176], [-76, -197, -175], [-123, -168, -96], [-131, -126, -147]]]]> : tensor<1x4x4x3xi32>
func.func @main(%x: tensor<1x5x5x2xi8>, %w: tensor<3x2x2x2xi8>, %b: tensor<3xi32>) -> tensor<1x4x4x3xi32> {
  %xz = "tosa.const"() {values = dense<-7> : tensor<1xi8>} : () -> tensor<1xi8>
  %wz = "tosa.const"() {values = dense<2> : tensor<1xi8>} : () -> tensor<1xi8>
  %0 = tosa.conv2d %x, %w, %b, %xz, %wz {pad = array<i64: 0, 0, 0, 0>, stride = array<i64: 1, 1>, dilation = array<i64: 1, 1>, acc_type = i32}
    : (tensor<1x5x5x2xi8>, tensor<3x2x2x2xi8>, tensor<3xi32>, tensor<1xi8>, tensor<1xi8>) -> tensor<1x4x4x3xi32>
  return %0 : tensor<1x4x4x3xi32>
}
