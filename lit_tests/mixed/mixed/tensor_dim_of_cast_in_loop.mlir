// tensor.dim of an argument as the bound of scf.for.
// Expected values: NumPy.
// INPUT: dense<[[-2.25, -0.5, 1.25], [-1.75, 0.0, -2.25], [-0.5, 1.25, -1.75], [0.0, -2.25, -0.5], [1.25, -1.75, 0.0]]> : tensor<5x3xf64>
// EXPECT: dense<-3.25> : tensor<3xf64>
func.func @main(%x: tensor<5x3xf64>) -> tensor<3xf64> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %n = tensor.dim %x, %c0 : tensor<5x3xf64>
  %z = stablehlo.constant dense<0.0> : tensor<3xf64>
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%s = %z) -> (tensor<3xf64>) {
    %row = tensor.extract_slice %x[%i, 0] [1, 3] [1, 1] : tensor<5x3xf64> to tensor<3xf64>
    %0 = stablehlo.add %s, %row : tensor<3xf64>
    scf.yield %0 : tensor<3xf64>
  }
  return %r : tensor<3xf64>
}
