// Twelve operations of one operand on bf16.
// Expected values: mlir-runner of LLVM 22.
// INPUT: dense<[0.20019531, 0.5, 0.80078125, 1.1015625, 1.3984375, 1.703125, 2.0, 2.296875, 2.59375, 2.90625, 3.203125, 3.5, 3.796875]> : tensor<13xbf16>
// EXPECT: dense<[0.20019531, 0.5, 0.80078125, 1.1015625, 1.3984375, 1.703125, 2.0, 2.296875, 2.59375, 2.90625, 3.203125, 3.5, 3.796875]> : tensor<13xbf16>
// EXPECT: dense<[1.0, 1.0, 1.0, 2.0, 2.0, 2.0, 2.0, 3.0, 3.0, 3.0, 4.0, 4.0, 4.0]> : tensor<13xbf16>
// EXPECT: dense<[0.98046875, 0.87890625, 0.6953125, 0.453125, 0.171875, -0.13183594, -0.41601562, -0.6640625, -0.85546875, -0.97265625, -1.0, -0.9375, -0.79296875]> : tensor<13xbf16>
// EXPECT: dense<[0.22265625, 0.51953125, 0.7421875, 0.87890625, 0.953125, 0.984375, 0.99609375, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0]> : tensor<13xbf16>
// EXPECT: dense<[1.21875, 1.6484375, 2.234375, 3.015625, 4.0625, 5.5, 7.375, 9.9375, 13.375, 18.25, 24.625, 33.0, 44.5]> : tensor<13xbf16>
// EXPECT: dense<[0.0, 0.0, 0.0, 1.0, 1.0, 1.0, 2.0, 2.0, 2.0, 2.0, 3.0, 3.0, 3.0]> : tensor<13xbf16>
// EXPECT: dense<[-1.609375, -0.69140625, -0.22167969, 0.09667969, 0.3359375, 0.53125, 0.69140625, 0.83203125, 0.953125, 1.0703125, 1.1640625, 1.25, 1.3359375]> : tensor<13xbf16>
// EXPECT: dense<[5.0, 2.0, 1.25, 0.90625, 0.71484375, 0.5859375, 0.5, 0.43554688, 0.38476562, 0.34375, 0.3125, 0.28515625, 0.26367188]> : tensor<13xbf16>
// EXPECT: dense<[2.234375, 1.4140625, 1.1171875, 0.95703125, 0.84765625, 0.765625, 0.70703125, 0.66015625, 0.62109375, 0.5859375, 0.55859375, 0.53515625, 0.515625]> : tensor<13xbf16>
// EXPECT: dense<[0.55078125, 0.62109375, 0.6875, 0.75390625, 0.80078125, 0.84765625, 0.8828125, 0.90625, 0.92578125, 0.94921875, 0.9609375, 0.96875, 0.9765625]> : tensor<13xbf16>
// EXPECT: dense<[0.19921875, 0.47851562, 0.71875, 0.890625, 0.984375, 0.9921875, 0.91015625, 0.74609375, 0.51953125, 0.23339844, -0.061523438, -0.3515625, -0.609375]> : tensor<13xbf16>
// EXPECT: dense<[0.19726562, 0.46289062, 0.6640625, 0.80078125, 0.88671875, 0.9375, 0.96484375, 0.98046875, 0.98828125, 0.9921875, 0.99609375, 1.0, 1.0]> : tensor<13xbf16>
func.func @main(%x: tensor<13xbf16>) -> (tensor<13xbf16>, tensor<13xbf16>, tensor<13xbf16>, tensor<13xbf16>, tensor<13xbf16>, tensor<13xbf16>, tensor<13xbf16>, tensor<13xbf16>, tensor<13xbf16>, tensor<13xbf16>, tensor<13xbf16>, tensor<13xbf16>) {
  %0 = tosa.abs %x : (tensor<13xbf16>) -> tensor<13xbf16>
  %1 = tosa.ceil %x : (tensor<13xbf16>) -> tensor<13xbf16>
  %2 = tosa.cos %x : (tensor<13xbf16>) -> tensor<13xbf16>
  %3 = tosa.erf %x : (tensor<13xbf16>) -> tensor<13xbf16>
  %4 = tosa.exp %x : (tensor<13xbf16>) -> tensor<13xbf16>
  %5 = tosa.floor %x : (tensor<13xbf16>) -> tensor<13xbf16>
  %6 = tosa.log %x : (tensor<13xbf16>) -> tensor<13xbf16>
  %7 = tosa.reciprocal %x : (tensor<13xbf16>) -> tensor<13xbf16>
  %8 = tosa.rsqrt %x : (tensor<13xbf16>) -> tensor<13xbf16>
  %9 = tosa.sigmoid %x : (tensor<13xbf16>) -> tensor<13xbf16>
  %10 = tosa.sin %x : (tensor<13xbf16>) -> tensor<13xbf16>
  %11 = tosa.tanh %x : (tensor<13xbf16>) -> tensor<13xbf16>
  return %0, %1, %2, %3, %4, %5, %6, %7, %8, %9, %10, %11 : tensor<13xbf16>, tensor<13xbf16>, tensor<13xbf16>, tensor<13xbf16>, tensor<13xbf16>, tensor<13xbf16>, tensor<13xbf16>, tensor<13xbf16>, tensor<13xbf16>, tensor<13xbf16>, tensor<13xbf16>, tensor<13xbf16>
}
