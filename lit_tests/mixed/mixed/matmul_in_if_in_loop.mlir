// A product of matrices that only every second iteration computes.
// Expected values: mlir-runner of LLVM 22.
// INPUT: dense<[[-2.25, -0.5, 1.25], [-1.75, 0.0, -2.25], [-0.5, 1.25, -1.75]]> : tensor<3x3xf64>
// INPUT: dense<[[-1.25, 0.5, 2.25], [-0.75, 1.0, -1.25], [0.5, 2.25, -0.75]]> : tensor<3x3xf64>
// EXPECT: dense<[[27.7109375, 1.734375, -29.2734375], [15.1640625, 12.375, -25.2578125], [-2.328125, 12.3828125, 5.8828125]]> : tensor<3x3xf64>
func.func @main(%a: tensor<3x3xf64>, %x: tensor<3x3xf64>) -> tensor<3x3xf64> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c5 = arith.constant 5 : index
  %z = arith.constant dense<0.0> : tensor<3x3xf64>
  %r = scf.for %i = %c0 to %c5 step %c1 iter_args(%t = %x) -> (tensor<3x3xf64>) {
    %m = arith.remui %i, %c2 : index
    %p = arith.cmpi eq, %m, %c0 : index
    %u = scf.if %p -> tensor<3x3xf64> {
      %0 = linalg.matmul ins(%a, %t : tensor<3x3xf64>, tensor<3x3xf64>) outs(%z : tensor<3x3xf64>) -> tensor<3x3xf64>
      scf.yield %0 : tensor<3x3xf64>
    } else {
      scf.yield %t : tensor<3x3xf64>
    }
    scf.yield %u : tensor<3x3xf64>
  }
  return %r : tensor<3x3xf64>
}
