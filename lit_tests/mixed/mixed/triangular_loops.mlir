// Nested scf.for whose inner bound is the outer index, that fill a triangle by tensor.insert.
// Expected values: mlir-runner of LLVM 22.
// INPUT: dense<[-2.25, -0.5, 1.25, -1.75, 0.0, -2.25]> : tensor<6xf32>
// EXPECT: dense<[[0.0, 0.0, 0.0, 0.0, 0.0, 0.0], [1.75, 0.0, 0.0, 0.0, 0.0, 0.0], [3.5, 1.75, 0.0, 0.0, 0.0, 0.0], [0.5, -1.25, -3.0, 0.0, 0.0, 0.0], [2.25, 0.5, -1.25, 1.75, 0.0, 0.0], [0.0, -1.75, -3.5, -0.5, -2.25, 0.0]]> : tensor<6x6xf32>
func.func @main(%x: tensor<6xf32>) -> tensor<6x6xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c6 = arith.constant 6 : index
  %z = arith.constant dense<0.0> : tensor<6x6xf32>
  %r = scf.for %i = %c0 to %c6 step %c1 iter_args(%t = %z) -> (tensor<6x6xf32>) {
    %u = scf.for %j = %c0 to %i step %c1 iter_args(%v = %t) -> (tensor<6x6xf32>) {
      %a = tensor.extract %x[%i] : tensor<6xf32>
      %b = tensor.extract %x[%j] : tensor<6xf32>
      %c = arith.subf %a, %b : f32
      %w = tensor.insert %c into %v[%i, %j] : tensor<6x6xf32>
      scf.yield %w : tensor<6x6xf32>
    }
    scf.yield %u : tensor<6x6xf32>
  }
  return %r : tensor<6x6xf32>
}
