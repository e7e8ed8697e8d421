// A function that returns a new memref and writes an argument.
// Expected values: mlir-runner of LLVM 22.
// INPUT: dense<[-2.25, -0.5, 1.25, -1.75, 0.0, -2.25, -0.5, 1.25, -1.75]> : tensor<9xf32>
// INPUT: dense<[-1.25, 0.5, 2.25, -0.75, 1.0, -1.25, 0.5, 2.25, -0.75]> : tensor<9xf32>
// EXPECT: dense<[-1.5, -2.75, 0.75, -0.5, -1.0, -1.5, -2.75, 0.75, -0.5]> : tensor<9xf32>
// EXPECT: dense<[-1.5, -2.75, 0.75, -0.5, -1.0, -1.5, -2.75, 0.75, -0.5]> : tensor<9xf32>
func.func @main(%x: memref<9xf32>, %y: memref<9xf32>) -> memref<9xf32> {
  %z = memref.alloc() : memref<9xf32>
  affine.for %i = 0 to 9 {
    %0 = affine.load %x[%i] : memref<9xf32>
    %1 = affine.load %y[8 - %i] : memref<9xf32>
    %2 = arith.subf %0, %1 : f32
    affine.store %2, %z[%i] : memref<9xf32>
  }
  affine.for %i = 0 to 9 {
    %0 = affine.load %z[%i] : memref<9xf32>
    affine.store %0, %y[%i] : memref<9xf32>
  }
  return %z : memref<9xf32>
}
