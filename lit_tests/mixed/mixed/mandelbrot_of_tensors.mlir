// Escape times of a StableHLO complex tensor in a StableHLO loop with arith counters.
// Expected values: NumPy.
// EXPECT: dense<[1, 5, 10, 10, 10, 6, 2]> : tensor<7xi32>
func.func @main() -> tensor<7xi32> {
  %i = stablehlo.iota dim = 0 : tensor<7xf32>
  %h = arith.constant dense<0.5> : tensor<7xf32>
  %t = arith.constant dense<-2.0> : tensor<7xf32>
  %0 = arith.mulf %i, %h : tensor<7xf32>
  %re = stablehlo.add %0, %t : tensor<7xf32>
  %im = stablehlo.constant dense<0.3> : tensor<7xf32>
  %c = stablehlo.complex %re, %im : tensor<7xcomplex<f32>>
  %z0 = stablehlo.constant dense<(0.0, 0.0)> : tensor<7xcomplex<f32>>
  %n0 = arith.constant dense<0> : tensor<7xi32>
  %k0 = stablehlo.constant dense<0> : tensor<i32>
  %k1 = stablehlo.constant dense<1> : tensor<i32>
  %k10 = stablehlo.constant dense<10> : tensor<i32>
  %two = stablehlo.constant dense<2.0> : tensor<7xf32>
  %r:3 = stablehlo.while(%k = %k0, %z = %z0, %n = %n0) : tensor<i32>, tensor<7xcomplex<f32>>, tensor<7xi32>
   cond {
    %p = stablehlo.compare LT, %k, %k10 : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %p : tensor<i1>
  } do {
    %1 = stablehlo.abs %z : (tensor<7xcomplex<f32>>) -> tensor<7xf32>
    %m = arith.cmpf ole, %1, %two : tensor<7xf32>
    %2 = arith.extui %m : tensor<7xi1> to tensor<7xi32>
    %3 = arith.addi %n, %2 : tensor<7xi32>
    %4 = stablehlo.multiply %z, %z : tensor<7xcomplex<f32>>
    %5 = stablehlo.add %4, %c : tensor<7xcomplex<f32>>
    %6 = stablehlo.select %m, %5, %z : tensor<7xi1>, tensor<7xcomplex<f32>>
    %7 = stablehlo.add %k, %k1 : tensor<i32>
    stablehlo.return %7, %6, %3 : tensor<i32>, tensor<7xcomplex<f32>>, tensor<7xi32>
  }
  return %r#2 : tensor<7xi32>
}
