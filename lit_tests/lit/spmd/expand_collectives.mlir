// RUN: hlo-opt %s --pass-pipeline='builtin.module(hlo-expand-collectives)' | FileCheck %s

// CHECK-LABEL: func @numbers
func.func @numbers() -> (tensor<ui32>, tensor<ui32>) {
  // CHECK: stablehlo.custom_call @hloom.partition_id() {operation = "stablehlo.partition_id"} : () -> tensor<ui32>
  %0 = stablehlo.partition_id : tensor<ui32>
  // CHECK: stablehlo.custom_call @hloom.replica_id() {operation = "stablehlo.replica_id"} : () -> tensor<ui32>
  %1 = stablehlo.replica_id : tensor<ui32>
  return %0, %1 : tensor<ui32>, tensor<ui32>
}

// Two operands are moved one after the other.
// CHECK-LABEL: func @gather
func.func @gather(%x: tensor<2xf32>, %y: tensor<3xi8>) -> (tensor<4xf32>, tensor<6xi8>) {
  // CHECK: custom_call @hloom.all_gather(%arg0) {{.*}}dimension = 0 : i64, groups = [array<i64: 0, 1>], operation = "stablehlo.all_gather", strategy = "flattened_ids"
  // CHECK: custom_call @hloom.all_gather(%arg1)
  %0:2 = "stablehlo.all_gather"(%x, %y) {
    all_gather_dim = 0 : i64, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>,
    channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, use_global_device_ids
  } : (tensor<2xf32>, tensor<3xi8>) -> (tensor<4xf32>, tensor<6xi8>)
  return %0#0, %0#1 : tensor<4xf32>, tensor<6xi8>
}

// The runtime computes common reductions of all operands.
// CHECK-LABEL: func @sum
func.func @sum(%x: tensor<2xf32>) -> tensor<2xf32> {
  // CHECK: %[[SUM:.+]] = stablehlo.custom_call @hloom.all_reduce(%arg0) {{.*}}groups = [array<i64: 0, 1>], operation = "stablehlo.all_reduce", reduction = "add"{{.*}} : (tensor<2xf32>) -> tensor<2xf32>
  // CHECK: return %[[SUM]]
  %0 = "stablehlo.all_reduce"(%x) ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %c = stablehlo.add %a, %b : tensor<f32>
    stablehlo.return %c : tensor<f32>
  }) {replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>} : (tensor<2xf32>) -> tensor<2xf32>
  return %0 : tensor<2xf32>
}

// CHECK-LABEL: func @sum_of_replicas
func.func @sum_of_replicas(%x: tensor<2xf32>, %y: tensor<2xf8E5M2>) -> (tensor<2xf32>, tensor<2xf8E5M2>) {
  // CHECK: %[[SUM:.+]] = stablehlo.custom_call @hloom.all_reduce(%arg0) {{.*}}groups = [array<i64: 0, 1>], operation = "stablehlo.cross-replica-sum", reduction = "add", strategy = "cross_replica"{{.*}} : (tensor<2xf32>) -> tensor<2xf32>
  // CHECK-NOT: stablehlo.all_reduce
  // CHECK: stablehlo.custom_call @hloom.all_gather({{.*}}operation = "stablehlo.cross-replica-sum"{{.*}} -> tensor<2x2xf8E5M2>
  // CHECK: stablehlo.map
  // CHECK: stablehlo.add
  // CHECK-NOT: stablehlo.all_reduce
  // CHECK: return %[[SUM]]
  %0 = "stablehlo.cross-replica-sum"(%x) {replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>} : (tensor<2xf32>) -> tensor<2xf32>
  %1 = "stablehlo.cross-replica-sum"(%y) {replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>} : (tensor<2xf8E5M2>) -> tensor<2xf8E5M2>
  return %0, %1 : tensor<2xf32>, tensor<2xf8E5M2>
}

// CHECK-LABEL: func @sum_for_one
func.func @sum_for_one(%x: tensor<2xf32>) -> tensor<2xf32> {
  // CHECK: stablehlo.custom_call @hloom.collective_reduce(%arg0) {{.*}}groups = [array<i64: 1, 0>], operation = "stablehlo.collective_reduce", reduction = "add", strategy = "cross_replica"{{.*}} : (tensor<2xf32>) -> tensor<2xf32>
  %0 = "stablehlo.collective_reduce"(%x) ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %c = stablehlo.add %a, %b : tensor<f32>
    stablehlo.return %c : tensor<f32>
  }) {replica_groups = dense<[[1, 0]]> : tensor<1x2xi64>} : (tensor<2xf32>) -> tensor<2xf32>
  return %0 : tensor<2xf32>
}

