// affine.parallel that adds the elements of a tensor.
// Expected values: mlir-runner of LLVM 22.
// INPUT: dense<[-6, -1, 4, -4, 3, -5, 0, 5, -1, 4, -4, 1, -5, 0, 5, -3, 4, -4, 1, 6, 0, 5, -3, 2, -4, 1, 6, -2, 5, -3, 2]> : tensor<31xi32>
// EXPECT: dense<9> : tensor<i32>
func.func @main(%x: tensor<31xi32>) -> tensor<i32> {
  %s = affine.parallel (%i) = (0) to (31) reduce ("addi") -> (i32) {
    %v = tensor.extract %x[%i] : tensor<31xi32>
    affine.yield %v : i32
  }
  %t = tensor.from_elements %s : tensor<i32>
  return %t : tensor<i32>
}
