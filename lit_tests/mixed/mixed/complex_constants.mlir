// Constants of complex numbers in arith and StableHLO, added by StableHLO.
// Expected values: NumPy.
// INPUT: dense<[(-2.25, -2.5), (-0.5, 0.0), (1.25, 2.5)]> : tensor<3xcomplex<f32>>
// EXPECT: dense<[(-1.25, -4.0), (1.5, -2.0), (4.25, 0.5)]> : tensor<3xcomplex<f32>>
func.func @main(%x: tensor<3xcomplex<f32>>) -> tensor<3xcomplex<f32>> {
  %a = arith.constant dense<(1.0, -2.0)> : tensor<3xcomplex<f32>>
  %b = stablehlo.constant dense<[(0.0, 0.5), (1.0, 0.0), (2.0, 0.0)]> : tensor<3xcomplex<f32>>
  %0 = stablehlo.add %x, %a : tensor<3xcomplex<f32>>
  %1 = stablehlo.add %0, %b : tensor<3xcomplex<f32>>
  return %1 : tensor<3xcomplex<f32>>
}
