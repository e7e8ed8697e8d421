// A convolution of a generated 33x33 image with 5 channels, summed over the image.
// Expected values: mlir-runner of LLVM 22.
// EXPECT: dense<[22010.0, 27236.0, 27266.0, 22062.0, 29866.0, 23415.0, 29919.0]> : tensor<7xf32>
func.func @main() -> tensor<7xf32> {
  %x = tensor.generate {
  ^bb0(%n: index, %i: index, %j: index, %c: index):
    %0 = affine.apply affine_map<(d0, d1, d2) -> ((d0 * 7 + d1 * 3 + d2) mod 11 - 5)>(%i, %j, %c)
    %1 = arith.index_cast %0 : index to i32
    %2 = arith.sitofp %1 : i32 to f32
    tensor.yield %2 : f32
  } : tensor<1x33x33x5xf32>
  %k = tensor.generate {
  ^bb0(%i: index, %j: index, %c: index, %f: index):
    %0 = affine.apply affine_map<(d0, d1, d2, d3) -> ((d0 * 3 + d1 * 5 + d2 * 2 + d3) mod 7 - 3)>(%i, %j, %c, %f)
    %1 = arith.index_cast %0 : index to i32
    %2 = arith.sitofp %1 : i32 to f32
    tensor.yield %2 : f32
  } : tensor<3x3x5x7xf32>
  %z = arith.constant dense<0.0> : tensor<1x31x31x7xf32>
  %y = arith.constant dense<0.0> : tensor<7xf32>
  %c = linalg.conv_2d_nhwc_hwcf {strides = dense<1> : tensor<2xi64>, dilations = dense<1> : tensor<2xi64>} ins(%x, %k : tensor<1x33x33x5xf32>, tensor<3x3x5x7xf32>) outs(%z : tensor<1x31x31x7xf32>) -> tensor<1x31x31x7xf32>
  %d = math.absf %c : tensor<1x31x31x7xf32>
  %r = linalg.reduce {arith.addf} ins(%d : tensor<1x31x31x7xf32>) outs(%y : tensor<7xf32>) dimensions = [0, 1, 2]
  return %r : tensor<7xf32>
}
