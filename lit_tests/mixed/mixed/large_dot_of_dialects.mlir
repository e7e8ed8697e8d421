// StableHLO and linalg products of the same 70x65 matrices, whose difference is zero.
// Expected values: NumPy.
// EXPECT: dense<0> : tensor<70x70xi32>
func.func @main() -> tensor<70x70xi32> {
  %a = stablehlo.iota dim = 0 : tensor<70x65xi32>
  %b = stablehlo.iota dim = 1 : tensor<65x70xi32>
  %three = arith.constant dense<3> : tensor<70x65xi32>
  %seven = arith.constant dense<7> : tensor<65x70xi32>
  %c = arith.remsi %a, %three : tensor<70x65xi32>
  %d = stablehlo.remainder %b, %seven : tensor<65x70xi32>
  %0 = stablehlo.dot_general %c, %d, contracting_dims = [1] x [0] : (tensor<70x65xi32>, tensor<65x70xi32>) -> tensor<70x70xi32>
  %z = arith.constant dense<0> : tensor<70x70xi32>
  %1 = linalg.matmul ins(%c, %d : tensor<70x65xi32>, tensor<65x70xi32>) outs(%z : tensor<70x70xi32>) -> tensor<70x70xi32>
  %r = stablehlo.subtract %0, %1 : tensor<70x70xi32>
  return %r : tensor<70x70xi32>
}
