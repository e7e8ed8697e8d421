// Dynamic StableHLO operations whose shapes are known: dynamic_broadcast_in_dim and dynamic_reshape.
// Expected values: NumPy.
// INPUT: dense<[-2.25, -0.5, 1.25, -1.75, 0.0]> : tensor<5xf32>
// EXPECT: dense<[[-1.25, 0.5], [2.25, -0.75], [1.0, -1.25], [0.5, 2.25], [-0.75, 1.0]]> : tensor<5x2xf32>
func.func @main(%x: tensor<5xf32>) -> tensor<5x2xf32> {
  %c2 = arith.constant 2 : index
  %c5 = arith.constant 5 : index
  %s = tensor.from_elements %c2, %c5 : tensor<2xindex>
  %t = tensor.from_elements %c5, %c2 : tensor<2xindex>
  %0 = stablehlo.dynamic_broadcast_in_dim %x, %s, dims = [1] : (tensor<5xf32>, tensor<2xindex>) -> tensor<?x?xf32>
  %1 = stablehlo.dynamic_reshape %0, %t : (tensor<?x?xf32>, tensor<2xindex>) -> tensor<5x2xf32>
  %one = arith.constant dense<1.0> : tensor<5x2xf32>
  %2 = arith.addf %1, %one : tensor<5x2xf32>
  return %2 : tensor<5x2xf32>
}
