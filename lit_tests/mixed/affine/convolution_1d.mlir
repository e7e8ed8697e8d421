// A convolution with the kernel in a constant global.
// Expected values: mlir-runner of LLVM 22.
// INPUT: dense<[-2.25, -0.5, 1.25, -1.75, 0.0, -2.25, -0.5, 1.25, -1.75, 0.0, -2.25, -0.5, 1.25, -1.75, 0.0, -2.25, -0.5, 1.25, -1.75, 0.0, -2.25, -0.5, 1.25, -1.75, 0.0, -2.25, -0.5, 1.25, -1.75, 0.0, -2.25]> : tensor<31xf32>
// INPUT: dense<[-1.25, 0.5, 2.25, -0.75, 1.0, -1.25, 0.5, 2.25, -0.75, 1.0, -1.25, 0.5, 2.25, -0.75, 1.0, -1.25, 0.5, 2.25, -0.75, 1.0, -1.25, 0.5, 2.25, -0.75, 1.0, -1.25, 0.5]> : tensor<27xf32>
// EXPECT: dense<[-0.4375, -1.8125, -1.8125, -2.625, -1.4375, -0.4375, -1.8125, -1.8125, -2.625, -1.4375, -0.4375, -1.8125, -1.8125, -2.625, -1.4375, -0.4375, -1.8125, -1.8125, -2.625, -1.4375, -0.4375, -1.8125, -1.8125, -2.625, -1.4375, -0.4375, -1.8125]> : tensor<27xf32>
memref.global "private" constant @kernel : memref<5xf32> = dense<[0.25, 0.5, 1.0, 0.5, 0.25]>
func.func @main(%x: memref<31xf32>, %y: memref<27xf32>) {
  %zero = arith.constant 0.0 : f32
  %k = memref.get_global @kernel : memref<5xf32>
  affine.for %i = 0 to 27 {
    %s = affine.for %j = 0 to 5 iter_args(%acc = %zero) -> (f32) {
      %0 = affine.load %x[%i + %j] : memref<31xf32>
      %1 = affine.load %k[%j] : memref<5xf32>
      %2 = arith.mulf %0, %1 : f32
      %3 = arith.addf %acc, %2 : f32
      affine.yield %3 : f32
    }
    affine.store %s, %y[%i] : memref<27xf32>
  }
  return
}
