// A program whose argument has more bytes than 64 bits count is refused.
// RUN: not hlo-compile %s -o %t.o 2>&1 | FileCheck %s
// CHECK: huge_argument.mlir:5:{{[0-9]+}}: error:
// CHECK-NOT: internal error
func.func @main(%x: tensor<4611686018427387904xf32>) -> tensor<4611686018427387904xf32> {
  return %x : tensor<4611686018427387904xf32>
}
