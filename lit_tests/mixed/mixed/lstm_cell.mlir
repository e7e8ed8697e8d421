// A cell of an LSTM over three steps: scf.for, linalg products, StableHLO gates.
// Expected values: NumPy.
// INPUT: dense<[[-2.25, -0.5, 1.25, -1.75], [0.0, -2.25, -0.5, 1.25], [-1.75, 0.0, -2.25, -0.5]]> : tensor<3x4xf32>
// INPUT: dense<[[-1.25, 0.5, 2.25, -0.75, 1.0, -1.25, 0.5, 2.25], [-0.75, 1.0, -1.25, 0.5, 2.25, -0.75, 1.0, -1.25], [0.5, 2.25, -0.75, 1.0, -1.25, 0.5, 2.25, -0.75], [1.0, -1.25, 0.5, 2.25, -0.75, 1.0, -1.25, 0.5]]> : tensor<4x8xf32>
// INPUT: dense<[[-0.25, 1.5, -1.5, 0.25, 2.0, -0.25, 1.5, -1.5], [0.25, 2.0, -0.25, 1.5, -1.5, 0.25, 2.0, -0.25]]> : tensor<2x8xf32>
// EXPECT: dense<[-0.009411853, 0.010766824]> : tensor<2xf32>
// EXPECT: dense<[-0.62970275, 0.16446003]> : tensor<2xf32>
func.func @main(%x: tensor<3x4xf32>, %w: tensor<4x8xf32>, %u: tensor<2x8xf32>) -> (tensor<2xf32>, tensor<2xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  %z = arith.constant dense<0.0> : tensor<2xf32>
  %z8 = arith.constant dense<0.0> : tensor<8xf32>
  %r:2 = scf.for %t = %c0 to %c3 step %c1 iter_args(%h = %z, %c = %z) -> (tensor<2xf32>, tensor<2xf32>) {
    %xt = tensor.extract_slice %x[%t, 0] [1, 4] [1, 1] : tensor<3x4xf32> to tensor<4xf32>
    %a = linalg.vecmat ins(%xt, %w : tensor<4xf32>, tensor<4x8xf32>) outs(%z8 : tensor<8xf32>) -> tensor<8xf32>
    %g = linalg.vecmat ins(%h, %u : tensor<2xf32>, tensor<2x8xf32>) outs(%a : tensor<8xf32>) -> tensor<8xf32>
    %l = stablehlo.logistic %g : tensor<8xf32>
    %f = stablehlo.slice %l [0:2] : (tensor<8xf32>) -> tensor<2xf32>
    %i = stablehlo.slice %l [2:4] : (tensor<8xf32>) -> tensor<2xf32>
    %k = tensor.extract_slice %g[4] [2] [1] : tensor<8xf32> to tensor<2xf32>
    %o = stablehlo.slice %l [6:8] : (tensor<8xf32>) -> tensor<2xf32>
    %kt = math.tanh %k : tensor<2xf32>
    %fc = arith.mulf %f, %c : tensor<2xf32>
    %ik = arith.mulf %i, %kt : tensor<2xf32>
    %cn = stablehlo.add %fc, %ik : tensor<2xf32>
    %ct = stablehlo.tanh %cn : tensor<2xf32>
    %hn = arith.mulf %o, %ct : tensor<2xf32>
    scf.yield %hn, %cn : tensor<2xf32>, tensor<2xf32>
  }
  return %r#0, %r#1 : tensor<2xf32>, tensor<2xf32>
}