// The first replica of each group gathers and combines the operands. The others have gathered zeros, which
// they keep.
// CHECK-LABEL: func @difference_for_one
func.func @difference_for_one(%x: tensor<2xf32>) -> tensor<2xf32> {
  // CHECK: %[[ID:.+]] = stablehlo.custom_call @hloom.replica_id() {operation = "stablehlo.collective_reduce"} : () -> tensor<ui32>
  // CHECK: stablehlo.broadcast_in_dim %[[ID]], dims = [] : (tensor<ui32>) -> tensor<2xui32>
  // CHECK: stablehlo.constant dense<[1, 2]> : tensor<2xui32>
  // CHECK: stablehlo.compare EQ
  // CHECK: %[[IS_FIRST:.+]] = stablehlo.reduce({{.*}}stablehlo.or
  // CHECK: %[[ALL:.+]] = stablehlo.custom_call @hloom.collective_gather({{.*}}groups = [array<i64: 1, 0>, array<i64: 2, 3>], operation = "stablehlo.collective_reduce"{{.*}} : (tensor<1x2xf32>) -> tensor<2x2xf32>
  // CHECK: "stablehlo.if"(%[[IS_FIRST]]) ({
  // CHECK: stablehlo.subtract
  // CHECK: }, {
  // CHECK-NEXT: %[[ROW:.+]] = stablehlo.slice %[[ALL]] [0:1, 0:2]
  // CHECK-NEXT: %[[ZEROS:.+]] = stablehlo.reshape %[[ROW]]
  // CHECK-NEXT: stablehlo.return %[[ZEROS]] : tensor<2xf32>
  %0 = "stablehlo.collective_reduce"(%x) ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %c = stablehlo.subtract %a, %b : tensor<f32>
    stablehlo.return %c : tensor<f32>
  }) {replica_groups = dense<[[1, 0], [2, 3]]> : tensor<2x2xi64>} : (tensor<2xf32>) -> tensor<2xf32>
  return %0 : tensor<2xf32>
}

// The runtime gives bytes of zeros to a participant that receives nothing. They are not zero if the zero
// point is not.
// CHECK-LABEL: func @received_or_zero
func.func @received_or_zero(%x: tensor<2x!quant.uniform<i8:f32, 0.5:3>>, %y: tensor<2x!quant.uniform<i8:f32, 0.5>>)
    -> (tensor<2x!quant.uniform<i8:f32, 0.5:3>>, tensor<2x!quant.uniform<i8:f32, 0.5:3>>, tensor<2x!quant.uniform<i8:f32, 0.5>>) {
  // CHECK: %[[RECEIVED:.+]] = stablehlo.custom_call @hloom.collective_broadcast(%arg0)
  // CHECK: %[[FLOATS:.+]] = stablehlo.constant dense<0.000000e+00> : tensor<2xf32>
  // CHECK: %[[ZEROS:.+]] = stablehlo.uniform_quantize %[[FLOATS]]
  // CHECK: stablehlo.custom_call @hloom.replica_id()
  // CHECK: stablehlo.constant dense<[2, 1, 0]> : tensor<3xui32>
  // CHECK: %[[IS_MEMBER:.+]] = stablehlo.reduce({{.*}}stablehlo.or
  // CHECK: %[[BROADCAST:.+]] = stablehlo.select %[[IS_MEMBER]], %[[RECEIVED]], %[[ZEROS]]
  %0 = "stablehlo.collective_broadcast"(%x) {replica_groups = dense<[[2, 1], [0, -1]]> : tensor<2x2xi64>} : (tensor<2x!quant.uniform<i8:f32, 0.5:3>>) -> tensor<2x!quant.uniform<i8:f32, 0.5:3>>
  // CHECK: %[[RECEIVED:.+]] = stablehlo.custom_call @hloom.collective_permute(%arg0)
  // CHECK: stablehlo.custom_call @hloom.partition_id()
  // CHECK: stablehlo.constant dense<[1, 3]> : tensor<2xui32>
  // CHECK: %[[PERMUTED:.+]] = stablehlo.select %{{.+}}, %[[RECEIVED]], %{{.+}}
  %1 = "stablehlo.collective_permute"(%x) {source_target_pairs = dense<[[2, 1], [1, 3]]> : tensor<2x2xi64>, channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>} : (tensor<2x!quant.uniform<i8:f32, 0.5:3>>) -> tensor<2x!quant.uniform<i8:f32, 0.5:3>>
  // CHECK: %[[PLAIN:.+]] = stablehlo.custom_call @hloom.collective_permute(%arg1)
  // CHECK: return %[[BROADCAST]], %[[PERMUTED]], %[[PLAIN]]
  %2 = "stablehlo.collective_permute"(%y) {source_target_pairs = dense<[[2, 1], [1, 3]]> : tensor<2x2xi64>} : (tensor<2x!quant.uniform<i8:f32, 0.5>>) -> tensor<2x!quant.uniform<i8:f32, 0.5>>
  return %0, %1, %2 : tensor<2x!quant.uniform<i8:f32, 0.5:3>>, tensor<2x!quant.uniform<i8:f32, 0.5:3>>, tensor<2x!quant.uniform<i8:f32, 0.5>>
}

