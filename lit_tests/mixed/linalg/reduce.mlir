// linalg.reduce with one operand and with two.
// Expected values: mlir-runner of LLVM 22.
// INPUT: dense<[[[-2.25, -0.5, 1.25, -1.75, 0.0, -2.25, -0.5], [1.25, -1.75, 0.0, -2.25, -0.5, 1.25, -1.75], [0.0, -2.25, -0.5, 1.25, -1.75, 0.0, -2.25], [-0.5, 1.25, -1.75, 0.0, -2.25, -0.5, 1.25], [-1.75, 0.0, -2.25, -0.5, 1.25, -1.75, 0.0]], [[-2.25, -0.5, 1.25, -1.75, 0.0, -2.25, -0.5], [1.25, -1.75, 0.0, -2.25, -0.5, 1.25, -1.75], [0.0, -2.25, -0.5, 1.25, -1.75, 0.0, -2.25], [-0.5, 1.25, -1.75, 0.0, -2.25, -0.5, 1.25], [-1.75, 0.0, -2.25, -0.5, 1.25, -1.75, 0.0]], [[-2.25, -0.5, 1.25, -1.75, 0.0, -2.25, -0.5], [1.25, -1.75, 0.0, -2.25, -0.5, 1.25, -1.75], [0.0, -2.25, -0.5, 1.25, -1.75, 0.0, -2.25], [-0.5, 1.25, -1.75, 0.0, -2.25, -0.5, 1.25], [-1.75, 0.0, -2.25, -0.5, 1.25, -1.75, 0.0]]]> : tensor<3x5x7xf32>
// INPUT: dense<[[-3, 2, -6], [-1, 6, -2], [3, -5, 2], [-6, -1, 4]]> : tensor<4x3xi32>
// EXPECT: dense<1.25> : tensor<5xf32>
// EXPECT: dense<[-7, 2, -2]> : tensor<3xi32>
// EXPECT: dense<[-54, 60, 96]> : tensor<3xi32>
func.func @main(%x: tensor<3x5x7xf32>, %y: tensor<4x3xi32>) -> (tensor<5xf32>, tensor<3xi32>, tensor<3xi32>) {
  %low = arith.constant dense<0xFF800000> : tensor<5xf32>
  %zero = arith.constant dense<0> : tensor<3xi32>
  %one = arith.constant dense<1> : tensor<3xi32>
  %0 = linalg.reduce {arith.maximumf} ins(%x : tensor<3x5x7xf32>) outs(%low : tensor<5xf32>) dimensions = [0, 2]
  %1:2 = linalg.reduce ins(%y, %y : tensor<4x3xi32>, tensor<4x3xi32>) outs(%zero, %one : tensor<3xi32>, tensor<3xi32>) dimensions = [0]
    (%a: i32, %b: i32, %s: i32, %p: i32) {
      %2 = arith.addi %a, %s : i32
      %3 = arith.muli %b, %p : i32
      linalg.yield %2, %3 : i32, i32
    }
  return %0, %1#0, %1#1 : tensor<5xf32>, tensor<3xi32>, tensor<3xi32>
}
