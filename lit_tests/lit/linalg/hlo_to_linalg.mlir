// RUN: hlo-opt %s --split-input-file --verify-diagnostics --pass-pipeline='builtin.module(hlo-to-linalg)' | FileCheck %s

// Each operation becomes a loop nest of its own; `hloom-fuse-elementwise` fuses them. Families of
// operations are tested in the folder `hlo_to_linalg`.
// CHECK-DAG: #[[LHS:.*]] = affine_map<(d0, d1, d2) -> (d0, d2)>
// CHECK-DAG: #[[RHS:.*]] = affine_map<(d0, d1, d2) -> (d2, d1)>
// CHECK-DAG: #[[OUT:.*]] = affine_map<(d0, d1, d2) -> (d0, d1)>
// CHECK-DAG: #[[ROW:.*]] = affine_map<(d0, d1) -> (d1)>
// CHECK-DAG: #[[ID:.*]] = affine_map<(d0, d1) -> (d0, d1)>
// CHECK-LABEL: func.func @main
// CHECK-SAME: (%[[X:.*]]: tensor<4x8xf32>, %[[W:.*]]: tensor<8x16xf32>, %[[B:.*]]: tensor<16xf32>)
// CHECK: %[[ZERO:.*]] = arith.constant 0.0
// CHECK: %[[FILL:.*]] = linalg.fill ins(%[[ZERO]]
// CHECK: %[[PRODUCT:.*]] = linalg.generic {indexing_maps = [#[[LHS]], #[[RHS]], #[[OUT]]], iterator_types = ["parallel", "parallel", "reduction"]} ins(%[[X]], %[[W]] : {{.*}}) outs(%[[FILL]]
// CHECK: arith.mulf
// CHECK: arith.addf
// CHECK: %[[ROWS:.*]] = linalg.generic {indexing_maps = [#[[ROW]], #[[ID]]], iterator_types = ["parallel", "parallel"]} ins(%[[B]]
// CHECK: %[[SUM:.*]] = linalg.generic {indexing_maps = [#[[ID]], #[[ID]], #[[ID]]], iterator_types = ["parallel", "parallel"]} ins(%[[PRODUCT]], %[[ROWS]]
// CHECK: ^bb0(%[[P:.*]]: f32, %[[Q:.*]]: f32, %{{.*}}: f32):
// CHECK: arith.addf %[[P]], %[[Q]] : f32
// CHECK: return %[[SUM]] : tensor<4x16xf32>
func.func @main(%x: tensor<4x8xf32>, %w: tensor<8x16xf32>, %b: tensor<16xf32>) -> tensor<4x16xf32> {
  %0 = stablehlo.dot_general %x, %w, contracting_dims = [1] x [0] : (tensor<4x8xf32>, tensor<8x16xf32>) -> tensor<4x16xf32>
  %1 = stablehlo.broadcast_in_dim %b, dims = [1] : (tensor<16xf32>) -> tensor<4x16xf32>
  %2 = stablehlo.add %0, %1 : tensor<4x16xf32>
  return %2 : tensor<4x16xf32>
}

// -----

// Types become signless: signs are in the operations. A quotient by zero has all bits set.
// CHECK-LABEL: func.func @signs
// CHECK-SAME: (%{{.*}}: tensor<4xi8>, %{{.*}}: tensor<4xi8>) -> (tensor<4xi8>, tensor<4xi1>)
// CHECK: %[[IS_ZERO:.*]] = arith.cmpi eq
// CHECK: %[[QUOTIENT:.*]] = arith.divui
// CHECK: %[[ALL:.*]] = arith.constant -1 : i8
// CHECK: arith.select %[[IS_ZERO]], %[[ALL]], %[[QUOTIENT]]
// CHECK: arith.cmpi ult
func.func @signs(%x: tensor<4xui8>, %y: tensor<4xui8>) -> (tensor<4xui8>, tensor<4xi1>) {
  %0 = stablehlo.divide %x, %y : tensor<4xui8>
  %1 = stablehlo.compare LT, %x, %y : (tensor<4xui8>, tensor<4xui8>) -> tensor<4xi1>
  return %0, %1 : tensor<4xui8>, tensor<4xi1>
}

// -----

