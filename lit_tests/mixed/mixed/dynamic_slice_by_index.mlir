// A StableHLO dynamic slice whose start arith computes, clamped at the end.
// Expected values: NumPy.
// INPUT: dense<[-6, -1, 4, -4, 3, -5, 0, 5, -1]> : tensor<9xi16>
// EXPECT: dense<[0, 5, -1]> : tensor<3xi16>
func.func @main(%x: tensor<9xi16>) -> tensor<3xi16> {
  %c = arith.constant 40 : i32
  %d = arith.constant 5 : i32
  %e = arith.divsi %c, %d : i32
  %t = tensor.from_elements %e : tensor<i32>
  %r = stablehlo.dynamic_slice %x, %t, sizes = [3] : (tensor<9xi16>, tensor<i32>) -> tensor<3xi16>
  return %r : tensor<3xi16>
}
