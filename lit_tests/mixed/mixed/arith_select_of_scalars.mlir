// arith.select with one boolean for whole tensors and for scalars.
// Expected values: mlir-runner of LLVM 22.
// INPUT: dense<[-2.25, -0.5, 1.25, -1.75, 0.0]> : tensor<5xf32>
// INPUT: dense<[-1.25, 0.5, 2.25, -0.75, 1.0]> : tensor<5xf32>
// INPUT: dense<[false, true]> : tensor<2xi1>
// EXPECT: dense<[-1.25, 0.5, 2.25, -0.75, 1.0]> : tensor<5xf32>
// EXPECT: dense<[-2.25, -0.5, 1.25, -1.75, 0.0]> : tensor<5xf32>
func.func @main(%x: tensor<5xf32>, %y: tensor<5xf32>, %p: tensor<2xi1>) -> (tensor<5xf32>, tensor<5xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %a = tensor.extract %p[%c0] : tensor<2xi1>
  %b = tensor.extract %p[%c1] : tensor<2xi1>
  %0 = arith.select %a, %x, %y : tensor<5xf32>
  %1 = arith.select %b, %x, %y : tensor<5xf32>
  return %0, %1 : tensor<5xf32>, tensor<5xf32>
}
