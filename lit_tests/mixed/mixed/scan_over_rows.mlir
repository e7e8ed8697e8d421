// A recurrence over rows: scf.for with a StableHLO dynamic slice and dynamic update.
// Expected values: NumPy.
// INPUT: dense<[[-2.25, -0.5, 1.25], [-1.75, 0.0, -2.25], [-0.5, 1.25, -1.75], [0.0, -2.25, -0.5], [1.25, -1.75, 0.0]]> : tensor<5x3xf32>
// EXPECT: dense<[[-0.9780261, -0.46211717, 0.84828365], [-0.9775434, -0.2270326, -0.94941926], [-0.7568381, 0.81322664, -0.97689927], [-0.3613337, -0.9511192, -0.75670046], [0.78920984, -0.976938, -0.36127388]]> : tensor<5x3xf32>
func.func @main(%x: tensor<5x3xf32>) -> tensor<5x3xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c5 = arith.constant 5 : index
  %half = stablehlo.constant dense<0.5> : tensor<1x3xf32>
  %h0 = stablehlo.constant dense<0.0> : tensor<1x3xf32>
  %o0 = tensor.empty() : tensor<5x3xf32>
  %zi = stablehlo.constant dense<0> : tensor<i32>
  %r:2 = scf.for %t = %c0 to %c5 step %c1 iter_args(%h = %h0, %o = %o0) -> (tensor<1x3xf32>, tensor<5x3xf32>) {
    %i = arith.index_cast %t : index to i32
    %ti = tensor.from_elements %i : tensor<i32>
    %xt = stablehlo.dynamic_slice %x, %ti, %zi, sizes = [1, 3] : (tensor<5x3xf32>, tensor<i32>, tensor<i32>) -> tensor<1x3xf32>
    %0 = stablehlo.multiply %h, %half : tensor<1x3xf32>
    %1 = arith.addf %xt, %0 : tensor<1x3xf32>
    %2 = math.tanh %1 : tensor<1x3xf32>
    %u = stablehlo.dynamic_update_slice %o, %2, %ti, %zi : (tensor<5x3xf32>, tensor<1x3xf32>, tensor<i32>, tensor<i32>) -> tensor<5x3xf32>
    scf.yield %2, %u : tensor<1x3xf32>, tensor<5x3xf32>
  }
  return %r#1 : tensor<5x3xf32>
}
