// The number of leading zeros, of zero and of negative numbers, too.
// Expected values: mlir-runner of LLVM 22.
// INPUT: dense<[-2, -1, 0, 1, 2, 31, 63, 127, 255, 511, 1023, 2047, 4095, 8191, 16383, 32767, 65535, 131071, 262143, 524287, 1048575, 2097151, 4194303, 8388607, 16777215, 33554431, 67108863, 134217727, 268435455, 536870911, 1073741823]> : tensor<31xi32>
// EXPECT: dense<[0, 0, 32, 31, 30, 27, 26, 25, 24, 23, 22, 21, 20, 19, 18, 17, 16, 15, 14, 13, 12, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2]> : tensor<31xi32>
func.func @main(%x: tensor<31xi32>) -> tensor<31xi32> {
  %0 = tosa.clz %x : (tensor<31xi32>) -> tensor<31xi32>
  return %0 : tensor<31xi32>
}
