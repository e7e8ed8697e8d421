// A maximum over windows, of f16.
// Expected values: mlir-runner of LLVM 22.
// INPUT: dense<[[-2.25, -0.5, 1.25, -1.75, 0.0, -2.25, -0.5], [1.25, -1.75, 0.0, -2.25, -0.5, 1.25, -1.75], [0.0, -2.25, -0.5, 1.25, -1.75, 0.0, -2.25], [-0.5, 1.25, -1.75, 0.0, -2.25, -0.5, 1.25], [-1.75, 0.0, -2.25, -0.5, 1.25, -1.75, 0.0], [-2.25, -0.5, 1.25, -1.75, 0.0, -2.25, -0.5], [1.25, -1.75, 0.0, -2.25, -0.5, 1.25, -1.75]]> : tensor<7x7xf16>
// INPUT: dense<[[-1.25, 0.5, 2.25], [-0.75, 1.0, -1.25], [0.5, 2.25, -0.75]]> : tensor<3x3xf16>
// EXPECT: dense<1.25> : tensor<3x3xf16>
func.func @main(%x: memref<7x7xf16>, %y: memref<3x3xf16>) {
  %low = arith.constant 0xFC00 : f16
  affine.for %i = 0 to 3 {
    affine.for %j = 0 to 3 {
      %m = affine.for %p = 0 to 3 iter_args(%a = %low) -> (f16) {
        %n = affine.for %q = 0 to 3 iter_args(%b = %a) -> (f16) {
          %0 = affine.load %x[%i * 2 + %p, %j * 2 + %q] : memref<7x7xf16>
          %1 = arith.maximumf %b, %0 : f16
          affine.yield %1 : f16
        }
        affine.yield %n : f16
      }
      affine.store %m, %y[%i, %j] : memref<3x3xf16>
    }
  }
  return
}
