// A program with collectives becomes a function that takes the transport of its caller.
// REQUIRES: cpu
// RUN: hlo-compile %s -o %t.o --name sums --header - | FileCheck %s
// RUN: rm -rf %t && mkdir %t && hlo-compile %s -o %t/sums.o --name sums --header %t/sums.h
// RUN: hlo-compile %s -o %t/others.o --name others --header %t/others.h
// RUN: echo '#include "sums.h"' > %t/both.c && echo '#include "others.h"' >> %t/both.c
// RUN: cc -std=c11 -Wall -Wextra -Wpedantic -Werror -fsyntax-only -I%t %t/both.c
// RUN: c++ -x c++ -std=c++17 -Wall -Wextra -Wpedantic -Werror -fsyntax-only -I%t %t/both.c
// RUN: not hlo-compile %s --partitions 4 -o %t.o 2>&1 | FileCheck %s --check-prefix=FOUR
// RUN: not hlo-compile %s --emit wasm -o %t.wasm 2>&1 | FileCheck %s --check-prefix=WASM
// RUN: not hlo-compile %s --rust %t.rs -o %t.o 2>&1 | FileCheck %s --check-prefix=RUST
// RUN: not hlo-compile %s --name hloom_ranks -o %t.o 2>&1 | FileCheck %s --check-prefix=NAME

// FOUR: error: the program is for 2 partitions, not 4
// WASM: error: `--emit wasm` does not support programs that communicate
// RUST: error: `--rust` does not support programs that communicate
// NAME: error: `hloom_ranks` cannot be the function's name: the header has a type of that name

// CHECK: All ranks call the function
// CHECK: #include <stddef.h>
// CHECK: #define SUMS_ARGUMENTS 1
// CHECK: #ifndef HLOOM_RANKS
// CHECK: typedef struct hloom_ranks {
// CHECK: #define SUMS_RANKS 2
// CHECK: #define SUMS_LARGEST_TRANSFER 16
// CHECK: #define SUMS_COLLECTIVES 2
// CHECK: static const uint32_t sums_members0[2] = {0, 1};
// CHECK-NOT: sums_members1
// CHECK: static const hloom_collective sums_collectives[SUMS_COLLECTIVES] = {
// CHECK-NEXT: {"all_reduce", 16, 1, sums_members0, 1, 2},
// CHECK-NEXT: {"all_gather", 16, 2, sums_members0, 1, 2},
// CHECK: int sums(const uint32_t *argument0,
// CHECK: void *arena,
// CHECK-NEXT: const hloom_ranks *ranks);
module attributes {mhlo.num_partitions = 2 : i32} {
func.func @main(%x: tensor<4xui32>) -> (tensor<4xui32>, tensor<8xui32>) {
  %0 = stablehlo.partition_id : tensor<ui32>
  %1 = "stablehlo.all_reduce"(%x) ({
  ^bb0(%a: tensor<ui32>, %b: tensor<ui32>):
    %sum = stablehlo.add %a, %b : tensor<ui32>
    stablehlo.return %sum : tensor<ui32>
  }) {replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>, channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, use_global_device_ids} : (tensor<4xui32>) -> tensor<4xui32>
  %2 = stablehlo.broadcast_in_dim %0, dims = [] : (tensor<ui32>) -> tensor<4xui32>
  %3 = stablehlo.add %1, %2 : tensor<4xui32>
  %4 = "stablehlo.all_gather"(%3) {all_gather_dim = 0 : i64, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>, channel_handle = #stablehlo.channel_handle<handle = 2, type = 1>, use_global_device_ids} : (tensor<4xui32>) -> tensor<8xui32>
  return %3, %4 : tensor<4xui32>, tensor<8xui32>
}
}
