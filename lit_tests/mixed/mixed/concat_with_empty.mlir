// Concatenations of StableHLO and tensor, one operand of which has no elements.
// Expected values: NumPy.
// INPUT: dense<[-6, -1, 4]> : tensor<3xi8>
// INPUT: dense<[-3, 2]> : tensor<2xi8>
// INPUT: dense<> : tensor<0xi8>
// EXPECT: dense<[-6, -1, 4, -3, 2, -3, 2, -6, -1, 4]> : tensor<10xi8>
func.func @main(%x: tensor<3xi8>, %y: tensor<2xi8>, %z: tensor<0xi8>) -> tensor<10xi8> {
  %0 = stablehlo.concatenate %x, %z, %y, dim = 0 : (tensor<3xi8>, tensor<0xi8>, tensor<2xi8>) -> tensor<5xi8>
  %1 = tensor.concat dim(0) %0, %z, %y, %x : (tensor<5xi8>, tensor<0xi8>, tensor<2xi8>, tensor<3xi8>) -> tensor<10xi8>
  return %1 : tensor<10xi8>
}
