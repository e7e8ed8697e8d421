// A StableHLO reverse and a tosa reverse of different axes.
// Expected values: NumPy.
// INPUT: dense<[[-2.25, -0.5, 1.25, -1.75, 0.0, -2.25, -0.5], [1.25, -1.75, 0.0, -2.25, -0.5, 1.25, -1.75], [0.0, -2.25, -0.5, 1.25, -1.75, 0.0, -2.25]]> : tensor<3x7xf64>
// EXPECT: dense<[[-2.25, 0.0, -1.75, 1.25, -0.5, -2.25, 0.0], [-1.75, 1.25, -0.5, -2.25, 0.0, -1.75, 1.25], [-0.5, -2.25, 0.0, -1.75, 1.25, -0.5, -2.25]]> : tensor<3x7xf64>
func.func @main(%x: tensor<3x7xf64>) -> tensor<3x7xf64> {
  %0 = stablehlo.reverse %x, dims = [0] : tensor<3x7xf64>
  %1 = tensor.generate {
  ^bb0(%i: index, %j: index):
    %k = affine.apply affine_map<(d0) -> (6 - d0)>(%j)
    %v = tensor.extract %0[%i, %k] : tensor<3x7xf64>
    tensor.yield %v : f64
  } : tensor<3x7xf64>
  return %1 : tensor<3x7xf64>
}
