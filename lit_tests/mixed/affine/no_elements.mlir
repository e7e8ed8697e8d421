// A loop over a memref without elements beside one that has some.
// Expected values: mlir-runner of LLVM 22.
// INPUT: dense<> : tensor<0x4xf32>
// INPUT: dense<[-1.25, 0.5, 2.25, -0.75]> : tensor<4xf32>
// EXPECT: dense<> : tensor<0x4xf32>
// EXPECT: dense<1.0> : tensor<4xf32>
func.func @main(%x: memref<0x4xf32>, %y: memref<4xf32>) {
  %one = arith.constant 1.0 : f32
  affine.for %i = 0 to 0 {
    affine.for %j = 0 to 4 {
      affine.store %one, %x[%i, %j] : memref<0x4xf32>
    }
  }
  affine.for %j = 0 to 4 {
    affine.store %one, %y[%j] : memref<4xf32>
  }
  return
}
