// A large `all_reduce` by a computation for which the runtime has no function is reduced in parts: each
// participant reduces one, and all collect the results.
// RUN: hlo-opt %s --pass-pipeline='builtin.module(hlo-expand-collectives)' | FileCheck %s

// The operand is padded with its first elements to parts of the same size.
// CHECK-LABEL: func @padded
// CHECK-SAME: (%[[X:.*]]: tensor<100x331xf32>)
// CHECK: %[[FLAT:.*]] = stablehlo.reshape %[[X]] : (tensor<100x331xf32>) -> tensor<33100xf32>
// CHECK: %[[FIRST:.*]] = stablehlo.slice %[[FLAT]] [0:2]
// CHECK: %[[PADDED:.*]] = stablehlo.concatenate %[[FLAT]], %[[FIRST]], dim = 0
// CHECK: %[[ROW:.*]] = stablehlo.reshape %[[PADDED]] : (tensor<33102xf32>) -> tensor<1x33102xf32>
// CHECK: %[[PARTS:.*]] = stablehlo.custom_call @hloom.all_to_all(%[[ROW]]) {{.*}}concat = 0 : i64{{.*}}split = 1 : i64{{.*}} -> tensor<3x11034xf32>
// CHECK-COUNT-2: "stablehlo.map"
// CHECK: %[[ALL:.*]] = stablehlo.custom_call @hloom.all_gather({{.*}}dimension = 0 : i64{{.*}} -> tensor<33102xf32>
// CHECK: %[[WHOLE:.*]] = stablehlo.slice %[[ALL]] [0:33100]
// CHECK: stablehlo.reshape %[[WHOLE]] : (tensor<33100xf32>) -> tensor<100x331xf32>
module attributes {mhlo.num_partitions = 3 : i32, mhlo.num_replicas = 1 : i32} {
  func.func @padded(%x: tensor<100x331xf32>) -> tensor<100x331xf32> {
    %0 = "stablehlo.all_reduce"(%x) <{channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, replica_groups = dense<[[0, 1, 2]]> : tensor<1x3xi64>, use_global_device_ids}> ({
    ^bb0(%a: tensor<f32>, %b: tensor<f32>):
      %s = stablehlo.subtract %a, %b : tensor<f32>
      stablehlo.return %s : tensor<f32>
    }) : (tensor<100x331xf32>) -> tensor<100x331xf32>
    return %0 : tensor<100x331xf32>
  }

  // The computation may have another type than the operand.
  // CHECK-LABEL: func @converted
  // CHECK-NOT: stablehlo.concatenate
  // CHECK: stablehlo.custom_call @hloom.all_to_all({{.*}} -> tensor<3x11111xbf16>
  // CHECK: stablehlo.custom_call @hloom.all_gather({{.*}} : (tensor<11111xf32>) -> tensor<33333xf32>
  func.func @converted(%x: tensor<33333xbf16>) -> tensor<33333xf32> {
    %0 = "stablehlo.all_reduce"(%x) <{channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, replica_groups = dense<[[0, 1, 2]]> : tensor<1x3xi64>, use_global_device_ids}> ({
    ^bb0(%a: tensor<f32>, %b: tensor<f32>):
      %s = stablehlo.add %a, %b : tensor<f32>
      stablehlo.return %s : tensor<f32>
    }) : (tensor<33333xbf16>) -> tensor<33333xf32>
    return %0 : tensor<33333xf32>
  }
}
