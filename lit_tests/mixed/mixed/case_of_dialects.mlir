// A StableHLO case, each branch in another dialect.
// Expected values: NumPy.
// INPUT: dense<[-2.25, -0.5, 1.25, -1.75, 0.0]> : tensor<5xf32>
// INPUT: dense<1> : tensor<i32>
// EXPECT: dense<[5.0625, 0.25, 1.5625, 3.0625, 0.0]> : tensor<5xf32>
func.func @main(%x: tensor<5xf32>, %k: tensor<i32>) -> tensor<5xf32> {
  %r = "stablehlo.case"(%k) ({
    %0 = arith.addf %x, %x : tensor<5xf32>
    stablehlo.return %0 : tensor<5xf32>
  }, {
    %e = tensor.empty() : tensor<5xf32>
    %0 = linalg.square ins(%x : tensor<5xf32>) outs(%e : tensor<5xf32>) -> tensor<5xf32>
    stablehlo.return %0 : tensor<5xf32>
  }, {
    %0 = tosa.exp %x : (tensor<5xf32>) -> tensor<5xf32>
    stablehlo.return %0 : tensor<5xf32>
  }) : (tensor<i32>) -> tensor<5xf32>
  return %r : tensor<5xf32>
}
