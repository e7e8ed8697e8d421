// The quantized convolution whose filters come first.
// Expected values: mlir-runner of LLVM 22.
// INPUT: dense<[[[[-6, -1], [4, -4], [3, -5], [0, 5], [-1, 4], [-4, 1]], [[-5, 0], [5, -3], [4, -4], [1, 6], [0, 5], [-3, 2]], [[-4, 1], [6, -2], [5, -3], [2, -6], [1, 6], [-2, 3]], [[-3, 2], [-6, -1], [6, -2], [3, -5], [2, -6], [-1, 4]], [[-2, 3], [-5, 0], [-6, -1], [4, -4], [3, -5], [0, 5]]]]> : tensor<1x5x6x2xi8>
// INPUT: dense<[[[[-3, 2], [-6, -1], [6, -2]], [[3, -5], [2, -6], [-1, 4]]], [[[-2, 3], [-5, 0], [-6, -1]], [[4, -4], [3, -5], [0, 5]]], [[[-1, 4], [-4, 1], [-5, 0]], [[5, -3], [4, -4], [1, 6]]]]> : tensor<3x2x3x2xi8>
// EXPECT: dense<[[[[-58, -106, -154], [15, 30, 6], [-35, -1, -19], [-79, -8, -28]], [[-41, -90, -126], [-46, -45, -70], [34, 54, 35], [-23, 34, 13]], [[-76, -139, -176], [-94, -120, -159], [-40, -47, -80], [-6, 24, -11]], [[-20, -110, -161], [-116, -169, -222], [-88, -122, -169], [-2, 14, -22]]]]> : tensor<1x4x4x3xi32>
func.func @main(%x: tensor<1x5x6x2xi8>, %k: tensor<3x2x3x2xi8>) -> tensor<1x4x4x3xi32> {
  %xz = arith.constant 3 : i32
  %kz = arith.constant -2 : i32
  %z = arith.constant dense<0> : tensor<1x4x4x3xi32>
  %0 = linalg.conv_2d_nhwc_fhwc_q {strides = dense<1> : tensor<2xi64>, dilations = dense<1> : tensor<2xi64>}
    ins(%x, %k, %xz, %kz : tensor<1x5x6x2xi8>, tensor<3x2x3x2xi8>, i32, i32) outs(%z : tensor<1x4x4x3xi32>) -> tensor<1x4x4x3xi32>
  return %0 : tensor<1x4x4x3xi32>
}
