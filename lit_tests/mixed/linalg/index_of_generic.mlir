// A generic operation whose body asks for its indices.
// Expected values: mlir-runner of LLVM 22.
// EXPECT: dense<[[-1, -1, -1, -1, -1, -1, -1], [10, -1, -1, -1, -1, -1, -1], [20, 21, -1, -1, -1, -1, -1], [30, 31, 32, -1, -1, -1, -1], [40, 41, 42, 43, -1, -1, -1]]> : tensor<5x7xi32>
#id = affine_map<(d0, d1) -> (d0, d1)>
func.func @main() -> tensor<5x7xi32> {
  %e = tensor.empty() : tensor<5x7xi32>
  %ten = arith.constant 10 : index
  %none = arith.constant -1 : i32
  %0 = linalg.generic {indexing_maps = [#id], iterator_types = ["parallel", "parallel"]} outs(%e : tensor<5x7xi32>) {
  ^bb0(%o: i32):
    %i = linalg.index 0 : index
    %j = linalg.index 1 : index
    %1 = arith.muli %i, %ten : index
    %2 = arith.addi %1, %j : index
    %3 = arith.index_cast %2 : index to i32
    %4 = arith.cmpi ugt, %i, %j : index
    %5 = arith.select %4, %3, %none : i32
    linalg.yield %5 : i32
  } -> tensor<5x7xi32>
  return %0 : tensor<5x7xi32>
}
