// %a (256 KiB) is kept for the last product, while %c (768 KiB) and %d (576 KiB) are live.
// RUN: hlo-run %s --threads 2 --memory-budget 2MiB --input random:1 --input random:2 --input random:3 --memory-report | FileCheck %s --check-prefix=LOOSE
// RUN: hlo-run %s --threads 2 --memory-budget 1400KiB --input random:1 --input random:2 --input random:3 --memory-report | FileCheck %s --check-prefix=TIGHT
// RUN: hlo-run %s --threads 2 --memory-budget 1400KiB --input random:1 --input random:2 --input random:3 --compare-with interpreter | FileCheck %s --check-prefix=RIGHT
// RUN: not hlo-run %s --threads 2 --memory-budget 1KiB 2>&1 | FileCheck %s --check-prefix=REFUSED
// RUN: not hlo-compile %s --memory-budget 1KiB -o %t.o 2>&1 | FileCheck %s --check-prefix=REFUSED
// RUN: hlo-compile %s --memory-budget 1400KiB -o %t.o
// RUN: not hlo-run %s --platform interpreter --memory-budget 1KiB 2>&1 | FileCheck %s --check-prefix=PLATFORM
// RUN: not hlo-run %s --memory-budget much 2>&1 | FileCheck %s --check-prefix=NUMBER

// LOOSE: 1.6 MiB arena
// TIGHT: 1.3 MiB arena
// RIGHT: 1 of 1 results on cpu match those on interpreter
// REFUSED: memory_budget.mlir:[[# @LINE + 4]]:{{[0-9]+}}: error: `main`: the temporaries do not fit into the memory budget of 1024 bytes; a budget of 1376256 bytes is enough
// PLATFORM: error: platform `interpreter` does not support memory budgets
// NUMBER: error: invalid value 'much' for '--memory-budget <BYTES>': expected a number of bytes as in 65536, 64KiB or 1.5GiB

func.func @main(%x: tensor<256x256xf32>, %y: tensor<256x384xf32>, %z: tensor<256x512xf32>) -> tensor<256x256xf32> {
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %a = stablehlo.dot_general %x, %x, contracting_dims = [1] x [0] : (tensor<256x256xf32>, tensor<256x256xf32>) -> tensor<256x256xf32>
  %b = stablehlo.dot_general %a, %y, contracting_dims = [0] x [0] : (tensor<256x256xf32>, tensor<256x384xf32>) -> tensor<256x384xf32>
  %c = stablehlo.dot_general %b, %z, contracting_dims = [0] x [0] : (tensor<256x384xf32>, tensor<256x512xf32>) -> tensor<384x512xf32>
  %d = stablehlo.dot_general %c, %c, contracting_dims = [1] x [1] : (tensor<384x512xf32>, tensor<384x512xf32>) -> tensor<384x384xf32>
  %e = stablehlo.reduce(%d init: %zero) applies stablehlo.maximum across dimensions = [0, 1] : (tensor<384x384xf32>, tensor<f32>) -> tensor<f32>
  %f = stablehlo.broadcast_in_dim %e, dims = [] : (tensor<f32>) -> tensor<256x256xf32>
  %g = stablehlo.dot_general %a, %a, contracting_dims = [1] x [0] : (tensor<256x256xf32>, tensor<256x256xf32>) -> tensor<256x256xf32>
  %h = stablehlo.add %f, %g : tensor<256x256xf32>
  return %h : tensor<256x256xf32>
}
