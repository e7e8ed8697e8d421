// scf.for around a StableHLO loop around tosa.
// Expected values: NumPy.
// INPUT: dense<[-2.25, -0.5, 1.25]> : tensor<3xf32>
// EXPECT: dense<[-144.0, -32.0, 80.0]> : tensor<3xf32>
func.func @main(%x: tensor<3xf32>) -> tensor<3xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %one = stablehlo.constant dense<1> : tensor<i32>
  %two = stablehlo.constant dense<2> : tensor<i32>
  %r = scf.for %i = %c0 to %c3 step %c1 iter_args(%v = %x) -> (tensor<3xf32>) {
    %w:2 = stablehlo.while(%j = %zero, %u = %v) : tensor<i32>, tensor<3xf32>
     cond {
      %0 = stablehlo.compare LT, %j, %two : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %0 : tensor<i1>
    } do {
      %0 = tosa.add %u, %u : (tensor<3xf32>, tensor<3xf32>) -> tensor<3xf32>
      %1 = stablehlo.add %j, %one : tensor<i32>
      stablehlo.return %1, %0 : tensor<i32>, tensor<3xf32>
    }
    scf.yield %w#1 : tensor<3xf32>
  }
  return %r : tensor<3xf32>
}
