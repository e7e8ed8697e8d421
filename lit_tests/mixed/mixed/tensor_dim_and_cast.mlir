// A cast to dynamic extents and back, with tensor.dim and tensor.rank as data.
// Expected values: mlir-runner of LLVM 22.
// INPUT: dense<[[-2.25, -0.5, 1.25, -1.75, 0.0, -2.25, -0.5], [1.25, -1.75, 0.0, -2.25, -0.5, 1.25, -1.75], [0.0, -2.25, -0.5, 1.25, -1.75, 0.0, -2.25], [-0.5, 1.25, -1.75, 0.0, -2.25, -0.5, 1.25], [-1.75, 0.0, -2.25, -0.5, 1.25, -1.75, 0.0]]> : tensor<5x7xf32>
// EXPECT: dense<[[2.25, 0.5, 1.25, 1.75, 0.0, 2.25, 0.5], [1.25, 1.75, 0.0, 2.25, 0.5, 1.25, 1.75], [0.0, 2.25, 0.5, 1.25, 1.75, 0.0, 2.25], [0.5, 1.25, 1.75, 0.0, 2.25, 0.5, 1.25], [1.75, 0.0, 2.25, 0.5, 1.25, 1.75, 0.0]]> : tensor<5x7xf32>
// EXPECT: dense<[5, 7, 2]> : tensor<3xi64>
func.func @main(%x: tensor<5x7xf32>) -> (tensor<5x7xf32>, tensor<3xi64>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %d = tensor.cast %x : tensor<5x7xf32> to tensor<?x?xf32>
  %0 = math.absf %d : tensor<?x?xf32>
  %1 = tensor.cast %0 : tensor<?x?xf32> to tensor<5x7xf32>
  %m = tensor.dim %d, %c0 : tensor<?x?xf32>
  %n = tensor.dim %d, %c1 : tensor<?x?xf32>
  %r = tensor.rank %d : tensor<?x?xf32>
  %a = arith.index_cast %m : index to i64
  %b = arith.index_cast %n : index to i64
  %c = arith.index_cast %r : index to i64
  %t = tensor.from_elements %a, %b, %c : tensor<3xi64>
  return %1, %t : tensor<5x7xf32>, tensor<3xi64>
}
