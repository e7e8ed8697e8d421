// Casts of bf16 to each other type that upstream accepts.
// Expected values: mlir-runner of LLVM 22.
// INPUT: dense<[-226.0, -188.0, -151.0, -113.0, -75.5, -37.75, 0.0, 37.75, 75.5, 113.0, 151.0, 188.0, 226.0]> : tensor<13xbf16>
// EXPECT: dense<[true, true, true, true, true, true, false, true, true, true, true, true, true]> : tensor<13xi1>
// EXPECT: dense<[-128, -128, -128, -113, -76, -38, 0, 38, 76, 113, 127, 127, 127]> : tensor<13xi8>
// EXPECT: dense<[-226, -188, -151, -113, -76, -38, 0, 38, 76, 113, 151, 188, 226]> : tensor<13xi16>
// EXPECT: dense<[-226, -188, -151, -113, -76, -38, 0, 38, 76, 113, 151, 188, 226]> : tensor<13xi32>
// EXPECT: dense<[-226.0, -188.0, -151.0, -113.0, -75.5, -37.75, 0.0, 37.75, 75.5, 113.0, 151.0, 188.0, 226.0]> : tensor<13xf32>
func.func @main(%x: tensor<13xbf16>) -> (tensor<13xi1>, tensor<13xi8>, tensor<13xi16>, tensor<13xi32>, tensor<13xf32>) {
  %0 = tosa.cast %x : (tensor<13xbf16>) -> tensor<13xi1>
  %1 = tosa.cast %x : (tensor<13xbf16>) -> tensor<13xi8>
  %2 = tosa.cast %x : (tensor<13xbf16>) -> tensor<13xi16>
  %3 = tosa.cast %x : (tensor<13xbf16>) -> tensor<13xi32>
  %4 = tosa.cast %x : (tensor<13xbf16>) -> tensor<13xf32>
  return %0, %1, %2, %3, %4 : tensor<13xi1>, tensor<13xi8>, tensor<13xi16>, tensor<13xi32>, tensor<13xf32>
}
