// A product in tiles by scf.forall with slices of a shared output, as IREE distributes it.
// Expected values: mlir-runner of LLVM 22.
// INPUT: dense<[[-2.25, -0.5, 1.25, -1.75, 0.0], [-2.25, -0.5, 1.25, -1.75, 0.0], [-2.25, -0.5, 1.25, -1.75, 0.0], [-2.25, -0.5, 1.25, -1.75, 0.0], [-2.25, -0.5, 1.25, -1.75, 0.0], [-2.25, -0.5, 1.25, -1.75, 0.0]]> : tensor<6x5xf32>
// INPUT: dense<[[-1.25, 0.5, 2.25, -0.75, 1.0, -1.25, 0.5, 2.25], [-0.75, 1.0, -1.25, 0.5, 2.25, -0.75, 1.0, -1.25], [0.5, 2.25, -0.75, 1.0, -1.25, 0.5, 2.25, -0.75], [1.0, -1.25, 0.5, 2.25, -0.75, 1.0, -1.25, 0.5], [2.25, -0.75, 1.0, -1.25, 0.5, 2.25, -0.75, 1.0]]> : tensor<5x8xf32>
// EXPECT: dense<[[2.0625, 3.375, -6.25, -1.25, -3.625, 2.0625, 3.375, -6.25], [2.0625, 3.375, -6.25, -1.25, -3.625, 2.0625, 3.375, -6.25], [2.0625, 3.375, -6.25, -1.25, -3.625, 2.0625, 3.375, -6.25], [2.0625, 3.375, -6.25, -1.25, -3.625, 2.0625, 3.375, -6.25], [2.0625, 3.375, -6.25, -1.25, -3.625, 2.0625, 3.375, -6.25], [2.0625, 3.375, -6.25, -1.25, -3.625, 2.0625, 3.375, -6.25]]> : tensor<6x8xf32>
func.func @main(%a: tensor<6x5xf32>, %b: tensor<5x8xf32>) -> tensor<6x8xf32> {
  %z = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<6x8xf32>
  %r = scf.forall (%i, %j) = (0, 0) to (6, 8) step (2, 4) shared_outs(%o = %e) -> (tensor<6x8xf32>) {
    %x = tensor.extract_slice %a[%i, 0] [2, 5] [1, 1] : tensor<6x5xf32> to tensor<2x5xf32>
    %y = tensor.extract_slice %b[0, %j] [5, 4] [1, 1] : tensor<5x8xf32> to tensor<5x4xf32>
    %t = tensor.extract_slice %o[%i, %j] [2, 4] [1, 1] : tensor<6x8xf32> to tensor<2x4xf32>
    %f = linalg.fill ins(%z : f32) outs(%t : tensor<2x4xf32>) -> tensor<2x4xf32>
    %m = linalg.matmul ins(%x, %y : tensor<2x5xf32>, tensor<5x4xf32>) outs(%f : tensor<2x4xf32>) -> tensor<2x4xf32>
    scf.forall.in_parallel {
      tensor.parallel_insert_slice %m into %o[%i, %j] [2, 4] [1, 1] : tensor<2x4xf32> into tensor<6x8xf32>
    }
  }
  return %r : tensor<6x8xf32>
}
