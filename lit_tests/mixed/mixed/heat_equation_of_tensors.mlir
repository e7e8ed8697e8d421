// Explicit steps of the heat equation: slices of tensor and StableHLO, a pad, scf.for.
// Expected values: NumPy.
// INPUT: dense<[-2.25, -0.5, 1.25, -1.75, 0.0, -2.25, -0.5, 1.25, -1.75, 0.0, -2.25, -0.5, 1.25]> : tensor<13xf64>
// EXPECT: dense<[-2.25, -0.6999000000000001, 0.01842499999999994, -0.7000249999999999, -0.8265000000000001, -1.224, -0.5315000000000001, 0.0316249999999999, -0.6996249999999999, -0.8260250000000001, -1.208325, -0.33152500000000007, 1.25]> : tensor<13xf64>
func.func @main(%x: tensor<13xf64>) -> tensor<13xf64> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %two = arith.constant dense<2.0> : tensor<11xf64>
  %tenth = stablehlo.constant dense<0.1> : tensor<13xf64>
  %z = stablehlo.constant dense<0.0> : tensor<f64>
  %r = scf.for %i = %c0 to %c4 step %c1 iter_args(%u = %x) -> (tensor<13xf64>) {
    %a = tensor.extract_slice %u[2] [11] [1] : tensor<13xf64> to tensor<11xf64>
    %b = stablehlo.slice %u [1:12] : (tensor<13xf64>) -> tensor<11xf64>
    %c = tensor.extract_slice %u[0] [11] [1] : tensor<13xf64> to tensor<11xf64>
    %0 = arith.mulf %b, %two : tensor<11xf64>
    %1 = stablehlo.subtract %a, %0 : tensor<11xf64>
    %2 = arith.addf %1, %c : tensor<11xf64>
    %3 = stablehlo.pad %2, %z, low = [1], high = [1], interior = [0] : (tensor<11xf64>, tensor<f64>) -> tensor<13xf64>
    %4 = stablehlo.multiply %3, %tenth : tensor<13xf64>
    %5 = arith.addf %u, %4 : tensor<13xf64>
    scf.yield %5 : tensor<13xf64>
  }
  return %r : tensor<13xf64>
}
