// Eight results of five element types.
// Expected values: NumPy.
// INPUT: dense<[-2.0, -1.0, 0.0, 1.0, 2.0]> : tensor<5xf32>
// EXPECT: dense<[-2.0, -1.0, 0.0, 1.0, 2.0]> : tensor<5xf32>
// EXPECT: dense<[2.0, 1.0, -0.0, -1.0, -2.0]> : tensor<5xf32>
// EXPECT: dense<[false, false, false, true, true]> : tensor<5xi1>
// EXPECT: dense<[-2, -1, 0, 1, 2]> : tensor<5xi32>
// EXPECT: dense<[-2.0, -1.0, 0.0, 1.0, 2.0]> : tensor<5xf16>
// EXPECT: dense<[-2.0, -1.0, 0.0, 1.0, 2.0]> : tensor<5xf64>
// EXPECT: dense<[0.13533528, 0.36787942, 1.0, 2.718282, 7.3890557]> : tensor<5xf32>
// EXPECT: dense<[(-0.0, -2.0), (-0.0, -1.0), (0.0, 0.0), (0.0, 1.0), (0.0, 2.0)]> : tensor<5xcomplex<f32>>
func.func @main(%x: tensor<5xf32>) -> (tensor<5xf32>, tensor<5xf32>, tensor<5xi1>, tensor<5xi32>, tensor<5xf16>, tensor<5xf64>, tensor<5xf32>, tensor<5xcomplex<f32>>) {
  %z = stablehlo.constant dense<0.0> : tensor<5xf32>
  %0 = arith.negf %x : tensor<5xf32>
  %1 = stablehlo.compare GT, %x, %z : (tensor<5xf32>, tensor<5xf32>) -> tensor<5xi1>
  %2 = arith.fptosi %x : tensor<5xf32> to tensor<5xi32>
  %3 = stablehlo.convert %x : (tensor<5xf32>) -> tensor<5xf16>
  %4 = arith.extf %x : tensor<5xf32> to tensor<5xf64>
  %5 = math.exp %x : tensor<5xf32>
  %6 = stablehlo.complex %z, %x : tensor<5xcomplex<f32>>
  return %x, %0, %1, %2, %3, %4, %5, %6 : tensor<5xf32>, tensor<5xf32>, tensor<5xi1>, tensor<5xi32>, tensor<5xf16>, tensor<5xf64>, tensor<5xf32>, tensor<5xcomplex<f32>>
}
