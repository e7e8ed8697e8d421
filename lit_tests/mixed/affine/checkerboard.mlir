// A condition on the parity of the indices, with an empty else.
// Expected values: mlir-runner of LLVM 22.
// INPUT: dense<[[-2.25, -0.5, 1.25, -1.75, 0.0], [-2.25, -0.5, 1.25, -1.75, 0.0], [-2.25, -0.5, 1.25, -1.75, 0.0], [-2.25, -0.5, 1.25, -1.75, 0.0], [-2.25, -0.5, 1.25, -1.75, 0.0], [-2.25, -0.5, 1.25, -1.75, 0.0], [-2.25, -0.5, 1.25, -1.75, 0.0]]> : tensor<7x5xf32>
// EXPECT: dense<[[2.25, -0.5, -1.25, -1.75, -0.0], [-2.25, 0.5, 1.25, 1.75, 0.0], [2.25, -0.5, -1.25, -1.75, -0.0], [-2.25, 0.5, 1.25, 1.75, 0.0], [2.25, -0.5, -1.25, -1.75, -0.0], [-2.25, 0.5, 1.25, 1.75, 0.0], [2.25, -0.5, -1.25, -1.75, -0.0]]> : tensor<7x5xf32>
#even = affine_set<(d0, d1) : ((d0 + d1) mod 2 == 0)>
func.func @main(%x: memref<7x5xf32>) {
  affine.for %i = 0 to 7 {
    affine.for %j = 0 to 5 {
      affine.if #even(%i, %j) {
        %0 = affine.load %x[%i, %j] : memref<7x5xf32>
        %1 = arith.negf %0 : f32
        affine.store %1, %x[%i, %j] : memref<7x5xf32>
      }
    }
  }
  return
}
