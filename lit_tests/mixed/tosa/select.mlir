// A choice by a row of booleans.
// Expected values: mlir-runner of LLVM 22.
// INPUT: dense<[[true, false, false, true, false]]> : tensor<1x5xi1>
// INPUT: dense<[[-1.25, 0.5, 2.25, -0.75, 1.0], [-1.25, 0.5, 2.25, -0.75, 1.0], [-1.25, 0.5, 2.25, -0.75, 1.0]]> : tensor<3x5xf32>
// INPUT: dense<[[-0.25], [1.5], [-1.5]]> : tensor<3x1xf32>
// EXPECT: dense<[[-1.25, -0.25, -0.25, -0.75, -0.25], [-1.25, 1.5, 1.5, -0.75, 1.5], [-1.25, -1.5, -1.5, -0.75, -1.5]]> : tensor<3x5xf32>
func.func @main(%p: tensor<1x5xi1>, %x: tensor<3x5xf32>, %y: tensor<3x1xf32>) -> tensor<3x5xf32> {
  %0 = tosa.select %p, %x, %y : (tensor<1x5xi1>, tensor<3x5xf32>, tensor<3x1xf32>) -> tensor<3x5xf32>
  return %0 : tensor<3x5xf32>
}
