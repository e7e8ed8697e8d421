// On GPUs, operations also read tensors without reshapes that only remove dimensions of size 1.
// RUN: hlo-opt %s --pass-pipeline='builtin.module(hloom-fuse-elementwise{gpus=true},canonicalize)' | FileCheck %s
// RUN: hlo-opt %s --pass-pipeline='builtin.module(hloom-fuse-elementwise,canonicalize)' | FileCheck %s --check-prefix=CPU

// CHECK: #[[REMOVED:.*]] = affine_map<(d0, d1) -> (d0, 0, d1)>
#id = affine_map<(d0, d1) -> (d0, d1)>
#row = affine_map<(d0, d1) -> (d0)>

// CHECK-LABEL: func.func @removed
// CHECK-NOT: tensor.collapse_shape
// CHECK: linalg.generic {indexing_maps = [#[[REMOVED]], {{.*}} ins(%arg0 : tensor<8x1x4xf32>)
// CPU-LABEL: func.func @removed
// CPU: %[[X:.*]] = tensor.collapse_shape %arg0
// CPU: linalg.generic {{.*}} ins(%[[X]] : tensor<8x4xf32>)
func.func @removed(%x: tensor<8x1x4xf32>, %f: tensor<8xf32>) -> tensor<8xf32> {
  %c = tensor.collapse_shape %x [[0, 1], [2]] : tensor<8x1x4xf32> into tensor<8x4xf32>
  %s = linalg.generic {indexing_maps = [#id, #row], iterator_types = ["parallel", "reduction"]} ins(%c : tensor<8x4xf32>) outs(%f : tensor<8xf32>) {
  ^bb0(%i: f32, %o: f32):
    %0 = arith.addf %o, %i fastmath<reassoc> : f32
    linalg.yield %0 : f32
  } -> tensor<8xf32>
  return %s : tensor<8xf32>
}

// Other dimensions are merged.
// CHECK-LABEL: func.func @merged
// CHECK: %[[X:.*]] = tensor.collapse_shape %arg0
// CHECK: linalg.generic {{.*}} ins(%[[X]] : tensor<8x4xf32>)
// CPU-LABEL: func.func @merged
func.func @merged(%x: tensor<2x4x4xf32>, %f: tensor<8xf32>) -> tensor<8xf32> {
  %c = tensor.collapse_shape %x [[0, 1], [2]] : tensor<2x4x4xf32> into tensor<8x4xf32>
  %s = linalg.generic {indexing_maps = [#id, #row], iterator_types = ["parallel", "reduction"]} ins(%c : tensor<8x4xf32>) outs(%f : tensor<8xf32>) {
  ^bb0(%i: f32, %o: f32):
    %0 = arith.addf %o, %i fastmath<reassoc> : f32
    linalg.yield %0 : f32
  } -> tensor<8xf32>
  return %s : tensor<8xf32>
}
