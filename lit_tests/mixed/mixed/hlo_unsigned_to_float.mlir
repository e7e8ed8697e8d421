// ui16 and ui32 sums in StableHLO, converted and averaged by linalg.
// Expected values: NumPy.
// INPUT: dense<[0, 8, 16, 24, 3, 11, 19]> : tensor<7xui16>
// INPUT: dense<[11, 19, 27, 6, 14, 22, 1]> : tensor<7xui32>
// EXPECT: dense<12.928572> : tensor<f32>
func.func @main(%x: tensor<7xui16>, %y: tensor<7xui32>) -> tensor<f32> {
  %0 = stablehlo.convert %x : (tensor<7xui16>) -> tensor<7xui32>
  %1 = stablehlo.add %0, %y : tensor<7xui32>
  %2 = stablehlo.convert %1 : (tensor<7xui32>) -> tensor<7xf32>
  %z = arith.constant dense<0.0> : tensor<f32>
  %3 = linalg.reduce {arith.addf} ins(%2 : tensor<7xf32>) outs(%z : tensor<f32>) dimensions = [0]
  %n = arith.constant dense<14.0> : tensor<f32>
  %4 = arith.divf %3, %n : tensor<f32>
  return %4 : tensor<f32>
}
