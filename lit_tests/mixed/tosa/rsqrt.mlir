// A normalization by the root of the mean square.
// Expected values: mlir-runner of LLVM 22.
// INPUT: dense<[[0.5, 0.75, 1.0, 1.25, 1.5], [1.75, 2.0, 2.25, 2.5, 2.75], [3.0, 3.25, 3.5, 3.75, 4.0]]> : tensor<3x5xf32>
// EXPECT: dense<[[0.47140455, 0.7071068, 0.9428091, 1.1785114, 1.4142137], [0.7683498, 0.8781141, 0.9878784, 1.0976427, 1.2074069], [0.8528029, 0.9238698, 0.9949367, 1.0660037, 1.1370705]]> : tensor<3x5xf32>
func.func @main(%x: tensor<3x5xf32>) -> tensor<3x5xf32> {
  %shift = "tosa.const"() {values = dense<0> : tensor<1xi8>} : () -> tensor<1xi8>
  %n = "tosa.const"() {values = dense<0.2> : tensor<1x1xf32>} : () -> tensor<1x1xf32>
  %0 = tosa.mul %x, %x, %shift : (tensor<3x5xf32>, tensor<3x5xf32>, tensor<1xi8>) -> tensor<3x5xf32>
  %1 = tosa.reduce_sum %0 {axis = 1 : i32} : (tensor<3x5xf32>) -> tensor<3x1xf32>
  %2 = tosa.mul %1, %n, %shift : (tensor<3x1xf32>, tensor<1x1xf32>, tensor<1xi8>) -> tensor<3x1xf32>
  %3 = tosa.rsqrt %2 : (tensor<3x1xf32>) -> tensor<3x1xf32>
  %4 = tosa.mul %x, %3, %shift : (tensor<3x5xf32>, tensor<3x1xf32>, tensor<1xi8>) -> tensor<3x5xf32>
  return %4 : tensor<3x5xf32>
}
