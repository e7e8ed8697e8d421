// Rows written one by one by tensor.insert_slice; each is a StableHLO cumulative product.
// Expected values: NumPy.
// INPUT: dense<[-2.25, -0.5, 1.25, -1.75, 0.0, -2.25, -0.5]> : tensor<7xf64>
// EXPECT: dense<[[-2.25, -0.5, 1.25, -1.75, 0.0, -2.25, -0.5], [5.0625, 0.25, 1.5625, 3.0625, 0.0, 5.0625, 0.25], [-11.390625, -0.125, 1.953125, -5.359375, 0.0, -11.390625, -0.125], [25.62890625, 0.0625, 2.44140625, 9.37890625, 0.0, 25.62890625, 0.0625]]> : tensor<4x7xf64>
func.func @main(%x: tensor<7xf64>) -> tensor<4x7xf64> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %e = tensor.empty() : tensor<4x7xf64>
  %one = stablehlo.constant dense<1.0> : tensor<7xf64>
  %r:2 = scf.for %i = %c0 to %c4 step %c1 iter_args(%t = %e, %p = %one) -> (tensor<4x7xf64>, tensor<7xf64>) {
    %q = stablehlo.multiply %p, %x : tensor<7xf64>
    %u = tensor.insert_slice %q into %t[%i, 0] [1, 7] [1, 1] : tensor<7xf64> into tensor<4x7xf64>
    scf.yield %u, %q : tensor<4x7xf64>, tensor<7xf64>
  }
  return %r#0 : tensor<4x7xf64>
}
