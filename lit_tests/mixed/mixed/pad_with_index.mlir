// tensor.pad whose values depend on the position.
// Expected values: mlir-runner of LLVM 22.
// INPUT: dense<[[-6, -1, 4], [-4, 3, -5]]> : tensor<2x3xi32>
// EXPECT: dense<[[0, 1, 2, 3, 4, 5], [10, 11, -6, -1, 4, 15], [20, 21, -4, 3, -5, 25], [30, 31, 32, 33, 34, 35], [40, 41, 42, 43, 44, 45]]> : tensor<5x6xi32>
func.func @main(%x: tensor<2x3xi32>) -> tensor<5x6xi32> {
  %c10 = arith.constant 10 : index
  %0 = tensor.pad %x low[1, 2] high[2, 1] {
  ^bb0(%i: index, %j: index):
    %1 = arith.muli %i, %c10 : index
    %2 = arith.addi %1, %j : index
    %3 = arith.index_cast %2 : index to i32
    tensor.yield %3 : i32
  } : tensor<2x3xi32> to tensor<5x6xi32>
  return %0 : tensor<5x6xi32>
}
