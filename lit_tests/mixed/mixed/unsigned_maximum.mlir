// Maxima of ui8 in StableHLO beside those of signless i8 in arith.
// Expected values: NumPy.
// INPUT: dense<[0, 8, 16, 24, 3]> : tensor<5xui8>
// INPUT: dense<[11, 19, 27, 6, 14]> : tensor<5xui8>
// INPUT: dense<[0, 5, -3, 2, -4]> : tensor<5xi8>
// INPUT: dense<[3, -5, 0, 5, -1]> : tensor<5xi8>
// EXPECT: dense<[11, 19, 27, 24, 14]> : tensor<5xi32>
// EXPECT: dense<[3, 5, 0, 5, -1]> : tensor<5xi8>
func.func @main(%x: tensor<5xui8>, %y: tensor<5xui8>, %u: tensor<5xi8>, %v: tensor<5xi8>) -> (tensor<5xi32>, tensor<5xi8>) {
  %0 = stablehlo.maximum %x, %y : tensor<5xui8>
  %1 = stablehlo.convert %0 : (tensor<5xui8>) -> tensor<5xi32>
  %2 = arith.maxsi %u, %v : tensor<5xi8>
  return %1, %2 : tensor<5xi32>, tensor<5xi8>
}
