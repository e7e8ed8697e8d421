// scf.parallel that adds the elements of a tensor.
// Expected values: mlir-runner of LLVM 22.
// INPUT: dense<[[-2.25, -0.5, 1.25, -1.75, 0.0], [-2.25, -0.5, 1.25, -1.75, 0.0], [-2.25, -0.5, 1.25, -1.75, 0.0], [-2.25, -0.5, 1.25, -1.75, 0.0], [-2.25, -0.5, 1.25, -1.75, 0.0], [-2.25, -0.5, 1.25, -1.75, 0.0], [-2.25, -0.5, 1.25, -1.75, 0.0]]> : tensor<7x5xf64>
// EXPECT: dense<69.5625> : tensor<f64>
func.func @main(%x: tensor<7x5xf64>) -> tensor<f64> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c5 = arith.constant 5 : index
  %c7 = arith.constant 7 : index
  %z = arith.constant 0.0 : f64
  %s = scf.parallel (%i, %j) = (%c0, %c0) to (%c7, %c5) step (%c1, %c1) init (%z) -> f64 {
    %v = tensor.extract %x[%i, %j] : tensor<7x5xf64>
    %m = arith.mulf %v, %v : f64
    scf.reduce(%m : f64) {
    ^bb0(%a: f64, %b: f64):
      %0 = arith.addf %a, %b : f64
      scf.reduce.return %0 : f64
    }
  }
  %t = tensor.from_elements %s : tensor<f64>
  return %t : tensor<f64>
}
