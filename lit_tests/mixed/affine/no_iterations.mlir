// Loops that do not run, and a loop that runs once.
// Expected values: mlir-runner of LLVM 22.
// INPUT: dense<[-2.25, -0.5, 1.25]> : tensor<3xf32>
// EXPECT: dense<[-2.25, 1.0, 1.25]> : tensor<3xf32>
func.func @main(%x: memref<3xf32>) {
  %one = arith.constant 1.0 : f32
  affine.for %i = 3 to 3 {
    affine.store %one, %x[%i - 3] : memref<3xf32>
  }
  affine.for %i = 0 to 3 {
    affine.for %j = affine_map<(d0) -> (d0 + 1)>(%i) to 2 {
      affine.store %one, %x[%j] : memref<3xf32>
    }
  }
  return
}
