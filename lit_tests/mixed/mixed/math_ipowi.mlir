// Integer powers, also with a negative exponent.
// Expected values: mlir-runner of LLVM 22.
// INPUT: dense<[-6, -1, 4, -4, 3, -5, 0, 5, -1, 4, -4, 1, -5]> : tensor<13xi32>
// INPUT: dense<[-1, 0, 1, 2, -1, 0, 1, 2, -1, 0, 1, 2, -1]> : tensor<13xi32>
// EXPECT: dense<[0, 1, 4, 16, 0, 1, 2, 25, -1, 1, -4, 1, 0]> : tensor<13xi32>
func.func @main(%x: tensor<13xi32>, %n: tensor<13xi32>) -> tensor<13xi32> {
  %z = arith.constant dense<0> : tensor<13xi32>
  %two = arith.constant dense<2> : tensor<13xi32>
  %p = arith.cmpi eq, %x, %z : tensor<13xi32>
  %y = arith.select %p, %two, %x : tensor<13xi1>, tensor<13xi32>
  %0 = math.ipowi %y, %n : tensor<13xi32>
  return %0 : tensor<13xi32>
}
