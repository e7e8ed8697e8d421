// scf.for in scf.while in scf.if.
// Expected values: mlir-runner of LLVM 22.
// INPUT: dense<[-2.25, -0.5, 1.25, -1.75]> : tensor<4xf64>
// EXPECT: dense<[-20.25, -4.5, 11.25, -15.75]> : tensor<4xf64>
func.func @main(%x: tensor<4xf64>) -> tensor<4xf64> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %z = arith.constant 0.0 : f64
  %f = tensor.extract %x[%c0] : tensor<4xf64>
  %p = arith.cmpf olt, %f, %z : f64
  %r = scf.if %p -> tensor<4xf64> {
    %w:2 = scf.while (%k = %c0, %u = %x) : (index, tensor<4xf64>) -> (index, tensor<4xf64>) {
      %q = arith.cmpi ult, %k, %c2 : index
      scf.condition(%q) %k, %u : index, tensor<4xf64>
    } do {
    ^bb0(%k: index, %u: tensor<4xf64>):
      %v = scf.for %i = %c0 to %c2 step %c1 iter_args(%t = %u) -> (tensor<4xf64>) {
        %0 = arith.addf %t, %u : tensor<4xf64>
        scf.yield %0 : tensor<4xf64>
      }
      %l = arith.addi %k, %c1 : index
      scf.yield %l, %v : index, tensor<4xf64>
    }
    scf.yield %w#1 : tensor<4xf64>
  } else {
    scf.yield %x : tensor<4xf64>
  }
  return %r : tensor<4xf64>
}
