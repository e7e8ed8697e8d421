// The product of each row.
// Expected values: mlir-runner of LLVM 22.
// INPUT: dense<[[0.5, 1.25, 2.0, 1.0, 1.75, 0.75, 1.5, 0.5, 1.25, 2.0, 1.0, 1.75, 0.75], [1.5, 0.5, 1.25, 2.0, 1.0, 1.75, 0.75, 1.5, 0.5, 1.25, 2.0, 1.0, 1.75], [0.75, 1.5, 0.5, 1.25, 2.0, 1.0, 1.75, 0.75, 1.5, 0.5, 1.25, 2.0, 1.0]]> : tensor<3x13xf32>
// EXPECT: dense<[[4.0374756], [8.074951], [3.4606934]]> : tensor<3x1xf32>
func.func @main(%x: tensor<3x13xf32>) -> tensor<3x1xf32> {
  %0 = tosa.reduce_product %x {axis = 1 : i32} : (tensor<3x13xf32>) -> tensor<3x1xf32>
  return %0 : tensor<3x1xf32>
}
