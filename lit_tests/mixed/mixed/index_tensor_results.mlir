// Tensors of index as argument and result, with arith and tensor.generate.
// Expected values: mlir-runner of LLVM 22.
// INPUT: dense<[-6, -1, 4, -4, 3]> : tensor<5xi64>
// EXPECT: dense<[-18, -3, 12, -12, 9]> : tensor<5xi64>
// EXPECT: dense<[[0, 0], [2, 2], [4, 4]]> : tensor<3x2xi64>
func.func @main(%x: tensor<5xindex>) -> (tensor<5xindex>, tensor<3x2xindex>) {
  %c = arith.constant dense<3> : tensor<5xindex>
  %0 = arith.muli %x, %c : tensor<5xindex>
  %1 = tensor.generate {
  ^bb0(%i: index, %j: index):
    %k = affine.apply affine_map<(d0, d1) -> (d0 * 2 + d1 floordiv 2)>(%i, %j)
    tensor.yield %k : index
  } : tensor<3x2xindex>
  return %0, %1 : tensor<5xindex>, tensor<3x2xindex>
}
