// Dropout with a mask from the bits of hashed positions: StableHLO iota, arith, select.
// Expected values: NumPy.
// INPUT: dense<[[-2.25, -0.5, 1.25, -1.75, 0.0], [-2.25, -0.5, 1.25, -1.75, 0.0], [-2.25, -0.5, 1.25, -1.75, 0.0]]> : tensor<3x5xf32>
// EXPECT: dense<[[0.0, -1.0, 0.0, 0.0, 0.0], [-4.5, 0.0, 0.0, -3.5, 0.0], [0.0, 0.0, 2.5, -3.5, 0.0]]> : tensor<3x5xf32>
func.func @main(%x: tensor<3x5xf32>) -> tensor<3x5xf32> {
  %i = stablehlo.iota dim = 0 : tensor<15xui32>
  %k = stablehlo.constant dense<2654435761> : tensor<15xui32>
  %s = stablehlo.constant dense<16> : tensor<15xui32>
  %o = stablehlo.constant dense<1> : tensor<15xui32>
  %0 = stablehlo.multiply %i, %k : tensor<15xui32>
  %1 = stablehlo.shift_right_logical %0, %s : tensor<15xui32>
  %2 = stablehlo.and %1, %o : tensor<15xui32>
  %3 = stablehlo.compare EQ, %2, %o : (tensor<15xui32>, tensor<15xui32>) -> tensor<15xi1>
  %4 = tensor.expand_shape %3 [[0, 1]] output_shape [3, 5] : tensor<15xi1> into tensor<3x5xi1>
  %5 = arith.addf %x, %x : tensor<3x5xf32>
  %z = arith.constant dense<0.0> : tensor<3x5xf32>
  %6 = arith.select %4, %5, %z : tensor<3x5xi1>, tensor<3x5xf32>
  return %6 : tensor<3x5xf32>
}
