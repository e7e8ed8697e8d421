// RUN: hlo-opt %s --split-input-file --verify-diagnostics --pass-pipeline='builtin.module(hloom-emit-entry{c-function=true})' | FileCheck %s
// RUN: hlo-opt %s --split-input-file --verify-diagnostics --pass-pipeline='builtin.module(hloom-emit-entry{c-function=true address-bits=32})' | FileCheck %s --check-prefix=SHORT

// Two collectives with equal groups share their tables. Exchanges of no elements vanish.
// CHECK: llvm.mlir.global internal constant @hloom_places_0(dense<[0, 2, 0, 2, 2, 0, 2, 2, 1, 0, 2, 1]> : tensor<12xi32>)
// CHECK: llvm.mlir.global internal constant @hloom_members_0(dense<[0, 3, 1, 2]> : tensor<4xi32>)
// CHECK: llvm.mlir.global internal constant @hloom_pairs_1(dense<[-1, 2, -1, -1, 0, -1, -1, -1]> : tensor<8xi32>)
// CHECK: llvm.func internal @hloom_exchange({{.*}}%arg6: i64, %arg7: i32) -> i32
// SHORT: llvm.func internal @hloom_exchange({{.*}}%arg6: i32, %arg7: i32) -> i32
// CHECK-LABEL: llvm.func @main(%arg0: !llvm.ptr {llvm.noalias}, %arg1: !llvm.ptr, %arg2: !llvm.ptr, %arg3: !llvm.ptr) -> (i32 {llvm.signext})
// CHECK-SAME: hloom.collectives = {largest = 24 : i64, list = [
// CHECK-SAME: {bytes = 24 : i64, channel = 1 : i64, groups = [array<i64: 0, 3>, array<i64: 1, 2>], kind = "all_gather"},
// CHECK-SAME: {bytes = 8 : i64, channel = 0 : i64, groups = [array<i64: 0, 2>], kind = "collective_permute"}], ranks = 4 : i64}
// CHECK: %[[STATUS:.+]] = llvm.call @hloom_exchange(%arg3, %{{.*}}, %{{.*}}, %arg0, %{{.*}}, %arg1, %{{.*}}, %{{.*}})
// CHECK: llvm.icmp "ne" %[[STATUS]]
// CHECK: llvm.cond_br
// CHECK: llvm.call @hloom_permute(
// CHECK: llvm.call @hloom_exchange(
// CHECK: llvm.call @hloom_place(
// CHECK-NOT: llvm.call
// CHECK: llvm.cond_br
// CHECK: %[[ZERO:.+]] = llvm.mlir.constant(0 : i32)
// CHECK: llvm.return %[[ZERO]] : i32
// CHECK: llvm.return %[[STATUS]] : i32
llvm.func @hloom_call_0(!llvm.ptr, !llvm.ptr) attributes {hloom.runtime_call = {attributes = {bytes = 24 : i64, call_target_name = "hloom.exchange", channel = 1 : i64, groups = [array<i64: 0, 3>, array<i64: 1, 2>], number = 3 : i64, operation = "stablehlo.all_gather", pattern = "gather", ranks = 4 : i64}, name = "stablehlo.custom_call", operands = [tensor<6xf32>], results = [tensor<2x6xf32>]}, sym_visibility = "private"}
llvm.func @hloom_call_1(!llvm.ptr, !llvm.ptr) attributes {hloom.runtime_call = {attributes = {bytes = 8 : i64, call_target_name = "hloom.exchange", channel = 0 : i64, groups = [array<i64: 0, 2>], number = 7 : i64, operation = "stablehlo.collective_permute", pattern = "permute", ranks = 4 : i64}, name = "stablehlo.custom_call", operands = [tensor<2xf32>], results = [tensor<2xf32>]}, sym_visibility = "private"}
llvm.func @hloom_call_2(!llvm.ptr, !llvm.ptr) attributes {hloom.runtime_call = {attributes = {bytes = 24 : i64, call_target_name = "hloom.exchange", channel = 1 : i64, groups = [array<i64: 0, 3>, array<i64: 1, 2>], number = 3 : i64, operation = "stablehlo.all_gather", pattern = "scatter", ranks = 4 : i64}, name = "stablehlo.custom_call", operands = [tensor<2x6xi8>], results = [tensor<2x6xi8>]}, sym_visibility = "private"}
llvm.func @hloom_call_3(!llvm.ptr, !llvm.ptr) attributes {hloom.runtime_call = {attributes = {bytes = 0 : i64, call_target_name = "hloom.exchange", channel = 1 : i64, groups = [array<i64: 0, 1>], number = 1 : i64, operation = "stablehlo.all_gather", pattern = "gather", ranks = 4 : i64}, name = "stablehlo.custom_call", operands = [tensor<0xf32>], results = [tensor<0xf32>]}, sym_visibility = "private"}
llvm.func @hloom_call_4(!llvm.ptr) attributes {hloom.runtime_call = {attributes = {call_target_name = "hloom.place", number_of = "replica_id", operation = "stablehlo.replica_id", partitions = 2 : i64, ranks = 4 : i64}, name = "stablehlo.custom_call", operands = [], results = [tensor<ui32>]}, sym_visibility = "private"}
llvm.func @main(%a: !llvm.ptr {llvm.noalias}, %r: !llvm.ptr, %arena: !llvm.ptr) attributes {hloom.inputs = 1 : i64} {
  llvm.call @hloom_call_0(%a, %r) : (!llvm.ptr, !llvm.ptr) -> ()
  llvm.call @hloom_call_1(%a, %arena) : (!llvm.ptr, !llvm.ptr) -> ()
  llvm.call @hloom_call_2(%a, %arena) : (!llvm.ptr, !llvm.ptr) -> ()
  llvm.call @hloom_call_3(%a, %arena) : (!llvm.ptr, !llvm.ptr) -> ()
  llvm.call @hloom_call_4(%arena) : (!llvm.ptr) -> ()
  llvm.return
}

// -----

// The calls of the runtime have another form, for which C functions have no code.
// expected-error @below {{`stablehlo.all_gather` needs the runtime, which C functions do not have}}
llvm.func @hloom_call_0(!llvm.ptr, !llvm.ptr) attributes {hloom.runtime_call = {attributes = {call_target_name = "hloom.all_gather", operation = "stablehlo.all_gather"}, name = "stablehlo.custom_call", operands = [tensor<6xf32>], results = [tensor<12xf32>]}, sym_visibility = "private"}
llvm.func @main(%a: !llvm.ptr, %r: !llvm.ptr, %arena: !llvm.ptr) attributes {hloom.inputs = 1 : i64} {
  llvm.call @hloom_call_0(%a, %r) : (!llvm.ptr, !llvm.ptr) -> ()
  llvm.return
}
