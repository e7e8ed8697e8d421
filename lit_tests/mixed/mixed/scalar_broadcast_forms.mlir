// One scalar spread in five ways.
// Expected values: NumPy.
// INPUT: dense<[[-2.25, -0.5, 1.25], [-1.75, 0.0, -2.25]]> : tensor<2x3xf32>
// EXPECT: dense<[[-17.085938, -3.796875, 9.4921875], [-13.2890625, 0.0, -17.085938]]> : tensor<2x3xf32>
func.func @main(%x: tensor<2x3xf32>) -> tensor<2x3xf32> {
  %s = arith.constant 1.5 : f32
  %e = tensor.empty() : tensor<2x3xf32>
  %0 = tensor.splat %s : tensor<2x3xf32>
  %1 = linalg.fill ins(%s : f32) outs(%e : tensor<2x3xf32>) -> tensor<2x3xf32>
  %t = tensor.from_elements %s : tensor<f32>
  %2 = stablehlo.broadcast_in_dim %t, dims = [] : (tensor<f32>) -> tensor<2x3xf32>
  %3 = linalg.broadcast ins(%t : tensor<f32>) outs(%e : tensor<2x3xf32>) dimensions = [0, 1]
  %4 = tensor.generate {
  ^bb0(%i: index, %j: index):
    tensor.yield %s : f32
  } : tensor<2x3xf32>
  %5 = stablehlo.multiply %x, %0 : tensor<2x3xf32>
  %6 = arith.mulf %5, %1 : tensor<2x3xf32>
  %7 = stablehlo.multiply %6, %2 : tensor<2x3xf32>
  %8 = linalg.mul ins(%7, %3 : tensor<2x3xf32>, tensor<2x3xf32>) outs(%e : tensor<2x3xf32>) -> tensor<2x3xf32>
  %9 = stablehlo.multiply %8, %4 : tensor<2x3xf32>
  return %9 : tensor<2x3xf32>
}
