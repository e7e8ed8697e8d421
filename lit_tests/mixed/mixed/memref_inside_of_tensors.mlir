// A buffer that a loop fills, made a tensor by bufferization.to_tensor.
// Expected values: mlir-runner of LLVM 22.
// INPUT: dense<[-2.25, -0.5, 1.25, -1.75, 0.0, -2.25, -0.5]> : tensor<7xf32>
// EXPECT: dense<[-0.0, -0.5, 2.5, -5.25, 0.0, -11.25, -3.0]> : tensor<7xf32>
func.func @main(%x: tensor<7xf32>) -> tensor<7xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c7 = arith.constant 7 : index
  %m = memref.alloc() : memref<7xf32>
  scf.for %i = %c0 to %c7 step %c1 {
    %v = tensor.extract %x[%i] : tensor<7xf32>
    %j = arith.index_cast %i : index to i32
    %k = arith.sitofp %j : i32 to f32
    %w = arith.mulf %v, %k : f32
    memref.store %w, %m[%i] : memref<7xf32>
  }
  %t = bufferization.to_tensor %m restrict : memref<7xf32> to tensor<7xf32>
  return %t : tensor<7xf32>
}
