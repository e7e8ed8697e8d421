// A power iteration: scf.for carries a vector that StableHLO multiplies and normalizes.
// Expected values: NumPy.
// INPUT: dense<[[-2.25, -0.5, 1.25, -1.75, 0.0], [-2.25, -0.5, 1.25, -1.75, 0.0], [-2.25, -0.5, 1.25, -1.75, 0.0], [-2.25, -0.5, 1.25, -1.75, 0.0], [-2.25, -0.5, 1.25, -1.75, 0.0]]> : tensor<5x5xf32>
// INPUT: dense<[-1.25, 0.5, 2.25, -0.75, 1.0]> : tensor<5xf32>
// EXPECT: dense<-0.4472136> : tensor<5xf32>
func.func @main(%a: tensor<5x5xf32>, %x: tensor<5xf32>) -> tensor<5xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %r = scf.for %i = %c0 to %c4 step %c1 iter_args(%v = %x) -> (tensor<5xf32>) {
    %0 = stablehlo.dot_general %a, %v, contracting_dims = [1] x [0] : (tensor<5x5xf32>, tensor<5xf32>) -> tensor<5xf32>
    %1 = stablehlo.multiply %0, %0 : tensor<5xf32>
    %2 = stablehlo.reduce(%1 init: %zero) applies stablehlo.add across dimensions = [0] : (tensor<5xf32>, tensor<f32>) -> tensor<f32>
    %3 = stablehlo.rsqrt %2 : tensor<f32>
    %4 = stablehlo.broadcast_in_dim %3, dims = [] : (tensor<f32>) -> tensor<5xf32>
    %5 = arith.mulf %0, %4 : tensor<5xf32>
    scf.yield %5 : tensor<5xf32>
  }
  return %r : tensor<5xf32>
}
