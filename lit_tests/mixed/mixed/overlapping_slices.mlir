// A slice of a tensor inserted into the same tensor one place further.
// Expected values: mlir-runner of LLVM 22.
// INPUT: dense<[-6, -1, 4, -4, 3, -5, 0]> : tensor<7xi32>
// EXPECT: dense<[-6, -6, -1, 4, -4, 3, -5]> : tensor<7xi32>
func.func @main(%x: tensor<7xi32>) -> tensor<7xi32> {
  %0 = tensor.extract_slice %x[0] [6] [1] : tensor<7xi32> to tensor<6xi32>
  %1 = tensor.insert_slice %0 into %x[1] [6] [1] : tensor<6xi32> into tensor<7xi32>
  return %1 : tensor<7xi32>
}
