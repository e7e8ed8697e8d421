// Selections between memory that bufferization makes of branches choose memory, and copy nothing: the
// branch that writes the memory may come after them.
// REQUIRES: simt, interpreter
// RUN: hlo-run %s --platform simt --input random --input 'dense<false> : tensor<i1>' --compare-with interpreter | FileCheck %s
// RUN: hlo-run %s --platform simt --input random --input 'dense<true> : tensor<i1>' --compare-with interpreter | FileCheck %s

// CHECK: 2 of 2 results on simt match those on interpreter
func.func @main(%a: tensor<3x3xi16>, %p: tensor<i1>) -> (tensor<9xi16>, tensor<3x3xi16>) {
  %0 = stablehlo.multiply %a, %a : tensor<3x3xi16>
  %1 = stablehlo.reshape %0 : (tensor<3x3xi16>) -> tensor<9xi16>
  %2 = "stablehlo.if"(%p) ({
    stablehlo.return %0 : tensor<3x3xi16>
  }, {
    %3 = stablehlo.not %0 : tensor<3x3xi16>
    stablehlo.return %3 : tensor<3x3xi16>
  }) : (tensor<i1>) -> tensor<3x3xi16>
  return %1, %2 : tensor<9xi16>, tensor<3x3xi16>
}
