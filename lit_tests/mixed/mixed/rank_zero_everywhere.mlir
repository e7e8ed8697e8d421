// A scalar tensor through StableHLO, arith, math, tosa and linalg.
// Expected values: NumPy.
// INPUT: dense<-2.25> : tensor<f32>
// EXPECT: dense<2.6657805> : tensor<f32>
func.func @main(%x: tensor<f32>) -> tensor<f32> {
  %two = stablehlo.constant dense<2.0> : tensor<f32>
  %three = arith.constant dense<3.0> : tensor<f32>
  %one = "tosa.const"() {values = dense<1.0> : tensor<f32>} : () -> tensor<f32>
  %0 = math.sin %x : tensor<f32>
  %1 = stablehlo.add %0, %two : tensor<f32>
  %2 = tosa.abs %1 : (tensor<f32>) -> tensor<f32>
  %3 = arith.mulf %2, %three : tensor<f32>
  %e = tensor.empty() : tensor<f32>
  %4 = linalg.sub ins(%3, %one : tensor<f32>, tensor<f32>) outs(%e : tensor<f32>) -> tensor<f32>
  return %4 : tensor<f32>
}
