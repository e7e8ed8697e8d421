// A table of 256 numbers, indexed by i8.
// Expected values: mlir-runner of LLVM 22.
// INPUT: dense<[-128, -108, -88, -68, -48, -28, -8, 12, 32, 52, 72, 92, 112]> : tensor<13xi8>
// EXPECT: dense<[0, 60, 120, -76, -16, 44, 104, -92, -32, 28, 88, -108, -48]> : tensor<13xi8>
func.func @main(%x: tensor<13xi8>) -> tensor<13xi8> {
  %step = arith.constant 3 : i8
  %t = tensor.generate {
  ^bb0(%i: index):
    %0 = arith.index_cast %i : index to i8
    %1 = arith.muli %0, %step : i8
    tensor.yield %1 : i8
  } : tensor<256xi8>
  %0 = tosa.table %x, %t : (tensor<13xi8>, tensor<256xi8>) -> tensor<13xi8>
  return %0 : tensor<13xi8>
}