// CHECK-LABEL: func @scattered_maximum
func.func @scattered_maximum(%x: tensor<3x4xbf16>) -> tensor<3x2xbf16> {
  // CHECK: stablehlo.custom_call @hloom.reduce_scatter(%arg0) {{.*}}dimension = 1 : i64{{.*}}operation = "stablehlo.reduce_scatter", reduction = "maximum"{{.*}} -> tensor<3x2xbf16>
  %0 = "stablehlo.reduce_scatter"(%x) ({
  ^bb0(%a: tensor<bf16>, %b: tensor<bf16>):
    %c = stablehlo.maximum %a, %b : tensor<bf16>
    stablehlo.return %c : tensor<bf16>
  }) {scatter_dimension = 1 : i64, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>} : (tensor<3x4xbf16>) -> tensor<3x2xbf16>
  return %0 : tensor<3x2xbf16>
}

// Other reductions are computed in the program, from the first participant of the group on.
// CHECK-LABEL: func @difference
func.func @difference(%x: tensor<2xf32>) -> tensor<2xf32> {
  // CHECK: %[[ROW:.+]] = stablehlo.reshape %arg0 : (tensor<2xf32>) -> tensor<1x2xf32>
  // CHECK: %[[ALL:.+]] = stablehlo.custom_call @hloom.all_gather(%[[ROW]]) {{.*}}operation = "stablehlo.all_reduce"{{.*}} -> tensor<2x2xf32>
  // CHECK: stablehlo.slice %[[ALL]] [0:1, 0:2]
  // CHECK: stablehlo.slice %[[ALL]] [1:2, 0:2]
  // CHECK: stablehlo.map
  // CHECK: stablehlo.subtract
  %0 = "stablehlo.all_reduce"(%x) ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %c = stablehlo.subtract %a, %b : tensor<f32>
    stablehlo.return %c : tensor<f32>
  }) {replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>} : (tensor<2xf32>) -> tensor<2xf32>
  return %0 : tensor<2xf32>
}

// The runtime has no function for the type, for the order of the arguments, for two operations, and for a
// computation of another type than the operand.
// CHECK-LABEL: func @computed
// CHECK-NOT: @hloom.all_reduce
func.func @computed(%x: tensor<2xf8E5M2>, %y: tensor<2xf32>, %z: tensor<2xbf16>) -> (tensor<2xf8E5M2>, tensor<2xf32>, tensor<2xf32>, tensor<2xf32>) {
  %0 = "stablehlo.all_reduce"(%x) ({
  ^bb0(%a: tensor<f8E5M2>, %b: tensor<f8E5M2>):
    %s = stablehlo.add %a, %b : tensor<f8E5M2>
    stablehlo.return %s : tensor<f8E5M2>
  }) {replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>} : (tensor<2xf8E5M2>) -> tensor<2xf8E5M2>
  %1 = "stablehlo.all_reduce"(%y) ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %s = stablehlo.add %b, %a : tensor<f32>
    stablehlo.return %s : tensor<f32>
  }) {replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>} : (tensor<2xf32>) -> tensor<2xf32>
  %2 = "stablehlo.all_reduce"(%y) ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %n = stablehlo.negate %b : tensor<f32>
    %s = stablehlo.add %a, %n : tensor<f32>
    stablehlo.return %s : tensor<f32>
  }) {replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>} : (tensor<2xf32>) -> tensor<2xf32>
  %3 = "stablehlo.all_reduce"(%z) ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %s = stablehlo.add %a, %b : tensor<f32>
    stablehlo.return %s : tensor<f32>
  }) {replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>} : (tensor<2xbf16>) -> tensor<2xf32>
  return %0, %1, %2, %3 : tensor<2xf8E5M2>, tensor<2xf32>, tensor<2xf32>, tensor<2xf32>
}

