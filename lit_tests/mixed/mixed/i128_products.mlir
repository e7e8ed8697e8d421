// Products of i64 in i128 by arith, whose upper half is the result.
// Expected values: mlir-runner of LLVM 22.
// INPUT: dense<[-3000000000000000000, -1765432109876543211, -530864219753086422, 703703670370370367, 1938271560493827156]> : tensor<5xi64>
// INPUT: dense<[4000000000000000000, 3012345678012345679, 2024691356024691358, 1037037034037037037, 49382712049382716]> : tensor<5xi64>
// EXPECT: dense<[-650521303491302661, -288294333393512453, -58266986990334599, 39560735718230901, 5188834732184047]> : tensor<5xi64>
func.func @main(%x: tensor<5xi64>, %y: tensor<5xi64>) -> tensor<5xi64> {
  %a = arith.extsi %x : tensor<5xi64> to tensor<5xi128>
  %b = arith.extsi %y : tensor<5xi64> to tensor<5xi128>
  %c = arith.muli %a, %b : tensor<5xi128>
  %s = arith.constant dense<64> : tensor<5xi128>
  %d = arith.shrsi %c, %s : tensor<5xi128>
  %e = arith.trunci %d : tensor<5xi128> to tensor<5xi64>
  return %e : tensor<5xi64>
}
