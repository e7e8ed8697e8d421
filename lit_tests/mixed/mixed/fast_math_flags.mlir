// Operations with fast-math flags that change no exact result.
// Expected values: mlir-runner of LLVM 22.
// INPUT: dense<[-2.25, -0.5, 1.25, -1.75, 0.0, -2.25, -0.5, 1.25, -1.75, 0.0, -2.25, -0.5, 1.25]> : tensor<13xf32>
// INPUT: dense<[-1.25, 0.5, 2.25, -0.75, 1.0, -1.25, 0.5, 2.25, -0.75, 1.0, -1.25, 0.5, 2.25]> : tensor<13xf32>
// EXPECT: dense<[0.5625, -0.75, 4.0625, -0.4375, 0.0, 0.5625, -0.75, 4.0625, -0.4375, 0.0, 0.5625, -0.75, 4.0625]> : tensor<13xf32>
// EXPECT: dense<[1.7550547, 0.47236654, 58.119427, 0.64564854, 1.0, 1.7550547, 0.47236654, 58.119427, 0.64564854, 1.0, 1.7550547, 0.47236654, 58.119427]> : tensor<13xf32>
func.func @main(%x: tensor<13xf32>, %y: tensor<13xf32>) -> (tensor<13xf32>, tensor<13xf32>) {
  %0 = arith.mulf %x, %y fastmath<contract> : tensor<13xf32>
  %1 = arith.addf %0, %x fastmath<fast> : tensor<13xf32>
  %2 = math.exp %1 fastmath<afn> : tensor<13xf32>
  return %1, %2 : tensor<13xf32>, tensor<13xf32>
}
