// scf.execute_region as an expression.
// Expected values: NumPy.
// INPUT: dense<[-2.25, -0.5, 1.25, -1.75, 0.0]> : tensor<5xf32>
// EXPECT: dense<[-0.25, 1.5, 3.25, 0.25, 2.0]> : tensor<5xf32>
func.func @main(%x: tensor<5xf32>) -> tensor<5xf32> {
  %0 = scf.execute_region -> tensor<5xf32> {
    %two = stablehlo.constant dense<2.0> : tensor<5xf32>
    %1 = arith.addf %x, %two : tensor<5xf32>
    scf.yield %1 : tensor<5xf32>
  }
  return %0 : tensor<5xf32>
}
