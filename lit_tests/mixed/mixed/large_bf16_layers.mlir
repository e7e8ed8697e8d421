// Two bf16 layers of 65 units with sums in f32, on values that are exact in bf16.
// Expected values: NumPy.
// EXPECT: dense<[8.125, 8.125, 5.625, 6.0, 8.125, 8.125, 5.625, 6.0, 8.125, 8.125, 5.625, 6.0, 8.125, 8.125, 5.625, 6.0, 8.125, 8.125, 5.625, 6.0, 8.125, 8.125, 5.625, 6.0, 8.125, 8.125, 5.625, 6.0, 8.125, 8.125, 5.625, 6.0, 8.125, 8.125, 5.625, 6.0, 8.125, 8.125, 5.625, 6.0, 8.125, 8.125, 5.625, 6.0, 8.125, 8.125, 5.625, 6.0, 8.125, 8.125, 5.625, 6.0, 8.125, 8.125, 5.625, 6.0, 8.125, 8.125, 5.625, 6.0, 8.125, 8.125, 5.625, 6.0, 8.125]> : tensor<65xf32>
func.func @main() -> tensor<65xf32> {
  %x = tensor.generate {
  ^bb0(%i: index, %j: index):
    %0 = affine.apply affine_map<(d0, d1) -> ((d0 * 3 + d1) mod 5 - 2)>(%i, %j)
    %1 = arith.index_cast %0 : index to i32
    %2 = arith.sitofp %1 : i32 to bf16
    %c = arith.constant 0.5 : bf16
    %3 = arith.mulf %2, %c : bf16
    tensor.yield %3 : bf16
  } : tensor<33x65xbf16>
  %w = tensor.generate {
  ^bb0(%i: index, %j: index):
    %0 = affine.apply affine_map<(d0, d1) -> ((d0 * 7 + d1 * 3) mod 4 - 1)>(%i, %j)
    %1 = arith.index_cast %0 : index to i32
    %2 = arith.sitofp %1 : i32 to bf16
    %c = arith.constant 0.25 : bf16
    %3 = arith.mulf %2, %c : bf16
    tensor.yield %3 : bf16
  } : tensor<65x65xbf16>
  %y = stablehlo.dot_general %x, %w, contracting_dims = [1] x [0] : (tensor<33x65xbf16>, tensor<65x65xbf16>) -> tensor<33x65xf32>
  %r = tosa.clamp %y {min_val = 0.0 : f32, max_val = 1.0e9 : f32} : (tensor<33x65xf32>) -> tensor<33x65xf32>
  %z = arith.constant dense<0.0> : tensor<65xf32>
  %s = linalg.reduce {arith.addf} ins(%r : tensor<33x65xf32>) outs(%z : tensor<65xf32>) dimensions = [0]
  return %s : tensor<65xf32>
}
