// A StableHLO loop whose body is linalg.matmul: the power of a matrix.
// Expected values: NumPy.
// INPUT: dense<[[-0.75, 0.0, 0.75, -0.25], [0.5, -0.5, 0.25, -0.75], [0.0, 0.75, -0.25, 0.5], [-0.5, 0.25, -0.75, 0.0]]> : tensor<4x4xf64>
// EXPECT: dense<[[-0.6123046875, 0.005859375, -0.0322265625, -0.3916015625], [0.00390625, 0.283203125, 0.37109375, 0.568359375], [0.216796875, -0.3896484375, -0.1484375, -0.4677734375], [-0.14453125, -0.6865234375, 0.275390625, -0.7587890625]]> : tensor<4x4xf64>
func.func @main(%a: tensor<4x4xf64>) -> tensor<4x4xf64> {
  %zero = stablehlo.constant dense<1> : tensor<i32>
  %one = stablehlo.constant dense<1> : tensor<i32>
  %n = stablehlo.constant dense<5> : tensor<i32>
  %z = arith.constant dense<0.0> : tensor<4x4xf64>
  %r:2 = stablehlo.while(%i = %zero, %m = %a) : tensor<i32>, tensor<4x4xf64>
   cond {
    %0 = stablehlo.compare LT, %i, %n : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %0 : tensor<i1>
  } do {
    %0 = linalg.matmul ins(%m, %a : tensor<4x4xf64>, tensor<4x4xf64>) outs(%z : tensor<4x4xf64>) -> tensor<4x4xf64>
    %1 = stablehlo.add %i, %one : tensor<i32>
    stablehlo.return %1, %0 : tensor<i32>, tensor<4x4xf64>
  }
  return %r#1 : tensor<4x4xf64>
}
