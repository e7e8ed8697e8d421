// A comparison of i32.
// Expected values: mlir-runner of LLVM 22.
// INPUT: dense<[[[-6, -1, 4, -4, 3]], [[-5, 0, 5, -1, 4]], [[-4, 1, -5, 0, 5]]]> : tensor<3x1x5xi32>
// INPUT: dense<[[[-3], [2]]]> : tensor<1x2x1xi32>
// EXPECT: dense<[[[false, true, true, false, true], [false, false, true, false, true]], [[false, true, true, true, true], [false, false, true, false, true]], [[false, true, false, true, true], [false, false, false, false, true]]]> : tensor<3x2x5xi1>
func.func @main(%x: tensor<3x1x5xi32>, %y: tensor<1x2x1xi32>) -> tensor<3x2x5xi1> {
  %0 = tosa.greater %x, %y : (tensor<3x1x5xi32>, tensor<1x2x1xi32>) -> tensor<3x2x5xi1>
  return %0 : tensor<3x2x5xi1>
}
