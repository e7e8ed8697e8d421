// Slices and reshapes without elements.
// Expected values: mlir-runner of LLVM 22.
// INPUT: dense<[[-2.25, -0.5, 1.25], [-1.75, 0.0, -2.25], [-0.5, 1.25, -1.75], [0.0, -2.25, -0.5]]> : tensor<4x3xf32>
// EXPECT: dense<> : tensor<0x3xf32>
// EXPECT: dense<[[-2.25, -0.5, 1.25], [-1.75, 0.0, -2.25], [-0.5, 1.25, -1.75], [0.0, -2.25, -0.5]]> : tensor<4x3xf32>
func.func @main(%x: tensor<4x3xf32>) -> (tensor<0x3xf32>, tensor<4x3xf32>) {
  %0 = tensor.extract_slice %x[2, 0] [0, 3] [1, 1] : tensor<4x3xf32> to tensor<0x3xf32>
  %1 = tensor.insert_slice %0 into %x[1, 0] [0, 3] [1, 1] : tensor<0x3xf32> into tensor<4x3xf32>
  return %0, %1 : tensor<0x3xf32>, tensor<4x3xf32>
}