// An asynchronous collective keeps its body, which must be a collective.
// CHECK-LABEL: func @asynchronous
func.func @asynchronous(%x: tensor<4xf32>) -> tensor<4xf32> {
  // CHECK: "stablehlo.async_start"
  // CHECK: "stablehlo.all_gather"
  %0 = "stablehlo.async_start"(%x) ({
  ^bb0(%a: tensor<4xf32>):
    %1 = "stablehlo.all_gather"(%a) {all_gather_dim = 0 : i64, replica_groups = dense<0> : tensor<1x1xi64>} : (tensor<4xf32>) -> tensor<4xf32>
    stablehlo.return %1 : tensor<4xf32>
  }) : (tensor<4xf32>) -> !stablehlo.future<tensor<4xf32>>
  %2 = "stablehlo.async_done"(%0) : (!stablehlo.future<tensor<4xf32>>) -> tensor<4xf32>
  return %2 : tensor<4xf32>
}

// Sends and receives become runtime calls on the tensors, in the order of the program.
// CHECK-LABEL: func @ring
func.func @ring(%x: tensor<2xf32>, %y: tensor<i8>) -> (tensor<2xf32>, tensor<i8>) {
  // CHECK: stablehlo.custom_call @hloom.send(%arg0, %arg1) {channel = 3 : i64, has_side_effect = true, operation = "stablehlo.send", pairs = [array<i64: 0, 1>, array<i64: 1, 0>]} : (tensor<2xf32>, tensor<i8>) -> ()
  // CHECK: stablehlo.create_token
  // CHECK: %[[GOT:.+]]:2 = stablehlo.custom_call @hloom.recv() {channel = 3 : i64, has_side_effect = true, operation = "stablehlo.recv", pairs = [array<i64: 0, 1>, array<i64: 1, 0>]} : () -> (tensor<2xf32>, tensor<i8>)
  // CHECK: return %[[GOT]]#0, %[[GOT]]#1
  %0 = stablehlo.create_token : !stablehlo.token
  %1 = "stablehlo.send"(%x, %y, %0) {
    channel_handle = #stablehlo.channel_handle<handle = 3, type = 1>,
    source_target_pairs = dense<[[0, 1], [1, 0]]> : tensor<2x2xi64>
  } : (tensor<2xf32>, tensor<i8>, !stablehlo.token) -> !stablehlo.token
  // XLA describes the pairs in a frontend attribute.
  %2:3 = "stablehlo.recv"(%1) {
    channel_handle = #stablehlo.channel_handle<handle = 3, type = 1>,
    mhlo.frontend_attributes = {_xla_send_recv_source_target_pairs = "{{0,1},{1,0}}"}
  } : (!stablehlo.token) -> (tensor<2xf32>, tensor<i8>, !stablehlo.token)
  return %2#0, %2#1 : tensor<2xf32>, tensor<i8>
}

// CHECK-LABEL: func @fed
func.func @fed() -> tensor<2xf32> {
  // CHECK: %[[IN:.+]]:2 = stablehlo.custom_call @hloom.infeed() {has_side_effect = true, operation = "stablehlo.infeed"} : () -> (tensor<2xf32>, tensor<i8>)
  // CHECK: stablehlo.custom_call @hloom.outfeed(%[[IN]]#1) {has_side_effect = true, operation = "stablehlo.outfeed"} : (tensor<i8>) -> ()
  %0 = stablehlo.create_token : !stablehlo.token
  %1:3 = "stablehlo.infeed"(%0) : (!stablehlo.token) -> (tensor<2xf32>, tensor<i8>, !stablehlo.token)
  %2 = "stablehlo.outfeed"(%1#1, %1#2) : (tensor<i8>, !stablehlo.token) -> !stablehlo.token
  return %1#0 : tensor<2xf32>
}
