// The header of a partitioned program has the shards of each rank.
// REQUIRES: cpu
// RUN: split-file %s %t
// RUN: hlo-compile %t/rows.mlir --partitions 2 -o %t.o --header - | FileCheck %s --check-prefix=ROWS
// RUN: hlo-compile %t/rows.mlir --partitions 2 --replicas 2 -o %t.o --header - | FileCheck %s --check-prefix=BOTH
// RUN: hlo-compile %t/sharded_replicas.mlir --partitions 2 --replicas 2 -o %t.o --header - | FileCheck %s --check-prefix=SHARDED
// RUN: hlo-compile %t/apart.mlir --partitions 2 -o %t.o --header - | FileCheck %s --check-prefix=APART
// RUN: hlo-compile %t/dynamic.mlir --partitions 2 --sizes 6 -o %t.o --header - | FileCheck %s --check-prefix=DYNAMIC
// RUN: hlo-compile %t/whole.mlir --partitions 2 -o %t.o 2>&1 | FileCheck %s --check-prefix=WHOLE
// RUN: hlo-compile %t/replicas.mlir --replicas 3 -o %t.o --header - | FileCheck %s --check-prefix=REPLICAS
// RUN: hlo-compile %t/number.mlir --replicas 2 --partitions 2 -o %t.o --header - | FileCheck %s --check-prefix=NUMBER
// RUN: not hlo-compile %t/replicas.mlir -o %t.o 2>&1 | FileCheck %s --check-prefix=ALONE
// RUN: not hlo-compile %t/whole.mlir --partitions 300 --replicas 300 -o %t.o 2>&1 | FileCheck %s --check-prefix=MANY
// RUN: not hlo-compile %t/send.mlir --partitions 2 -o %t.o 2>&1 | FileCheck %s --check-prefix=SEND

// ROWS: #define ROWS_ARGUMENT0_SHAPE {2, 3}
// ROWS: #define ROWS_ARGUMENT0_WHOLE_SHAPE {4, 3}
// ROWS-NEXT: static const int64_t rows_argument0_starts[2][2] = {{[{][{]}}0, 0}, {2, 0{{[}][}]}};
// ROWS-NOT: _starts
// ROWS: {"all_reduce", 12, 1, rows_members0, 1, 2},
// ROWS: int rows(

// The ranks of a replica follow each other, and replicas have equal shards.
// BOTH: #define ROWS_ARGUMENT0_WHOLE_SHAPE {4, 3}
// BOTH-NEXT: static const int64_t rows_argument0_starts[4][2] = {{[{][{]}}0, 0}, {2, 0}, {0, 0}, {2, 0{{[}][}]}};
// BOTH: #define ROWS_RANKS 4

// A program with collectives between replicas is partitioned.
// SHARDED: #define SHARDED_REPLICAS_ARGUMENT0_SHAPE {2}
// SHARDED: static const int64_t sharded_replicas_argument0_starts[4][1] = {{[{][{]}}0}, {2}, {0}, {2{{[}][}]}};
// SHARDED: #define SHARDED_REPLICAS_RANKS 4

// A function without communication has no transport.
// APART: static const int64_t apart_argument0_starts[2][1] = {{[{][{]}}0}, {2{{[}][}]}};
// APART-NOT: hloom_ranks
// APART: void apart(const float *argument0,

// DYNAMIC: #define DYNAMIC_ARGUMENT0_SHAPE {3}
// DYNAMIC: #define DYNAMIC_ARGUMENT0_WHOLE_SHAPE {6}

// WHOLE: whole.mlir: warning: the program has no sharding; each of 2 partitions computes the whole program

// REPLICAS: #define REPLICAS_RANKS 3
// REPLICAS: {"all_reduce", 4, 0, replicas_members0, 1, 3},
// NUMBER: #define NUMBER_RANKS 4
// NUMBER: #define NUMBER_LARGEST_TRANSFER 0
// NUMBER: #define NUMBER_COLLECTIVES 0
// NUMBER-NOT: number_collectives
// NUMBER: int number(uint32_t *result0,
// ALONE: replicas.mlir:2:8: error: `stablehlo.all_reduce`: expected groups within a device mesh of 1 by 1 (replicas by partitions), found id 1; pass the number of partitions or replicas
// MANY: error: expected 1 to 65536 ranks, found 300 partitions and 300 replicas
// SEND: send.mlir:3:8: error: `stablehlo.send` would run on each of 2 partitions

//--- rows.mlir
sdy.mesh @mesh = <["x"=2]>
func.func @main(%a: tensor<4x3xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>}) -> tensor<3xf32> {
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %0 = stablehlo.reduce(%a init: %zero) applies stablehlo.add across dimensions = [0]
    : (tensor<4x3xf32>, tensor<f32>) -> tensor<3xf32>
  return %0 : tensor<3xf32>
}

//--- apart.mlir
sdy.mesh @mesh = <["x"=2]>
func.func @main(%a: tensor<4xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}]>})
    -> (tensor<4xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}]>}) {
  %0 = stablehlo.add %a, %a : tensor<4xf32>
  return %0 : tensor<4xf32>
}

//--- dynamic.mlir
sdy.mesh @mesh = <["x"=2]>
func.func @main(%a: tensor<?xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}]>}) -> tensor<f32> {
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %0 = stablehlo.reduce(%a init: %zero) applies stablehlo.add across dimensions = [0]
    : (tensor<?xf32>, tensor<f32>) -> tensor<f32>
  return %0 : tensor<f32>
}

//--- whole.mlir
func.func @main(%a: tensor<4xf32>) -> tensor<4xf32> {
  return %a : tensor<4xf32>
}

//--- replicas.mlir
func.func @main(%x: tensor<f32>) -> tensor<f32> {
  %0 = "stablehlo.all_reduce"(%x) ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %sum = stablehlo.add %a, %b : tensor<f32>
    stablehlo.return %sum : tensor<f32>
  }) {replica_groups = dense<[[0, 1, 2]]> : tensor<1x3xi64>} : (tensor<f32>) -> tensor<f32>
  return %0 : tensor<f32>
}

//--- sharded_replicas.mlir
sdy.mesh @mesh = <["x"=2]>
func.func @main(%x: tensor<4xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}]>})
    -> (tensor<4xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}]>}) {
  %0 = "stablehlo.all_reduce"(%x) ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %sum = stablehlo.add %a, %b : tensor<f32>
    stablehlo.return %sum : tensor<f32>
  }) {replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>} : (tensor<4xf32>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}

//--- number.mlir
func.func @main() -> tensor<ui32> {
  %0 = stablehlo.partition_id : tensor<ui32>
  return %0 : tensor<ui32>
}

//--- send.mlir
func.func @main(%a: tensor<4xf32>) -> tensor<4xf32> {
  %token = stablehlo.create_token : !stablehlo.token
  %0 = "stablehlo.send"(%a, %token) {channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>} : (tensor<4xf32>, !stablehlo.token) -> !stablehlo.token
  return %a : tensor<4xf32>
}