// A function that was a body takes and returns scalars.
// CHECK-LABEL: func.func private @body
// CHECK-SAME: (%[[X:.*]]: f32, %[[Y:.*]]: i8) -> f32 attributes {hloom.body}
// CHECK: %[[FLOAT:.*]] = arith.uitofp %[[Y]] : i8 to f32
// CHECK: %[[SUM:.*]] = arith.addf %[[X]], %[[FLOAT]] : f32
// CHECK: return %[[SUM]] : f32
func.func private @body(%x: tensor<f32>, %y: tensor<ui8>) -> tensor<f32> attributes {hloom.body} {
  %0 = stablehlo.convert %y : (tensor<ui8>) -> tensor<f32>
  %1 = stablehlo.add %x, %0 : tensor<f32>
  return %1 : tensor<f32>
}

// -----

// The runtime computes some operations. A declared function stands for each, and keeps the signs of
// its types. Other symbols do not take its number.
// CHECK: func.func private @hloom_call_0(memref<3xi8>, memref<3xi8>) attributes {hloom.runtime_call = {attributes = {backend_config = "c", call_target_name = "f"}, name = "stablehlo.custom_call", operands = [tensor<3xui8>], results = [tensor<3xui8>]}}
// CHECK-LABEL: func.func @runtime_call
// CHECK: %[[READ:.*]] = bufferization.to_buffer %arg0 read_only
// CHECK: %[[RESULT:.*]] = memref.alloc()
// CHECK: call @hloom_call_0(%[[READ]], %[[RESULT]])
// CHECK: bufferization.to_tensor %[[RESULT]]
sdy.mesh @hloom_call_mesh = <["x"=2]>
func.func @runtime_call(%x: tensor<3xui8>) -> tensor<3xui8> {
  %0 = stablehlo.custom_call @f(%x) {backend_config = "c"} : (tensor<3xui8>) -> tensor<3xui8>
  return %0 : tensor<3xui8>
}

// -----

// Only known attributes of functions are kept. Shardings have no meaning on one device.
// CHECK-NOT: sdy
// CHECK: func.func @attributes(%arg0: tensor<4xf32>) -> tensor<4xf32> attributes {hloom.aliases = array<i64: 0, 0>} {
// CHECK-NEXT: return %arg0
sdy.mesh @mesh = <["x"=1]>
func.func @attributes(%x: tensor<4xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}]>}) -> tensor<4xf32> attributes {hloom.aliases = array<i64: 0, 0>, execution_thread = "main"} {
  %0 = sdy.sharding_constraint %x <@mesh, [{"x"}]> : tensor<4xf32>
  return %0 : tensor<4xf32>
}

// -----

// Every refused operation is reported.
// expected-error @below {{`func.func` cannot be lowered to linalg: expected a static shape, found `tensor<?xf32>`}}
func.func @dynamic(%x: tensor<?xf32>) -> tensor<?xf32> {
  // expected-error @below {{`stablehlo.add` cannot be lowered to linalg: expected a static shape, found `tensor<?xf32>`}}
  %0 = stablehlo.add %x, %x : tensor<?xf32>
  // expected-error @below {{`func.return` cannot be lowered to linalg: expected a static shape, found `tensor<?xf32>`}}
  return %0 : tensor<?xf32>
}

// -----

func.func @types(%x: tensor<4xf32>) -> tensor<4xf32> {
  // expected-error @below {{`stablehlo.convert` cannot be lowered to linalg: element type `f8E4M3FN` is not supported}}
  %0 = stablehlo.convert %x : (tensor<4xf32>) -> tensor<4xf8E4M3FN>
  // expected-error @below {{`stablehlo.broadcast_in_dim` cannot be lowered to linalg: the size of `tensor<4611686018427387904x4xf32>` in bytes overflows 63 bits}}
  %1 = stablehlo.broadcast_in_dim %x, dims = [1] : (tensor<4xf32>) -> tensor<4611686018427387904x4xf32>
  return %x : tensor<4xf32>
}

// -----

// expected-error @below {{`func.func` cannot be lowered to linalg: expected a ranked tensor, found `!stablehlo.token`}}
func.func @token(%x: !stablehlo.token) {
  return
}

// -----

// `hlo-expand-chlo` must come first.
func.func @chlo(%x: tensor<4xf32>) -> (tensor<4xf32>, tensor<4xf32>) {
  %0 = chlo.erf %x : tensor<4xf32> -> tensor<4xf32>
  // expected-error @below {{`chlo.lgamma` cannot be lowered to linalg: hloom has no lowering for this operation}}
  %1 = chlo.lgamma %x : tensor<4xf32> -> tensor<4xf32>
  return %0, %1 : tensor<4xf32>, tensor<4xf32>
}

// -----

func.func @blocks(%x: tensor<4xf32>) -> tensor<4xf32> {
  // expected-error @below {{`cf.br` is not a StableHLO operation}}
  cf.br ^end
^end:
  return %x : tensor<4xf32>
}
