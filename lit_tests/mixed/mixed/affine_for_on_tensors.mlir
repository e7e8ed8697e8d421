// affine.for that carries a tensor, with affine.if on its index.
// Expected values: NumPy.
// INPUT: dense<[-2.25, -0.5, 1.25, -1.75, 0.0, -2.25, -0.5]> : tensor<7xf32>
// EXPECT: dense<[-1.25, 0.5, 2.25, -0.75, 0.0, -6.75, -1.5]> : tensor<7xf32>
#late = affine_set<(d0) : (d0 - 4 >= 0)>
func.func @main(%x: tensor<7xf32>) -> tensor<7xf32> {
  %three = arith.constant 3.0 : f32
  %one = arith.constant 1.0 : f32
  %r = affine.for %i = 0 to 7 iter_args(%t = %x) -> (tensor<7xf32>) {
    %v = tensor.extract %t[%i] : tensor<7xf32>
    %w = affine.if #late(%i) -> f32 {
      %0 = arith.mulf %v, %three : f32
      affine.yield %0 : f32
    } else {
      %0 = arith.addf %v, %one : f32
      affine.yield %0 : f32
    }
    %u = tensor.insert %w into %t[%i] : tensor<7xf32>
    affine.yield %u : tensor<7xf32>
  }
  return %r : tensor<7xf32>
}
