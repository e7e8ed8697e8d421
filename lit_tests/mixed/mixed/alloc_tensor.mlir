// bufferization.alloc_tensor as the destination of a fill and of a copy.
// Expected values: mlir-runner of LLVM 22.
// INPUT: dense<[-2.25, -0.5, 1.25, -1.75, 0.0]> : tensor<5xf32>
// EXPECT: dense<[-0.25, 1.5, 3.25, 0.25, 2.0]> : tensor<5xf32>
func.func @main(%x: tensor<5xf32>) -> tensor<5xf32> {
  %two = arith.constant 2.0 : f32
  %a = bufferization.alloc_tensor() : tensor<5xf32>
  %f = linalg.fill ins(%two : f32) outs(%a : tensor<5xf32>) -> tensor<5xf32>
  %b = bufferization.alloc_tensor() copy(%x) : tensor<5xf32>
  %0 = arith.addf %f, %b : tensor<5xf32>
  return %0 : tensor<5xf32>
}
