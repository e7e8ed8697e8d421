// Softmax of rows: maximum, exponentials, sum and quotient of a tile stay in cache.
func.func @main(%x: tensor<256x512xf32>) -> tensor<256x512xf32> {
  %ninf = stablehlo.constant dense<0xFF800000> : tensor<f32>
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %max = stablehlo.reduce(%x init: %ninf) applies stablehlo.maximum across dimensions = [1] : (tensor<256x512xf32>, tensor<f32>) -> tensor<256xf32>
  %m = stablehlo.broadcast_in_dim %max, dims = [0] : (tensor<256xf32>) -> tensor<256x512xf32>
  %d = stablehlo.subtract %x, %m : tensor<256x512xf32>
  %e = stablehlo.exponential %d : tensor<256x512xf32>
  %sum = stablehlo.reduce(%e init: %zero) applies stablehlo.add across dimensions = [1] : (tensor<256x512xf32>, tensor<f32>) -> tensor<256xf32>
  %s = stablehlo.broadcast_in_dim %sum, dims = [0] : (tensor<256xf32>) -> tensor<256x512xf32>
  %q = stablehlo.divide %e, %s : tensor<256x512xf32>
  return %q : tensor<256x512xf32>
}
