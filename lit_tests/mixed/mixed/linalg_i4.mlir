// Products of i4 numbers in i32, cast by arith.
// Expected values: mlir-runner of LLVM 22.
// INPUT: dense<[[-7, -2, 3, -7, -2], [3, -7, -2, 3, -7], [-2, 3, -7, -2, 3]]> : tensor<3x5xi8>
// INPUT: dense<[[-7, -4], [-1, 2], [5, -7], [-4, -1], [2, 5]]> : tensor<5x2xi8>
// EXPECT: dense<[[90, 0], [-50, -50], [-10, 80]]> : tensor<3x2xi32>
func.func @main(%x: tensor<3x5xi8>, %y: tensor<5x2xi8>) -> tensor<3x2xi32> {
  %a = arith.trunci %x : tensor<3x5xi8> to tensor<3x5xi4>
  %b = arith.trunci %y : tensor<5x2xi8> to tensor<5x2xi4>
  %z = arith.constant dense<0> : tensor<3x2xi32>
  %0 = linalg.matmul ins(%a, %b : tensor<3x5xi4>, tensor<5x2xi4>) outs(%z : tensor<3x2xi32>) -> tensor<3x2xi32>
  return %0 : tensor<3x2xi32>
}
