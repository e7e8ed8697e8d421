// Other extents, and a rank of zero.
// Expected values: mlir-runner of LLVM 22.
// INPUT: dense<[[-2.25, -0.5, 1.25, -1.75, 0.0, -2.25], [-0.5, 1.25, -1.75, 0.0, -2.25, -0.5]]> : tensor<2x6xf32>
// INPUT: dense<[[-3]]> : tensor<1x1xi32>
// EXPECT: dense<[[[-2.25, -0.5, 1.25, -1.75]], [[0.0, -2.25, -0.5, 1.25]], [[-1.75, 0.0, -2.25, -0.5]]]> : tensor<3x1x4xf32>
// EXPECT: dense<-3> : tensor<i32>
func.func @main(%x: tensor<2x6xf32>, %y: tensor<1x1xi32>) -> (tensor<3x1x4xf32>, tensor<i32>) {
  %s = tosa.const_shape {values = dense<[3, 1, 4]> : tensor<3xindex>} : () -> !tosa.shape<3>
  %n = tosa.const_shape {values = dense<> : tensor<0xindex>} : () -> !tosa.shape<0>
  %0 = tosa.reshape %x, %s : (tensor<2x6xf32>, !tosa.shape<3>) -> tensor<3x1x4xf32>
  %1 = tosa.reshape %y, %n : (tensor<1x1xi32>, !tosa.shape<0>) -> tensor<i32>
  return %0, %1 : tensor<3x1x4xf32>, tensor<i32>
}
