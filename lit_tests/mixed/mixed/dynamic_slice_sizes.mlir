// tensor.extract_slice whose size is a constant index, cast to a static shape.
// Expected values: mlir-runner of LLVM 22.
// INPUT: dense<[-2.25, -0.5, 1.25, -1.75, 0.0, -2.25, -0.5]> : tensor<7xf32>
// EXPECT: dense<[-1.0, 2.5, -3.5]> : tensor<3xf32>
func.func @main(%x: tensor<7xf32>) -> tensor<3xf32> {
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  %0 = tensor.extract_slice %x[%c1] [%c3] [1] : tensor<7xf32> to tensor<?xf32>
  %1 = arith.addf %0, %0 : tensor<?xf32>
  %2 = tensor.cast %1 : tensor<?xf32> to tensor<3xf32>
  return %2 : tensor<3xf32>
}
