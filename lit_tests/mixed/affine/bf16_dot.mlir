// A sum of products of bf16 in f32.
// Expected values: mlir-runner of LLVM 22.
// INPUT: dense<[-2.25, -0.5, 1.25, -1.75, 0.0, -2.25, -0.5, 1.25, -1.75, 0.0, -2.25, -0.5, 1.25, -1.75, 0.0, -2.25, -0.5, 1.25, -1.75, 0.0, -2.25, -0.5, 1.25, -1.75, 0.0, -2.25, -0.5, 1.25, -1.75, 0.0, -2.25]> : tensor<31xbf16>
// INPUT: dense<[-1.25, 0.5, 2.25, -0.75, 1.0, -1.25, 0.5, 2.25, -0.75, 1.0, -1.25, 0.5, 2.25, -0.75, 1.0, -1.25, 0.5, 2.25, -0.75, 1.0, -1.25, 0.5, 2.25, -0.75, 1.0, -1.25, 0.5, 2.25, -0.75, 1.0, -1.25]> : tensor<31xbf16>
// INPUT: dense<-0.25> : tensor<f32>
// EXPECT: dense<42.9375> : tensor<f32>
func.func @main(%x: memref<31xbf16>, %y: memref<31xbf16>, %z: memref<f32>) {
  %zero = arith.constant 0.0 : f32
  %s = affine.for %i = 0 to 31 iter_args(%acc = %zero) -> (f32) {
    %0 = affine.load %x[%i] : memref<31xbf16>
    %1 = affine.load %y[%i] : memref<31xbf16>
    %2 = arith.extf %0 : bf16 to f32
    %3 = arith.extf %1 : bf16 to f32
    %4 = arith.mulf %2, %3 : f32
    %5 = arith.addf %acc, %4 : f32
    affine.yield %5 : f32
  }
  affine.store %s, %z[] : memref<f32>
  return
}
