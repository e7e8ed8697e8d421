// A StableHLO sort of 31 rows of 65 numbers that arith makes, and tosa's largest of each.
// Expected values: NumPy.
// EXPECT: dense<[40, 41, 41, 41, 42, 40, 42, 40, 41, 41, 42, 41, 41, 39, 42, 41, 42, 41, 41, 41, 40, 42, 41, 43, 41, 41, 39, 41, 40, 43, 41]> : tensor<31xi32>
// EXPECT: dense<[[82], [82], [82], [82], [82], [81], [82], [82], [82], [82], [82], [82], [81], [81], [82], [82], [82], [82], [82], [82], [81], [82], [82], [82], [82], [82], [82], [81], [81], [82], [82]]> : tensor<31x1xi32>
func.func @main() -> (tensor<31xi32>, tensor<31x1xi32>) {
  %i = stablehlo.iota dim = 0 : tensor<31x65xi32>
  %j = stablehlo.iota dim = 1 : tensor<31x65xi32>
  %c13 = arith.constant dense<13> : tensor<31x65xi32>
  %c29 = arith.constant dense<29> : tensor<31x65xi32>
  %c83 = arith.constant dense<83> : tensor<31x65xi32>
  %0 = arith.muli %i, %c13 : tensor<31x65xi32>
  %1 = arith.muli %j, %c29 : tensor<31x65xi32>
  %2 = arith.addi %0, %1 : tensor<31x65xi32>
  %3 = arith.remsi %2, %c83 : tensor<31x65xi32>
  %s = "stablehlo.sort"(%3) ({
  ^bb0(%a: tensor<i32>, %b: tensor<i32>):
    %4 = arith.cmpi slt, %a, %b : tensor<i32>
    stablehlo.return %4 : tensor<i1>
  }) {dimension = 1 : i64} : (tensor<31x65xi32>) -> tensor<31x65xi32>
  %m = tensor.extract_slice %s[0, 32] [31, 1] [1, 1] : tensor<31x65xi32> to tensor<31xi32>
  %t = tosa.reduce_max %s {axis = 1 : i32} : (tensor<31x65xi32>) -> tensor<31x1xi32>
  return %m, %t : tensor<31xi32>, tensor<31x1xi32>
}
