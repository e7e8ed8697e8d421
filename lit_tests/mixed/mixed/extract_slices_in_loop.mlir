// A sum over the rows of a matrix, each taken by tensor.extract_slice and scaled by its number.
// Expected values: NumPy.
// INPUT: dense<[[-2.25, -0.5, 1.25], [-1.75, 0.0, -2.25], [-0.5, 1.25, -1.75], [0.0, -2.25, -0.5], [1.25, -1.75, 0.0]]> : tensor<5x3xf32>
// EXPECT: dense<[2.25, -11.25, -7.25]> : tensor<3xf32>
func.func @main(%x: tensor<5x3xf32>) -> tensor<3xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c5 = arith.constant 5 : index
  %z = stablehlo.constant dense<0.0> : tensor<3xf32>
  %r = scf.for %i = %c0 to %c5 step %c1 iter_args(%s = %z) -> (tensor<3xf32>) {
    %row = tensor.extract_slice %x[%i, 0] [1, 3] [1, 1] : tensor<5x3xf32> to tensor<3xf32>
    %n = arith.index_cast %i : index to i32
    %f = arith.sitofp %n : i32 to f32
    %t = tensor.splat %f : tensor<3xf32>
    %0 = stablehlo.multiply %row, %t : tensor<3xf32>
    %1 = stablehlo.add %s, %0 : tensor<3xf32>
    scf.yield %1 : tensor<3xf32>
  }
  return %r : tensor<3xf32>
}
