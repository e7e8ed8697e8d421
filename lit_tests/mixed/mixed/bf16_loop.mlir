// A sum of bf16 that rounds in each iteration of scf.for.
// Expected values: mlir-runner of LLVM 22.
// INPUT: dense<[-2.25, -0.5, 1.25, -1.75, 0.0, -2.25, -0.5, 1.25, -1.75, 0.0, -2.25, -0.5, 1.25]> : tensor<13xbf16>
// EXPECT: dense<-8.0> : tensor<bf16>
func.func @main(%x: tensor<13xbf16>) -> tensor<bf16> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %n = arith.constant 13 : index
  %z = arith.constant 0.0 : bf16
  %s = scf.for %i = %c0 to %n step %c1 iter_args(%a = %z) -> (bf16) {
    %v = tensor.extract %x[%i] : tensor<13xbf16>
    %b = arith.addf %a, %v : bf16
    scf.yield %b : bf16
  }
  %t = tensor.from_elements %s : tensor<bf16>
  return %t : tensor<bf16>
}
