// Least squares by gradient descent: a StableHLO loop around linalg.matvec and tosa.
// Expected values: NumPy.
// INPUT: dense<[[-2.25, -0.5, 1.25], [-1.75, 0.0, -2.25], [-0.5, 1.25, -1.75], [0.0, -2.25, -0.5], [1.25, -1.75, 0.0], [-2.25, -0.5, 1.25], [-1.75, 0.0, -2.25]]> : tensor<7x3xf64>
// INPUT: dense<[-1.25, 0.5, 2.25, -0.75, 1.0, -1.25, 0.5]> : tensor<7xf64>
// EXPECT: dense<[0.32749015239420814, 0.2828093042326257, -0.5619858256281068]> : tensor<3xf64>
func.func @main(%x: tensor<7x3xf64>, %y: tensor<7xf64>) -> tensor<3xf64> {
  %i0 = stablehlo.constant dense<0> : tensor<i32>
  %i1 = stablehlo.constant dense<1> : tensor<i32>
  %n = stablehlo.constant dense<8> : tensor<i32>
  %w0 = stablehlo.constant dense<0.0> : tensor<3xf64>
  %z = arith.constant dense<0.0> : tensor<7xf64>
  %rate = arith.constant dense<0.05> : tensor<3xf64>
  %r:2 = stablehlo.while(%i = %i0, %w = %w0) : tensor<i32>, tensor<3xf64>
   cond {
    %p = stablehlo.compare LT, %i, %n : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %p : tensor<i1>
  } do {
    %0 = linalg.matvec ins(%x, %w : tensor<7x3xf64>, tensor<3xf64>) outs(%z : tensor<7xf64>) -> tensor<7xf64>
    %1 = stablehlo.subtract %0, %y : tensor<7xf64>
    %2 = stablehlo.dot_general %x, %1, contracting_dims = [0] x [0] : (tensor<7x3xf64>, tensor<7xf64>) -> tensor<3xf64>
    %3 = arith.mulf %2, %rate : tensor<3xf64>
    %4 = arith.subf %w, %3 : tensor<3xf64>
    %j = stablehlo.add %i, %i1 : tensor<i32>
    stablehlo.return %j, %4 : tensor<i32>, tensor<3xf64>
  }
  return %r#1 : tensor<3xf64>
}
