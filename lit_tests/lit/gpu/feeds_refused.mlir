// The devices of GPU platforms have no queues, also for programs that are compiled ahead of time.
// REQUIRES: cuda, simt
// RUN: not hlo-run %s --platform simt --random-inputs 2>&1 | FileCheck %s -DPLATFORM=simt
// RUN: not hlo-compile %s --platform cuda --cpu sm_90 --emit executable -o %t 2>&1 | FileCheck %s -DPLATFORM=cuda
// CHECK: feeds_refused.mlir:[[#@LINE+5]]:{{[0-9]+}}: error: `stablehlo.infeed`: platform `[[PLATFORM]]` has no infeed; use arguments and results instead
// CHECK-NEXT: feeds_refused.mlir:[[#@LINE+6]]:{{[0-9]+}}: error: `stablehlo.outfeed`: platform `[[PLATFORM]]` has no outfeed; use arguments and results instead

func.func @main(%x: tensor<4xf32>) -> tensor<4xf32> {
  %0 = stablehlo.create_token : !stablehlo.token
  %1:2 = "stablehlo.infeed"(%0) : (!stablehlo.token) -> (tensor<4xf32>, !stablehlo.token)
  %2 = stablehlo.add %x, %1#0 : tensor<4xf32>
  %3 = "stablehlo.outfeed"(%2, %1#1) : (tensor<4xf32>, !stablehlo.token) -> !stablehlo.token
  return %2 : tensor<4xf32>
}
