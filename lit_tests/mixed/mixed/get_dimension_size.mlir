// The extent that StableHLO tells, used as an index and as a number.
// Expected values: NumPy.
// INPUT: dense<[-2.25, -0.5, 1.25, -1.75, 0.0, -2.25, -0.5, 1.25, -1.75, 0.0, -2.25, -0.5, 1.25]> : tensor<13xf64>
// EXPECT: dense<-0.6153846153846154> : tensor<f64>
// EXPECT: dense<1.25> : tensor<f64>
func.func @main(%x: tensor<13xf64>) -> (tensor<f64>, tensor<f64>) {
  %n = stablehlo.get_dimension_size %x, dim = 0 : (tensor<13xf64>) -> tensor<i32>
  %z = stablehlo.constant dense<0.0> : tensor<f64>
  %s = stablehlo.reduce(%x init: %z) applies stablehlo.add across dimensions = [0] : (tensor<13xf64>, tensor<f64>) -> tensor<f64>
  %f = arith.sitofp %n : tensor<i32> to tensor<f64>
  %m = arith.divf %s, %f : tensor<f64>
  %i = tensor.extract %n[] : tensor<i32>
  %k = arith.index_cast %i : i32 to index
  %c1 = arith.constant 1 : index
  %l = arith.subi %k, %c1 : index
  %v = tensor.extract %x[%l] : tensor<13xf64>
  %t = tensor.from_elements %v : tensor<f64>
  return %m, %t : tensor<f64>, tensor<f64>
}
