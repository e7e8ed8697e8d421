// StableHLO slices and pads with operands that arith computes from constants.
// Expected values: NumPy.
// INPUT: dense<[-2.25, -0.5, 1.25, -1.75, 0.0, -2.25, -0.5, 1.25, -1.75]> : tensor<9xf32>
// EXPECT: dense<[0.0, 1.25, 0.0, -0.5, 0.0]> : tensor<5xf32>
func.func @main(%x: tensor<9xf32>) -> tensor<5xf32> {
  %a = arith.constant dense<2> : tensor<1xi64>
  %b = arith.addi %a, %a : tensor<1xi64>
  %c = arith.muli %b, %a : tensor<1xi64>
  %0 = stablehlo.real_dynamic_slice %x, %a, %c, %a : (tensor<9xf32>, tensor<1xi64>, tensor<1xi64>, tensor<1xi64>) -> tensor<3xf32>
  %z = stablehlo.constant dense<0.0> : tensor<f32>
  %1 = stablehlo.pad %0, %z, low = [1], high = [1], interior = [0] : (tensor<3xf32>, tensor<f32>) -> tensor<5xf32>
  return %1 : tensor<5xf32>
}
