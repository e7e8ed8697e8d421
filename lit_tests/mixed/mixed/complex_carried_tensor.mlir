// scf.for that carries a complex tensor through a StableHLO product.
// Expected values: NumPy.
// INPUT: dense<[(-2.25, -2.5), (-0.5, 0.0), (1.25, 2.5), (-1.75, -0.5)]> : tensor<4xcomplex<f64>>
// EXPECT: dense<[(-2.5, 2.25), (0.0, 0.5), (2.5, -1.25), (-0.5, 1.75)]> : tensor<4xcomplex<f64>>
func.func @main(%x: tensor<4xcomplex<f64>>) -> tensor<4xcomplex<f64>> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  %i = stablehlo.constant dense<(0.0, 1.0)> : tensor<4xcomplex<f64>>
  %r = scf.for %k = %c0 to %c3 step %c1 iter_args(%v = %x) -> (tensor<4xcomplex<f64>>) {
    %0 = stablehlo.multiply %v, %i : tensor<4xcomplex<f64>>
    scf.yield %0 : tensor<4xcomplex<f64>>
  }
  return %r : tensor<4xcomplex<f64>>
}
