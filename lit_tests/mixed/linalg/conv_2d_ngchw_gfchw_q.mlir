// A quantized grouped convolution with the group first in the filters.
// Expected values: mlir-runner of LLVM 22.
// INPUT: dense<[[[[[-6, -1, 4, -4], [3, -5, 0, 5], [-1, 4, -4, 1], [-5, 0, 5, -3]], [[4, -4, 1, 6], [0, 5, -3, 2], [-4, 1, 6, -2], [5, -3, 2, -6]]], [[[1, 6, -2, 3], [-3, 2, -6, -1], [6, -2, 3, -5], [2, -6, -1, 4]], [[-2, 3, -5, 0], [-6, -1, 4, -4], [3, -5, 0, 5], [-1, 4, -4, 1]]]]]> : tensor<1x2x2x4x4xi8>
// INPUT: dense<[[[[[-3, 2], [-6, -1]], [[6, -2], [3, -5]]], [[[2, -6], [-1, 4]], [[-2, 3], [-5, 0]]], [[[-6, -1], [4, -4]], [[3, -5], [0, 5]]]], [[[[-1, 4], [-4, 1]], [[-5, 0], [5, -3]]], [[[4, -4], [1, 6]], [[0, 5], [-3, 2]]], [[[-4, 1], [6, -2]], [[5, -3], [2, -6]]]]]> : tensor<2x3x2x2x2xi8>
// EXPECT: dense<[[[[[-28, 9, -58], [-68, -18, 19], [9, -58, 31]], [[-90, -74, 72], [61, -79, -63], [-74, 72, -94]], [[82, -92, -71], [-83, 94, -80], [-92, -71, 15]]], [[[-19, -97, 33], [-6, -84, -97], [-97, 33, -71]], [[-61, -95, -155], [-143, -8, -146], [-95, -155, 19]], [[-90, -41, -83], [6, -114, 0], [-41, -83, -99]]]]]> : tensor<1x2x3x3x3xi32>
func.func @main(%x: tensor<1x2x2x4x4xi8>, %k: tensor<2x3x2x2x2xi8>) -> tensor<1x2x3x3x3xi32> {
  %xz = arith.constant 3 : i32
  %kz = arith.constant -2 : i32
  %z = arith.constant dense<0> : tensor<1x2x3x3x3xi32>
  %0 = linalg.conv_2d_ngchw_gfchw_q {strides = dense<1> : tensor<2xi64>, dilations = dense<1> : tensor<2xi64>}
    ins(%x, %k, %xz, %kz : tensor<1x2x2x4x4xi8>, tensor<2x3x2x2x2xi8>, i32, i32) outs(%z : tensor<1x2x3x3x3xi32>) -> tensor<1x2x3x3x3xi32>
  return %0 : tensor<1x2x3x3x3xi32>
}
