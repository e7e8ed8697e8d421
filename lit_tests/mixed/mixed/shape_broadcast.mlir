// shape.broadcast of static shapes as the operand of a dynamic StableHLO broadcast.
// Expected values: NumPy.
// INPUT: dense<[[-2.25, -0.5, 1.25, -1.75, 0.0], [-2.25, -0.5, 1.25, -1.75, 0.0], [-2.25, -0.5, 1.25, -1.75, 0.0]]> : tensor<3x5xf32>
// INPUT: dense<[-1.25, 0.5, 2.25, -0.75, 1.0]> : tensor<5xf32>
// EXPECT: dense<[[2.8125, -0.25, 2.8125, 1.3125, 0.0], [2.8125, -0.25, 2.8125, 1.3125, 0.0], [2.8125, -0.25, 2.8125, 1.3125, 0.0]]> : tensor<3x5xf32>
func.func @main(%x: tensor<3x5xf32>, %y: tensor<5xf32>) -> tensor<3x5xf32> {
  %s = shape.shape_of %x : tensor<3x5xf32> -> tensor<2xindex>
  %t = shape.shape_of %y : tensor<5xf32> -> tensor<1xindex>
  %u = shape.broadcast %s, %t : tensor<2xindex>, tensor<1xindex> -> tensor<2xindex>
  %0 = stablehlo.dynamic_broadcast_in_dim %y, %u, dims = [1] : (tensor<5xf32>, tensor<2xindex>) -> tensor<3x5xf32>
  %1 = arith.mulf %0, %x : tensor<3x5xf32>
  return %1 : tensor<3x5xf32>
}
