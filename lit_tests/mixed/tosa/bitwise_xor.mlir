// Different bits of i8, broadcast.
// Expected values: mlir-runner of LLVM 22.
// INPUT: dense<[[-6], [-1], [4], [-4]]> : tensor<4x1xi8>
// INPUT: dense<[[-3, 2, -6, -1]]> : tensor<1x4xi8>
// EXPECT: dense<[[7, -8, 0, 5], [2, -3, 5, 0], [-7, 6, -2, -5], [1, -2, 6, 3]]> : tensor<4x4xi8>
func.func @main(%x: tensor<4x1xi8>, %y: tensor<1x4xi8>) -> tensor<4x4xi8> {
  %0 = tosa.bitwise_xor %x, %y : (tensor<4x1xi8>, tensor<1x4xi8>) -> tensor<4x4xi8>
  return %0 : tensor<4x4xi8>
}
