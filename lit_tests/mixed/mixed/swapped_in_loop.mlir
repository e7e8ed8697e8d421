// scf.for that swaps the two tensors it carries.
// Expected values: mlir-runner of LLVM 22.
// INPUT: dense<[-2.25, -0.5, 1.25, -1.75, 0.0]> : tensor<5xf32>
// INPUT: dense<[-1.25, 0.5, 2.25, -0.75, 1.0]> : tensor<5xf32>
// EXPECT: dense<[-1.25, 0.5, 2.25, -0.75, 1.0]> : tensor<5xf32>
// EXPECT: dense<[-1.25, 0.5, 2.25, -0.75, 1.0]> : tensor<5xf32>
func.func @main(%x: tensor<5xf32>, %y: tensor<5xf32>) -> (tensor<5xf32>, tensor<5xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  %one = arith.constant dense<1.0> : tensor<5xf32>
  %s = arith.addf %x, %one : tensor<5xf32>
  %r:2 = scf.for %i = %c0 to %c3 step %c1 iter_args(%a = %s, %b = %y) -> (tensor<5xf32>, tensor<5xf32>) {
    scf.yield %b, %a : tensor<5xf32>, tensor<5xf32>
  }
  return %r#0, %r#1 : tensor<5xf32>, tensor<5xf32>
}
