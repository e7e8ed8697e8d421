// A stencil in place whose time loop is skewed, so that the inner bounds depend on the outer index.
// Expected values: mlir-runner of LLVM 22.
// INPUT: dense<[-2.25, -0.5, 1.25, -1.75, 0.0, -2.25, -0.5, 1.25, -1.75, 0.0, -2.25, -0.5, 1.25]> : tensor<13xf32>
// EXPECT: dense<[-2.25, -1.8632812, -1.578125, -1.2324219, -0.9980469, -0.82006836, -0.80126953, -0.8256836, -0.71899414, -0.4031372, 0.08911133, 0.66955566, 1.25]> : tensor<13xf32>
func.func @main(%a: memref<13xf32>) {
  %half = arith.constant 0.5 : f32
  affine.for %t = 0 to 4 {
    affine.for %s = affine_map<(d0) -> (d0 + 1)>(%t) to affine_map<(d0) -> (d0 + 12)>(%t) {
      %0 = affine.load %a[%s - %t - 1] : memref<13xf32>
      %1 = affine.load %a[%s - %t + 1] : memref<13xf32>
      %2 = arith.addf %0, %1 : f32
      %3 = arith.mulf %half, %2 : f32
      affine.store %3, %a[%s - %t] : memref<13xf32>
    }
  }
  return
}
