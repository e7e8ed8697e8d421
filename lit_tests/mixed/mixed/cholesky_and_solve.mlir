// A StableHLO Cholesky factor and triangular solve around arith.
// Expected values: NumPy.
// INPUT: dense<[[5.0, 0.5, 0.3333333333333333, 0.25], [0.5, 5.0, 0.5, 0.3333333333333333], [0.3333333333333333, 0.5, 5.0, 0.5], [0.25, 0.3333333333333333, 0.5, 5.0]]> : tensor<4x4xf64>
// INPUT: dense<[[-1.25, 0.5], [2.25, -0.75], [1.0, -1.25], [0.5, 2.25]]> : tensor<4x2xf64>
// EXPECT: dense<[[-0.39528470752104744, 0.15811388300841897], [0.7548245498194271, -0.25425669046549126], [0.273592579294209, -0.38453021673573945], [0.10686183663180146, 0.7601444382966169]]> : tensor<4x2xf64>
func.func @main(%a: tensor<4x4xf64>, %b: tensor<4x2xf64>) -> tensor<4x2xf64> {
  %0 = arith.addf %a, %a : tensor<4x4xf64>
  %1 = stablehlo.cholesky %0, lower = true : tensor<4x4xf64>
  %2 = "stablehlo.triangular_solve"(%1, %b) {left_side = true, lower = true, unit_diagonal = false, transpose_a = #stablehlo<transpose NO_TRANSPOSE>} : (tensor<4x4xf64>, tensor<4x2xf64>) -> tensor<4x2xf64>
  return %2 : tensor<4x2xf64>
}
