// Affine maps as indices of tensor.extract, within scf.for around StableHLO.
// Expected values: NumPy.
// INPUT: dense<[-2.25, -0.5, 1.25, -1.75, 0.0, -2.25, -0.5, 1.25, -1.75]> : tensor<9xf32>
// EXPECT: dense<-6.5> : tensor<f32>
func.func @main(%x: tensor<9xf32>) -> tensor<f32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c5 = arith.constant 5 : index
  %zero = arith.constant 0.0 : f32
  %s = scf.for %i = %c0 to %c5 step %c1 iter_args(%a = %zero) -> (f32) {
    %k = affine.apply affine_map<(d0) -> (8 - d0 * 2)>(%i)
    %v = tensor.extract %x[%k] : tensor<9xf32>
    %b = arith.addf %a, %v : f32
    scf.yield %b : f32
  }
  %t = tensor.from_elements %s : tensor<f32>
  %r = stablehlo.add %t, %t : tensor<f32>
  return %r : tensor<f32>
}
