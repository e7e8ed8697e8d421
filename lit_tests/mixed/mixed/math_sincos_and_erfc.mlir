// Two results of one operation, and the complementary error function.
// Expected values: mlir-runner of LLVM 22.
// INPUT: dense<[-2.25, -0.5, 1.25, -1.75, 0.0, -2.25, -0.5]> : tensor<7xf32>
// EXPECT: dense<[-0.7780732, -0.47942555, 0.9489846, -0.98398596, 0.0, -0.7780732, -0.47942555]> : tensor<7xf32>
// EXPECT: dense<[-0.62817365, 0.87758255, 0.31532237, -0.17824605, 1.0, -0.62817365, 0.87758255]> : tensor<7xf32>
// EXPECT: dense<[1.9985373, 1.5205, 0.077099875, 1.9866717, 1.0, 1.9985373, 1.5205]> : tensor<7xf32>
func.func @main(%x: tensor<7xf32>) -> (tensor<7xf32>, tensor<7xf32>, tensor<7xf32>) {
  %s, %c = math.sincos %x : tensor<7xf32>
  %e = math.erfc %x : tensor<7xf32>
  return %s, %c, %e : tensor<7xf32>, tensor<7xf32>, tensor<7xf32>
}
