// Less common functions of chlo, after math.
// Expected values: NumPy.
// INPUT: dense<[1.5, 2.0, 2.5, 3.0, 3.5]> : tensor<5xf64>
// EXPECT: dense<[0.21903938742092574, 0.2152692892489377, 0.20658464953126654, 0.19682671329730084, 0.18739997660304997]> : tensor<5xf64>
// EXPECT: dense<[1.6123753486854886, 0.6449340668482266, 0.34148725725091705, 0.2020569031595943, 0.12673386731705663]> : tensor<5xf64>
// EXPECT: dense<[0.9348022005446793, 0.6449340668482266, 0.4903577561002349, 0.39493406684822646, 0.3303577561002349]> : tensor<5xf64>
func.func @main(%x: tensor<5xf64>) -> (tensor<5xf64>, tensor<5xf64>, tensor<5xf64>) {
  %y = math.absf %x : tensor<5xf64>
  %two = arith.constant dense<2.0> : tensor<5xf64>
  %one = arith.constant dense<1.0> : tensor<5xf64>
  %0 = chlo.bessel_i1e %y : tensor<5xf64> -> tensor<5xf64>
  %1 = chlo.zeta %y, %two : tensor<5xf64>, tensor<5xf64> -> tensor<5xf64>
  %2 = chlo.polygamma %one, %y : tensor<5xf64>, tensor<5xf64> -> tensor<5xf64>
  return %0, %1, %2 : tensor<5xf64>, tensor<5xf64>, tensor<5xf64>
}
