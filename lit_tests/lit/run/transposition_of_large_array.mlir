// The result exceeds caches, so that vectors of whole cache lines are written by nontemporal stores.
// The columns are no multiple of a block.
// RUN: hlo-run %s --threads 2 --input random --compare-with interpreter | FileCheck %s
// CHECK-NOT: differ
func.func @main(%x: tensor<1536x1403xf64>) -> tensor<1403x1536xf64> {
  %0 = stablehlo.transpose %x, dims = [1, 0] : (tensor<1536x1403xf64>) -> tensor<1403x1536xf64>
  return %0 : tensor<1403x1536xf64>
}
