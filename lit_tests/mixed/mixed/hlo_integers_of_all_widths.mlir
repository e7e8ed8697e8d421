// Integers of four widths through StableHLO and arith, which wrap.
// Expected values: NumPy.
// INPUT: dense<[-6, -1, 4, -4, 3, -5, 0, 5, -1]> : tensor<9xi8>
// INPUT: dense<[-3, 2, -6, -1, 6, -2, 3, -5, 2]> : tensor<9xi16>
// INPUT: dense<[0, 5, -3, 2, -4, 1, 6, -2, 5]> : tensor<9xi32>
// INPUT: dense<[3, -5, 0, 5, -1, 4, -4, 1, -5]> : tensor<9xi64>
// EXPECT: dense<[-14915, -794957330, -2100029884, 1399994889, 1494997382, 699990115, -94952300, -1400025110, -794957330]> : tensor<9xi64>
func.func @main(%w: tensor<9xi8>, %x: tensor<9xi16>, %y: tensor<9xi32>, %z: tensor<9xi64>) -> tensor<9xi64> {
  %a = stablehlo.constant dense<29> : tensor<9xi8>
  %b = arith.constant dense<5000> : tensor<9xi16>
  %c = stablehlo.constant dense<700000000> : tensor<9xi32>
  %0 = stablehlo.multiply %w, %a : tensor<9xi8>
  %1 = arith.muli %x, %b : tensor<9xi16>
  %2 = arith.muli %y, %c : tensor<9xi32>
  %3 = arith.extsi %0 : tensor<9xi8> to tensor<9xi64>
  %4 = stablehlo.convert %1 : (tensor<9xi16>) -> tensor<9xi64>
  %5 = arith.extsi %2 : tensor<9xi32> to tensor<9xi64>
  %6 = stablehlo.add %3, %4 : tensor<9xi64>
  %7 = arith.addi %5, %6 : tensor<9xi64>
  %8 = stablehlo.add %7, %z : tensor<9xi64>
  return %8 : tensor<9xi64>
}
