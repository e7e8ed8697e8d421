// Special functions of chlo after arith.
// Expected values: NumPy.
// INPUT: dense<[0.6, 1.0, 1.4, 1.8000000000000003, 2.2, 2.6, 3.0000000000000004]> : tensor<7xf64>
// EXPECT: dense<[-0.11259176569675572, 0.0, 0.21685932244884157, 0.5167027919877472, 0.8854048271549091, 1.3129233085764163, 1.791759469228055]> : tensor<7xf64>
// EXPECT: dense<[0.12604745277347634, 0.42278433509846713, 0.6529011697005981, 0.8405469888494173, 0.9988388912865998, 1.1356628373888609, 1.2561176684318003]> : tensor<7xf64>
// EXPECT: dense<[0.023651616655355978, 0.004677734981047266, 0.0006885138966450789, 7.50131946654589e-05, 6.025761151762082e-06, 3.558629930076849e-07, 1.541725790028002e-08]> : tensor<7xf64>
func.func @main(%x: tensor<7xf64>) -> (tensor<7xf64>, tensor<7xf64>, tensor<7xf64>) {
  %one = arith.constant dense<1.0> : tensor<7xf64>
  %0 = arith.addf %x, %one : tensor<7xf64>
  %1 = chlo.lgamma %0 : tensor<7xf64> -> tensor<7xf64>
  %2 = chlo.digamma %0 : tensor<7xf64> -> tensor<7xf64>
  %3 = chlo.erfc %0 : tensor<7xf64> -> tensor<7xf64>
  return %1, %2, %3 : tensor<7xf64>, tensor<7xf64>, tensor<7xf64>
}
