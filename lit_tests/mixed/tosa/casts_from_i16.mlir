// Casts of i16 to each other type that upstream accepts.
// Expected values: mlir-runner of LLVM 22.
// INPUT: dense<[-6, -1, 4, -4, 3, -5, 0, 5, -1, 4, -4, 1, -5]> : tensor<13xi16>
// EXPECT: dense<[true, true, true, true, true, true, false, true, true, true, true, true, true]> : tensor<13xi1>
// EXPECT: dense<[-6, -1, 4, -4, 3, -5, 0, 5, -1, 4, -4, 1, -5]> : tensor<13xi8>
// EXPECT: dense<[-6, -1, 4, -4, 3, -5, 0, 5, -1, 4, -4, 1, -5]> : tensor<13xi32>
// EXPECT: dense<[-6.0, -1.0, 4.0, -4.0, 3.0, -5.0, 0.0, 5.0, -1.0, 4.0, -4.0, 1.0, -5.0]> : tensor<13xf16>
// EXPECT: dense<[-6.0, -1.0, 4.0, -4.0, 3.0, -5.0, 0.0, 5.0, -1.0, 4.0, -4.0, 1.0, -5.0]> : tensor<13xbf16>
// EXPECT: dense<[-6.0, -1.0, 4.0, -4.0, 3.0, -5.0, 0.0, 5.0, -1.0, 4.0, -4.0, 1.0, -5.0]> : tensor<13xf32>
func.func @main(%x: tensor<13xi16>) -> (tensor<13xi1>, tensor<13xi8>, tensor<13xi32>, tensor<13xf16>, tensor<13xbf16>, tensor<13xf32>) {
  %0 = tosa.cast %x : (tensor<13xi16>) -> tensor<13xi1>
  %1 = tosa.cast %x : (tensor<13xi16>) -> tensor<13xi8>
  %2 = tosa.cast %x : (tensor<13xi16>) -> tensor<13xi32>
  %3 = tosa.cast %x : (tensor<13xi16>) -> tensor<13xf16>
  %4 = tosa.cast %x : (tensor<13xi16>) -> tensor<13xbf16>
  %5 = tosa.cast %x : (tensor<13xi16>) -> tensor<13xf32>
  return %0, %1, %2, %3, %4, %5 : tensor<13xi1>, tensor<13xi8>, tensor<13xi32>, tensor<13xf16>, tensor<13xbf16>, tensor<13xf32>
}
