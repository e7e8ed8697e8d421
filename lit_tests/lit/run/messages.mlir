// Replicas pass values around a ring by sends and receives. A replica without a source receives zeros.
// REQUIRES: cpu, interpreter
// RUN: hlo-run %s --replicas 4 --input random --input 'dense<5> : tensor<i32>' --compare-with interpreter | FileCheck %s
// CHECK: messages.mlir (replica 3): 3 of 3 results on cpu match those on interpreter
// RUN: hlo-run %S/Inputs/ring.hlo --replicas 2 --random-inputs --compare-with interpreter | FileCheck %s --check-prefix=RING
// RING: ring.hlo (replica 1): 1 of 1 results on cpu match those on interpreter
// RUN: not hlo-run %S/Inputs/messages_of_other_type.mlir --replicas 2 2>&1 | FileCheck %s --check-prefix=TYPE
// RUN: not hlo-run %S/Inputs/messages_of_other_type.mlir --replicas 2 --platform interpreter 2>&1 | FileCheck %s --check-prefix=TYPE
// TYPE: messages_of_other_type.mlir:8:{{[0-9]+}}: error: expected a message of type (tensor<2xi32>) on channel 1, found (tensor<2xf32>)
// RUN: not hlo-run %S/Inputs/messages_nobody_sends.mlir --replicas 2 2>&1 | FileCheck %s --check-prefix=NONE
// RUN: not hlo-run %S/Inputs/messages_nobody_sends.mlir --replicas 2 --platform interpreter 2>&1 | FileCheck %s --check-prefix=NONE
// NONE: messages_nobody_sends.mlir:5:{{[0-9]+}}: error: participant ({{[01]}}, 0) waits for a message on channel 1, but every running participant waits
// RUN: not hlo-run %S/Inputs/messages_nobody_sends.mlir 2>&1 | FileCheck %s --check-prefix=ALONE
// ALONE: messages_nobody_sends.mlir:5:{{[0-9]+}}: error: expected a run on several devices, found a program that runs alone

func.func @main(%x: tensor<3x5xbf16>, %n: tensor<i32>) -> (tensor<3x5xbf16>, tensor<f32>, tensor<0x2xf32>) {
  %start = stablehlo.create_token : !stablehlo.token
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %one = stablehlo.constant dense<1> : tensor<i32>
  // The token passes through the loop.
  %0:3 = stablehlo.while(%value = %x, %i = %n, %token = %start) : tensor<3x5xbf16>, tensor<i32>, !stablehlo.token
    cond {
      %1 = stablehlo.compare GT, %i, %zero : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %1 : tensor<i1>
    } do {
      %1 = "stablehlo.send"(%value, %token) {
        channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>,
        source_target_pairs = dense<[[0, 1], [1, 2], [2, 3], [3, 0]]> : tensor<4x2xi64>
      } : (tensor<3x5xbf16>, !stablehlo.token) -> !stablehlo.token
      %2:2 = "stablehlo.recv"(%1) {
        channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>,
        source_target_pairs = dense<[[0, 1], [1, 2], [2, 3], [3, 0]]> : tensor<4x2xi64>
      } : (!stablehlo.token) -> (tensor<3x5xbf16>, !stablehlo.token)
      %3 = stablehlo.add %2#0, %value : tensor<3x5xbf16>
      %4 = stablehlo.subtract %i, %one : tensor<i32>
      stablehlo.return %3, %4, %2#1 : tensor<3x5xbf16>, tensor<i32>, !stablehlo.token
    }
  // Only some replicas send and receive; a message has several tensors.
  %id = stablehlo.replica_id : tensor<ui32>
  %number = stablehlo.convert %id : (tensor<ui32>) -> tensor<f32>
  %none = stablehlo.constant dense<> : tensor<0x2xf32>
  %5 = "stablehlo.send"(%number, %none, %0#2) {
    channel_handle = #stablehlo.channel_handle<handle = 2, type = 1>,
    source_target_pairs = dense<[[3, 1], [2, 2]]> : tensor<2x2xi64>
  } : (tensor<f32>, tensor<0x2xf32>, !stablehlo.token) -> !stablehlo.token
  %6:3 = "stablehlo.recv"(%5) {
    channel_handle = #stablehlo.channel_handle<handle = 2, type = 1>,
    source_target_pairs = dense<[[3, 1], [2, 2]]> : tensor<2x2xi64>
  } : (!stablehlo.token) -> (tensor<f32>, tensor<0x2xf32>, !stablehlo.token)
  return %0#0, %6#0, %6#1 : tensor<3x5xbf16>, tensor<f32>, tensor<0x2xf32>
}
