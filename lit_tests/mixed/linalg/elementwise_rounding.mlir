// Roundings and squares of f64.
// Expected values: mlir-runner of LLVM 22.
// INPUT: dense<[-2.25, -0.5, 1.25, -1.75, 0.0, -2.25, -0.5, 1.25, -1.75, 0.0, -2.25, -0.5, 1.25, -1.75, 0.0, -2.25, -0.5, 1.25, -1.75]> : tensor<19xf64>
// EXPECT: dense<[-2.0, -0.0, 2.0, -1.0, 0.0, -2.0, -0.0, 2.0, -1.0, 0.0, -2.0, -0.0, 2.0, -1.0, 0.0, -2.0, -0.0, 2.0, -1.0]> : tensor<19xf64>
// EXPECT: dense<[-3.0, -1.0, 1.0, -2.0, 0.0, -3.0, -1.0, 1.0, -2.0, 0.0, -3.0, -1.0, 1.0, -2.0, 0.0, -3.0, -1.0, 1.0, -2.0]> : tensor<19xf64>
// EXPECT: dense<[-2.0, -1.0, 1.0, -2.0, 0.0, -2.0, -1.0, 1.0, -2.0, 0.0, -2.0, -1.0, 1.0, -2.0, 0.0, -2.0, -1.0, 1.0, -2.0]> : tensor<19xf64>
// EXPECT: dense<[5.0625, 0.25, 1.5625, 3.0625, 0.0, 5.0625, 0.25, 1.5625, 3.0625, 0.0, 5.0625, 0.25, 1.5625, 3.0625, 0.0, 5.0625, 0.25, 1.5625, 3.0625]> : tensor<19xf64>
// EXPECT: dense<[-0.46511627906976744, -2.5, 0.7407407407407407, -0.6060606060606061, 10.0, -0.46511627906976744, -2.5, 0.7407407407407407, -0.6060606060606061, 10.0, -0.46511627906976744, -2.5, 0.7407407407407407, -0.6060606060606061, 10.0, -0.46511627906976744, -2.5, 0.7407407407407407, -0.6060606060606061]> : tensor<19xf64>
func.func @main(%x: tensor<19xf64>) -> (tensor<19xf64>, tensor<19xf64>, tensor<19xf64>, tensor<19xf64>, tensor<19xf64>) {
  %e = tensor.empty() : tensor<19xf64>
  %t = arith.constant dense<0.1> : tensor<19xf64>
  %0 = linalg.ceil ins(%x : tensor<19xf64>) outs(%e : tensor<19xf64>) -> tensor<19xf64>
  %1 = linalg.floor ins(%x : tensor<19xf64>) outs(%e : tensor<19xf64>) -> tensor<19xf64>
  %2 = linalg.round ins(%x : tensor<19xf64>) outs(%e : tensor<19xf64>) -> tensor<19xf64>
  %3 = linalg.square ins(%x : tensor<19xf64>) outs(%e : tensor<19xf64>) -> tensor<19xf64>
  %4 = linalg.add ins(%x, %t : tensor<19xf64>, tensor<19xf64>) outs(%e : tensor<19xf64>) -> tensor<19xf64>
  %5 = linalg.reciprocal ins(%4 : tensor<19xf64>) outs(%e : tensor<19xf64>) -> tensor<19xf64>
  return %0, %1, %2, %3, %5 : tensor<19xf64>, tensor<19xf64>, tensor<19xf64>, tensor<19xf64>, tensor<19xf64>
}
