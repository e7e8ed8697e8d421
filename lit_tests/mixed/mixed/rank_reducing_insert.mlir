// Rows and columns written by rank-reducing tensor.insert_slice.
// Expected values: mlir-runner of LLVM 22.
// INPUT: dense<[[-6, -1, 4, -4, 3], [-5, 0, 5, -1, 4], [-4, 1, -5, 0, 5], [-3, 4, -4, 1, 6]]> : tensor<4x5xi32>
// INPUT: dense<[-3, 2, -6, -1, 6]> : tensor<5xi32>
// INPUT: dense<[0, 5, -3, 2]> : tensor<4xi32>
// EXPECT: dense<[[-6, -1, 4, 0, 3], [-5, 0, 5, 5, 4], [-3, 2, -6, -3, 6], [-3, 4, -4, 2, 6]]> : tensor<4x5xi32>
func.func @main(%x: tensor<4x5xi32>, %r: tensor<5xi32>, %c: tensor<4xi32>) -> tensor<4x5xi32> {
  %0 = tensor.insert_slice %r into %x[2, 0] [1, 5] [1, 1] : tensor<5xi32> into tensor<4x5xi32>
  %1 = tensor.insert_slice %c into %0[0, 3] [4, 1] [1, 1] : tensor<4xi32> into tensor<4x5xi32>
  return %1 : tensor<4x5xi32>
}
