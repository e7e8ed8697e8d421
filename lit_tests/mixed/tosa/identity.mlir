// Tensors as they are.
// Expected values: mlir-runner of LLVM 22.
// INPUT: dense<[-2.25, -0.5, 1.25]> : tensor<3xf32>
// INPUT: dense<[[-3, 2], [-6, -1]]> : tensor<2x2xi8>
// EXPECT: dense<[-2.25, -0.5, 1.25]> : tensor<3xf32>
// EXPECT: dense<[[-3, 2], [-6, -1]]> : tensor<2x2xi8>
func.func @main(%x: tensor<3xf32>, %y: tensor<2x2xi8>) -> (tensor<3xf32>, tensor<2x2xi8>) {
  %0 = tosa.identity %x : (tensor<3xf32>) -> tensor<3xf32>
  %1 = tosa.identity %y : (tensor<2x2xi8>) -> tensor<2x2xi8>
  return %0, %1 : tensor<3xf32>, tensor<2x2xi8>
}
