// Private functions on memrefs that are called twice.
// Expected values: mlir-runner of LLVM 22.
// INPUT: dense<[-2.25, -0.5, 1.25, -1.75, 0.0, -2.25, -0.5]> : tensor<7xf32>
// INPUT: dense<[-1.25, 0.5, 2.25, -0.75, 1.0, -1.25, 0.5]> : tensor<7xf32>
// EXPECT: dense<[2.25, 0.5, -1.25, 1.75, -0.0, 2.25, 0.5]> : tensor<7xf32>
// EXPECT: dense<[0.625, -0.25, -1.125, 0.375, -0.5, 0.625, -0.25]> : tensor<7xf32>
func.func private @scale(%x: memref<7xf32>, %f: f32) {
  affine.for %i = 0 to 7 {
    %0 = affine.load %x[%i] : memref<7xf32>
    %1 = arith.mulf %0, %f : f32
    affine.store %1, %x[%i] : memref<7xf32>
  }
  return
}
func.func @main(%x: memref<7xf32>, %y: memref<7xf32>) {
  %two = arith.constant 2.0 : f32
  %half = arith.constant -0.5 : f32
  call @scale(%x, %two) : (memref<7xf32>, f32) -> ()
  call @scale(%y, %half) : (memref<7xf32>, f32) -> ()
  call @scale(%x, %half) : (memref<7xf32>, f32) -> ()
  return
}
