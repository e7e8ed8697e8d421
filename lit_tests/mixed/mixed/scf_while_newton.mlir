// Newton's iteration for a root: scf.while on a scalar tensor until it is close.
// Expected values: NumPy.
// EXPECT: dense<2.6457512> : tensor<f32>
func.func @main() -> tensor<f32> {
  %two = stablehlo.constant dense<7.0> : tensor<f32>
  %half = stablehlo.constant dense<0.5> : tensor<f32>
  %eps = arith.constant 1.0e-4 : f32
  %r = scf.while (%x = %two) : (tensor<f32>) -> tensor<f32> {
    %0 = stablehlo.multiply %x, %x : tensor<f32>
    %1 = stablehlo.subtract %0, %two : tensor<f32>
    %2 = stablehlo.abs %1 : tensor<f32>
    %3 = tensor.extract %2[] : tensor<f32>
    %4 = arith.cmpf ogt, %3, %eps : f32
    scf.condition(%4) %x : tensor<f32>
  } do {
  ^bb0(%x: tensor<f32>):
    %0 = stablehlo.divide %two, %x : tensor<f32>
    %1 = stablehlo.add %x, %0 : tensor<f32>
    %2 = stablehlo.multiply %1, %half : tensor<f32>
    scf.yield %2 : tensor<f32>
  }
  return %r : tensor<f32>
}
