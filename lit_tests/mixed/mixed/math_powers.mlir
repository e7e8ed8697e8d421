// Powers with float and integer exponents, and a cube root.
// Expected values: mlir-runner of LLVM 22.
// INPUT: dense<[0.5, 1.0, 1.5, 2.0, 2.5, 3.0, 3.5, 4.0, 4.5]> : tensor<9xf32>
// INPUT: dense<[-2, -1, 0, 1, 2, -2, -1, 0, 1]> : tensor<9xi32>
// EXPECT: dense<[0.35355338, 1.0, 1.8371173, 2.828427, 3.952847, 5.196152, 6.5479, 8.0, 9.545941]> : tensor<9xf32>
// EXPECT: dense<[4.0, 1.0, 1.0, 2.0, 6.25, 0.11111111, 0.2857143, 1.0, 4.5]> : tensor<9xf32>
// EXPECT: dense<[0.7937005, 1.0, 1.1447142, 1.2599211, 1.3572088, 1.4422495, 1.5182945, 1.587401, 1.6509637]> : tensor<9xf32>
func.func @main(%x: tensor<9xf32>, %n: tensor<9xi32>) -> (tensor<9xf32>, tensor<9xf32>, tensor<9xf32>) {
  %c = arith.constant dense<1.5> : tensor<9xf32>
  %0 = math.powf %x, %c : tensor<9xf32>
  %1 = math.fpowi %x, %n : tensor<9xf32>, tensor<9xi32>
  %2 = math.cbrt %x : tensor<9xf32>
  return %0, %1, %2 : tensor<9xf32>, tensor<9xf32>, tensor<9xf32>
}
