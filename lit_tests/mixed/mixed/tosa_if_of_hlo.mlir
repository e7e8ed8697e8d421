// A tosa branch on a StableHLO comparison, with linalg in one graph and StableHLO in the other.
// Expected values: NumPy.
// INPUT: dense<[[-2.25, -0.5, 1.25], [-1.75, 0.0, -2.25]]> : tensor<2x3xf32>
// EXPECT: dense<[[2.25, 0.5, -1.25], [1.75, -0.0, 2.25]]> : tensor<2x3xf32>
func.func @main(%x: tensor<2x3xf32>) -> tensor<2x3xf32> {
  %z = stablehlo.constant dense<0.0> : tensor<1x1xf32>
  %f = stablehlo.slice %x [0:1, 0:1] : (tensor<2x3xf32>) -> tensor<1x1xf32>
  %p = stablehlo.compare GT, %f, %z : (tensor<1x1xf32>, tensor<1x1xf32>) -> tensor<1x1xi1>
  %q = stablehlo.reshape %p : (tensor<1x1xi1>) -> tensor<i1>
  %r = tosa.cond_if %q (%a = %x) : tensor<i1> (tensor<2x3xf32>) -> tensor<2x3xf32> {
  ^bb0(%a: tensor<2x3xf32>):
    %e = tensor.empty() : tensor<2x3xf32>
    %0 = linalg.exp ins(%a : tensor<2x3xf32>) outs(%e : tensor<2x3xf32>) -> tensor<2x3xf32>
    tosa.yield %0 : tensor<2x3xf32>
  } else {
  ^bb0(%a: tensor<2x3xf32>):
    %0 = stablehlo.negate %a : tensor<2x3xf32>
    tosa.yield %0 : tensor<2x3xf32>
  }
  return %r : tensor<2x3xf32>
}
