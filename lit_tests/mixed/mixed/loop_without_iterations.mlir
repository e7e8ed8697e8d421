// scf.for and scf.while that do not iterate return what they were given.
// Expected values: mlir-runner of LLVM 22.
// INPUT: dense<[-2.25, -0.5, 1.25]> : tensor<3xf32>
// EXPECT: dense<[-2.25, -0.5, 1.25]> : tensor<3xf32>
// EXPECT: dense<[-2.25, -0.5, 1.25]> : tensor<3xf32>
func.func @main(%x: tensor<3xf32>) -> (tensor<3xf32>, tensor<3xf32>) {
  %c1 = arith.constant 1 : index
  %c5 = arith.constant 5 : index
  %false = arith.constant false
  %r = scf.for %i = %c5 to %c1 step %c1 iter_args(%v = %x) -> (tensor<3xf32>) {
    %0 = arith.addf %v, %v : tensor<3xf32>
    scf.yield %0 : tensor<3xf32>
  }
  %w = scf.while (%v = %x) : (tensor<3xf32>) -> tensor<3xf32> {
    scf.condition(%false) %v : tensor<3xf32>
  } do {
  ^bb0(%v: tensor<3xf32>):
    %0 = math.exp %v : tensor<3xf32>
    scf.yield %0 : tensor<3xf32>
  }
  return %r, %w : tensor<3xf32>, tensor<3xf32>
}
