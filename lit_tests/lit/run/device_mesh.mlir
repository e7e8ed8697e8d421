// REQUIRES: interpreter
// RUN: hlo-run %s --check --platform interpreter | FileCheck %s
// CHECK: checks hold

// Collectives of a device mesh with two replicas and one partition.
func.func @collectives() -> (tensor<2xi64>, tensor<4xi64>, tensor<2xi64>, tensor<2xi64>, tensor<1xi64>, tensor<2xi64>, tensor<2xi64>, tensor<2xi64>) {
  %replica = stablehlo.replica_id : tensor<ui32>
  %partition = stablehlo.partition_id : tensor<ui32>
  %id = stablehlo.add %replica, %partition : tensor<ui32>
  %number = stablehlo.convert %id : (tensor<ui32>) -> tensor<i64>
  %ten = stablehlo.constant dense<10> : tensor<i64>
  %tens = stablehlo.multiply %number, %ten : tensor<i64>
  %row = stablehlo.broadcast_in_dim %tens, dims = [] : (tensor<i64>) -> tensor<2xi64>
  %places = stablehlo.iota dim = 0 : tensor<2xi64>
  // [0, 1] on one replica, [10, 11] on the other.
  %x = stablehlo.add %row, %places : tensor<2xi64>
  %sum = "stablehlo.all_reduce"(%x) ({
  ^bb0(%a: tensor<i64>, %b: tensor<i64>):
    %0 = stablehlo.add %a, %b : tensor<i64>
    stablehlo.return %0 : tensor<i64>
  }) {replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>} : (tensor<2xi64>) -> tensor<2xi64>
  %all = "stablehlo.all_gather"(%x) {all_gather_dim = 0 : i64, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>} : (tensor<2xi64>) -> tensor<4xi64>
  %exchanged = "stablehlo.all_to_all"(%x) {split_dimension = 0 : i64, concat_dimension = 0 : i64, split_count = 2 : i64, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>} : (tensor<2xi64>) -> tensor<2xi64>
  %permuted = "stablehlo.collective_permute"(%x) {source_target_pairs = dense<[[0, 1], [1, 0]]> : tensor<2x2xi64>} : (tensor<2xi64>) -> tensor<2xi64>
  %scattered = "stablehlo.reduce_scatter"(%x) ({
  ^bb0(%a: tensor<i64>, %b: tensor<i64>):
    %0 = stablehlo.maximum %a, %b : tensor<i64>
    stablehlo.return %0 : tensor<i64>
  }) {scatter_dimension = 0 : i64, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>} : (tensor<2xi64>) -> tensor<1xi64>
  %broadcast = "stablehlo.collective_broadcast"(%x) {replica_groups = dense<[[1, 0]]> : tensor<1x2xi64>} : (tensor<2xi64>) -> tensor<2xi64>
  %reduced = "stablehlo.collective_reduce"(%x) ({
  ^bb0(%a: tensor<i64>, %b: tensor<i64>):
    %0 = stablehlo.add %a, %b : tensor<i64>
    stablehlo.return %0 : tensor<i64>
  }) {replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>} : (tensor<2xi64>) -> tensor<2xi64>
  %total = "stablehlo.cross-replica-sum"(%x) {replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>} : (tensor<2xi64>) -> tensor<2xi64>
  return %sum, %all, %exchanged, %permuted, %scattered, %broadcast, %reduced, %total : tensor<2xi64>, tensor<4xi64>, tensor<2xi64>, tensor<2xi64>, tensor<1xi64>, tensor<2xi64>, tensor<2xi64>, tensor<2xi64>
}

func.func @fed() -> tensor<2xf32> {
  %0 = stablehlo.constant dense<[1.5, 2.5]> : tensor<2xf32>
  return %0 : tensor<2xf32>
}

func.func @sends() -> tensor<2xf32> {
  %start = stablehlo.create_token : !stablehlo.token
  %fed:2 = "stablehlo.infeed"(%start) : (!stablehlo.token) -> (tensor<2xf32>, !stablehlo.token)
  %sent = "stablehlo.send"(%fed#0, %fed#1) {channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, source_target_pairs = dense<[[0, 1]]> : tensor<1x2xi64>} : (tensor<2xf32>, !stablehlo.token) -> !stablehlo.token
  %out = "stablehlo.outfeed"(%fed#0, %start) : (tensor<2xf32>, !stablehlo.token) -> !stablehlo.token
  %end = stablehlo.after_all %sent, %out : !stablehlo.token
  return %fed#0 : tensor<2xf32>
}

func.func @receives() -> tensor<2xf32> {
  %start = stablehlo.create_token : !stablehlo.token
  %received:2 = "stablehlo.recv"(%start) {channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, source_target_pairs = dense<[[0, 1]]> : tensor<1x2xi64>} : (!stablehlo.token) -> (tensor<2xf32>, !stablehlo.token)
  return %received#0 : tensor<2xf32>
}

func.func public @main() {
  %r:16 = "interpreter.run_parallel"() {programs = [[@collectives], [@collectives]]} : () -> (tensor<2xi64>, tensor<4xi64>, tensor<2xi64>, tensor<2xi64>, tensor<1xi64>, tensor<2xi64>, tensor<2xi64>, tensor<2xi64>, tensor<2xi64>, tensor<4xi64>, tensor<2xi64>, tensor<2xi64>, tensor<1xi64>, tensor<2xi64>, tensor<2xi64>, tensor<2xi64>)
  check.expect_eq_const %r#0, dense<[10, 12]> : tensor<2xi64>
  check.expect_eq_const %r#8, dense<[10, 12]> : tensor<2xi64>
  check.expect_eq_const %r#1, dense<[0, 1, 10, 11]> : tensor<4xi64>
  check.expect_eq_const %r#2, dense<[0, 10]> : tensor<2xi64>
  check.expect_eq_const %r#10, dense<[1, 11]> : tensor<2xi64>
  check.expect_eq_const %r#3, dense<[10, 11]> : tensor<2xi64>
  check.expect_eq_const %r#11, dense<[0, 1]> : tensor<2xi64>
  check.expect_eq_const %r#4, dense<[10]> : tensor<1xi64>
  check.expect_eq_const %r#12, dense<[11]> : tensor<1xi64>
  check.expect_eq_const %r#5, dense<[10, 11]> : tensor<2xi64>
  check.expect_eq_const %r#6, dense<[10, 12]> : tensor<2xi64>
  check.expect_eq_const %r#14, dense<[0, 0]> : tensor<2xi64>
  check.expect_eq_const %r#7, dense<[10, 12]> : tensor<2xi64>

  %sent:2 = "interpreter.run_parallel"() {infeed = [@fed, @fed], programs = [[@sends], [@receives]]} : () -> (tensor<2xf32>, tensor<2xf32>)
  check.expect_eq_const %sent#0, dense<[1.5, 2.5]> : tensor<2xf32>
  check.expect_eq_const %sent#1, dense<[1.5, 2.5]> : tensor<2xf32>

  // Asynchronous operations are complete when they are waited for.
  %future = "stablehlo.async_start"(%sent#0) ({
  ^bb0(%x: tensor<2xf32>):
    %y = stablehlo.slice %x [1:2] : (tensor<2xf32>) -> tensor<1xf32>
    stablehlo.return %y : tensor<1xf32>
  }) : (tensor<2xf32>) -> !stablehlo.future<tensor<1xf32>>
  %done = "stablehlo.async_done"(%future) : (!stablehlo.future<tensor<1xf32>>) -> tensor<1xf32>
  check.expect_eq_const %done, dense<[2.5]> : tensor<1xf32>
  return
}
