// Calls in both branches of scf.if.
// Expected values: mlir-runner of LLVM 22.
// INPUT: dense<[-2.25, -0.5, 1.25]> : tensor<3xf32>
// INPUT: dense<false> : tensor<i1>
// EXPECT: dense<[-0.10539922, -0.60653067, -3.4903429]> : tensor<3xf32>
func.func private @up(%x: tensor<3xf32>) -> tensor<3xf32> {
  %0 = math.exp %x : tensor<3xf32>
  return %0 : tensor<3xf32>
}
func.func private @down(%x: tensor<3xf32>) -> tensor<3xf32> {
  %0 = func.call @up(%x) : (tensor<3xf32>) -> tensor<3xf32>
  %1 = arith.negf %0 : tensor<3xf32>
  return %1 : tensor<3xf32>
}
func.func @main(%x: tensor<3xf32>, %p: tensor<i1>) -> tensor<3xf32> {
  %c = tensor.extract %p[] : tensor<i1>
  %r = scf.if %c -> tensor<3xf32> {
    %0 = func.call @up(%x) : (tensor<3xf32>) -> tensor<3xf32>
    scf.yield %0 : tensor<3xf32>
  } else {
    %0 = func.call @down(%x) : (tensor<3xf32>) -> tensor<3xf32>
    scf.yield %0 : tensor<3xf32>
  }
  return %r : tensor<3xf32>
}
