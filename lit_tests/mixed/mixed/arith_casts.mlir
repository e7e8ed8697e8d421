// A number through i64, f16, f32, bf16 and f64.
// Expected values: mlir-runner of LLVM 22.
// INPUT: dense<[[-6, -1, 4, -4, 3], [-5, 0, 5, -1, 4]]> : tensor<2x5xi64>
// EXPECT: dense<[[-8.21875, -1.3701172, 5.4804688, -5.4804688, 4.109375], [-6.8515625, 0.0, 6.8515625, -1.3701172, 5.4804688]]> : tensor<2x5xf16>
// EXPECT: dense<[[-8.25, -1.3671875, 5.46875, -5.46875, 4.125], [-6.84375, 0.0, 6.84375, -1.3671875, 5.46875]]> : tensor<2x5xbf16>
// EXPECT: dense<[[-8.21875, -1.3701171875, 5.48046875, -5.48046875, 4.109375], [-6.8515625, 0.0, 6.8515625, -1.3701171875, 5.48046875]]> : tensor<2x5xf64>
// EXPECT: dense<[[-8, -1, 5, -5, 4], [-6, 0, 6, -1, 5]]> : tensor<2x5xi8>
func.func @main(%x: tensor<2x5xi64>) -> (tensor<2x5xf16>, tensor<2x5xbf16>, tensor<2x5xf64>, tensor<2x5xi8>) {
  %0 = arith.sitofp %x : tensor<2x5xi64> to tensor<2x5xf32>
  %c = arith.constant dense<1.37> : tensor<2x5xf32>
  %1 = arith.mulf %0, %c : tensor<2x5xf32>
  %2 = arith.truncf %1 : tensor<2x5xf32> to tensor<2x5xf16>
  %3 = arith.truncf %1 : tensor<2x5xf32> to tensor<2x5xbf16>
  %4 = arith.extf %2 : tensor<2x5xf16> to tensor<2x5xf64>
  %5 = arith.fptosi %4 : tensor<2x5xf64> to tensor<2x5xi8>
  return %2, %3, %4, %5 : tensor<2x5xf16>, tensor<2x5xbf16>, tensor<2x5xf64>, tensor<2x5xi8>
}
