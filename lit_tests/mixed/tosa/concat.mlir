// Three tensors side by side.
// Expected values: mlir-runner of LLVM 22.
// INPUT: dense<[[-6, -1, 4], [-4, 3, -5]]> : tensor<2x3xi8>
// INPUT: dense<[[-3, 2], [-6, -1]]> : tensor<2x2xi8>
// INPUT: dense<[[0], [5]]> : tensor<2x1xi8>
// EXPECT: dense<[[-6, -1, 4, -3, 2, 0], [-4, 3, -5, -6, -1, 5]]> : tensor<2x6xi8>
func.func @main(%x: tensor<2x3xi8>, %y: tensor<2x2xi8>, %z: tensor<2x1xi8>) -> tensor<2x6xi8> {
  %0 = tosa.concat %x, %y, %z {axis = 1 : i32} : (tensor<2x3xi8>, tensor<2x2xi8>, tensor<2x1xi8>) -> tensor<2x6xi8>
  return %0 : tensor<2x6xi8>
}
