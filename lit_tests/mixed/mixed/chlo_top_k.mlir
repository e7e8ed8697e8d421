// The largest numbers of chlo.top_k, then a sum by linalg and indices as arith integers.
// Expected values: NumPy.
// INPUT: dense<[[-2.25, -0.5, 1.25, -1.75, 0.0, -2.25, -0.5, 1.25, -1.75], [0.0, -2.25, -0.5, 1.25, -1.75, 0.0, -2.25, -0.5, 1.25], [-1.75, 0.0, -2.25, -0.5, 1.25, -1.75, 0.0, -2.25, -0.5], [1.25, -1.75, 0.0, -2.25, -0.5, 1.25, -1.75, 0.0, -2.25]]> : tensor<4x9xf32>
// EXPECT: dense<[2.5, 2.5, 1.25, 2.5]> : tensor<4xf32>
// EXPECT: dense<[[3, 8, 5], [4, 9, 1], [5, 2, 7], [1, 6, 3]]> : tensor<4x3xi32>
func.func @main(%x: tensor<4x9xf32>) -> (tensor<4xf32>, tensor<4x3xi32>) {
  %v, %i = chlo.top_k(%x, k = 3) : tensor<4x9xf32> -> (tensor<4x3xf32>, tensor<4x3xi32>)
  %z = arith.constant dense<0.0> : tensor<4xf32>
  %one = arith.constant dense<1> : tensor<4x3xi32>
  %s = linalg.reduce {arith.addf} ins(%v : tensor<4x3xf32>) outs(%z : tensor<4xf32>) dimensions = [1]
  %j = arith.addi %i, %one : tensor<4x3xi32>
  return %s, %j : tensor<4xf32>, tensor<4x3xi32>
}
