// A softmax over the last axis, as exporters write it.
// Expected values: mlir-runner of LLVM 22.
// INPUT: dense<[[-2.25, -0.5, 1.25, -1.75, 0.0, -2.25, -0.5], [1.25, -1.75, 0.0, -2.25, -0.5, 1.25, -1.75], [0.0, -2.25, -0.5, 1.25, -1.75, 0.0, -2.25]]> : tensor<3x7xf32>
// EXPECT: dense<[[0.017312685, 0.09962763, 0.5733174, 0.028543793, 0.1642582, 0.017312685, 0.09962763], [0.3860929, 0.019222433, 0.11061747, 0.011658995, 0.06709289, 0.3860929, 0.019222433], [0.15428656, 0.016261684, 0.09357953, 0.538513, 0.026810983, 0.15428656, 0.016261684]]> : tensor<3x7xf32>
func.func @main(%x: tensor<3x7xf32>) -> tensor<3x7xf32> {
  %shift = "tosa.const"() {values = dense<0> : tensor<1xi8>} : () -> tensor<1xi8>
  %m = tosa.reduce_max %x {axis = 1 : i32} : (tensor<3x7xf32>) -> tensor<3x1xf32>
  %d = tosa.sub %x, %m : (tensor<3x7xf32>, tensor<3x1xf32>) -> tensor<3x7xf32>
  %e = tosa.exp %d : (tensor<3x7xf32>) -> tensor<3x7xf32>
  %s = tosa.reduce_sum %e {axis = 1 : i32} : (tensor<3x7xf32>) -> tensor<3x1xf32>
  %r = tosa.reciprocal %s : (tensor<3x1xf32>) -> tensor<3x1xf32>
  %0 = tosa.mul %e, %r, %shift : (tensor<3x7xf32>, tensor<3x1xf32>, tensor<1xi8>) -> tensor<3x7xf32>
  return %0 : tensor<3x7xf32>
}
