// A StableHLO dynamic iota whose shape is that of an argument.
// Expected values: NumPy.
// INPUT: dense<[[-6, -1, 4, -4, 3], [-5, 0, 5, -1, 4], [-4, 1, -5, 0, 5]]> : tensor<3x5xi32>
// EXPECT: dense<[[-6, 0, 6, -1, 7], [-5, 1, 7, 2, 8], [-4, 2, -3, 3, 9]]> : tensor<3x5xi32>
func.func @main(%x: tensor<3x5xi32>) -> tensor<3x5xi32> {
  %s = shape.shape_of %x : tensor<3x5xi32> -> tensor<2xindex>
  %0 = stablehlo.dynamic_iota %s, dim = 1 : (tensor<2xindex>) -> tensor<3x5xi32>
  %1 = arith.addi %0, %x : tensor<3x5xi32>
  return %1 : tensor<3x5xi32>
}
