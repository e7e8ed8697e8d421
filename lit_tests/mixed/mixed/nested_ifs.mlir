// Four leaves of nested scf.if, two of which return an argument.
// Expected values: mlir-runner of LLVM 22.
// INPUT: dense<[-2.25, -0.5, 1.25]> : tensor<3xf32>
// INPUT: dense<[-1.25, 0.5, 2.25]> : tensor<3xf32>
// INPUT: dense<[false, true]> : tensor<2xi1>
// EXPECT: dense<[-1.25, 0.5, 2.25]> : tensor<3xf32>
func.func @main(%x: tensor<3xf32>, %y: tensor<3xf32>, %p: tensor<2xi1>) -> tensor<3xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %a = tensor.extract %p[%c0] : tensor<2xi1>
  %b = tensor.extract %p[%c1] : tensor<2xi1>
  %r = scf.if %a -> tensor<3xf32> {
    %0 = scf.if %b -> tensor<3xf32> {
      scf.yield %x : tensor<3xf32>
    } else {
      %1 = arith.mulf %x, %y : tensor<3xf32>
      scf.yield %1 : tensor<3xf32>
    }
    scf.yield %0 : tensor<3xf32>
  } else {
    %0 = scf.if %b -> tensor<3xf32> {
      scf.yield %y : tensor<3xf32>
    } else {
      %1 = math.exp %y : tensor<3xf32>
      scf.yield %1 : tensor<3xf32>
    }
    scf.yield %0 : tensor<3xf32>
  }
  return %r : tensor<3xf32>
}
