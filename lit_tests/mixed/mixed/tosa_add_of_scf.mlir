// A sum in tosa of a tensor that a branch chooses.
// Expected values: mlir-runner of LLVM 22.
// INPUT: dense<[-2.25, -0.5, 1.25, -1.75]> : tensor<4xf32>
// INPUT: dense<[-1.25, 0.5, 2.25, -0.75]> : tensor<4xf32>
// INPUT: dense<false> : tensor<i1>
// EXPECT: dense<[1.5625, 0.25, 5.0625, 0.5625]> : tensor<4xf32>
// EXPECT: dense<false> : tensor<i1>
func.func @main(%x: tensor<4xf32>, %y: tensor<4xf32>, %p: tensor<i1>) -> (tensor<4xf32>, tensor<i1>) {
  %c = tensor.extract %p[] : tensor<i1>
  %r = scf.if %c -> tensor<4xf32> {
    scf.yield %x : tensor<4xf32>
  } else {
    %0 = arith.mulf %x, %y : tensor<4xf32>
    scf.yield %0 : tensor<4xf32>
  }
  %sum = tosa.add %r, %y : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  return %sum, %p : tensor<4xf32>, tensor<i1>
}
