// RUN: hlo-opt %s --split-input-file --verify-diagnostics --pass-pipeline='builtin.module(hloom-verify-level)' | FileCheck %s
// RUN: not hlo-opt %s --split-input-file --pass-pipeline='builtin.module(hloom-verify-level{level=none})' 2>&1 | FileCheck %s --check-prefix=UNKNOWN

// UNKNOWN: error: unknown level `none`; the levels are hlo, linalg, loops, buffers, target

// Level `hlo` is the default; other levels are tested in the folder `verify_level`. The pass changes
// nothing.
// CHECK-LABEL: func.func @main
// CHECK-SAME: attributes {hloom.aliases = array<i64: 0, 0>}
// CHECK-NEXT: %[[SUM:.*]] = stablehlo.add %arg0, %arg0 : tensor<4xf32>
// CHECK-NEXT: %[[CALLED:.*]] = stablehlo.custom_call @f(%[[SUM]]) {hloom.operand_types = [tensor<4xf32>], hloom.result_types = [tensor<4xf8E4M3FN>]} : (tensor<4xf32>) -> tensor<4xi8>
// CHECK-NEXT: return %[[SUM]], %[[CALLED]]
func.func @main(%x: tensor<4xf32>) -> (tensor<4xf32>, tensor<4xi8>) attributes {hloom.aliases = array<i64: 0, 0>} {
  %0 = stablehlo.add %x, %x : tensor<4xf32>
  %1 = stablehlo.custom_call @f(%0) {hloom.operand_types = [tensor<4xf32>], hloom.result_types = [tensor<4xf8E4M3FN>]} : (tensor<4xf32>) -> tensor<4xi8>
  return %0, %1 : tensor<4xf32>, tensor<4xi8>
}

// Bodies are functions. Some functions of CHLO stay.
// CHECK-LABEL: func.func private @body
// CHECK-LABEL: func.func @chlo
func.func private @body(%x: tensor<f32>, %y: tensor<f32>) -> tensor<f32> attributes {hloom.body} {
  %0 = stablehlo.add %x, %y : tensor<f32>
  return %0 : tensor<f32>
}
func.func @chlo(%x: tensor<4xf32>) -> tensor<4xf32> {
  %0 = chlo.erf %x : tensor<4xf32> -> tensor<4xf32>
  return %0 : tensor<4xf32>
}

// -----

// Each operation is reported.
func.func private @implementation(%x: tensor<4xf32>) -> tensor<4xf32> {
  return %x : tensor<4xf32>
}
func.func @composites(%x: tensor<4xf32>) -> tensor<4xf32> {
  // expected-error @below {{`stablehlo.composite` must not remain at level `hlo`}}
  %0 = stablehlo.composite "test.f" %x {decomposition = @implementation} : (tensor<4xf32>) -> tensor<4xf32>
  // expected-error @below {{`stablehlo.composite` must not remain at level `hlo`}}
  %1 = stablehlo.composite "test.f" %0 {decomposition = @implementation} : (tensor<4xf32>) -> tensor<4xf32>
  return %1 : tensor<4xf32>
}

// -----

// Attributes that are not documented, on an operation and on the module.
// expected-error @below {{`builtin.module`: unknown attribute `hloom.version`; the prefix `hloom` is reserved}}
module attributes {hloom.version = 1 : i64, mhlo.num_partitions = 1 : i32} {
  // expected-error @below {{`func.func`: unknown attribute `hloom.alias`; the prefix `hloom` is reserved}}
  func.func @unknown(%x: tensor<4xf32>) -> tensor<4xf32> attributes {hloom.alias = array<i64: 0, 0>} {
    return %x : tensor<4xf32>
  }
}

// -----

// Attributes on operations that do not have them, also in regions.
func.func @misplaced(%x: tensor<4xf32>) -> tensor<4xf32> {
  %0 = "stablehlo.map"(%x) <{dimensions = array<i64: 0>}> ({
  ^bb0(%a: tensor<f32>):
    // expected-error @below {{`stablehlo.negate`: expected `hloom.body` on `func.func` or `llvm.func` or `spirv.func` only}}
    %1 = stablehlo.negate %a {hloom.body} : tensor<f32>
    stablehlo.return %1 : tensor<f32>
  }) : (tensor<4xf32>) -> tensor<4xf32>
  // expected-error @below {{`stablehlo.abs`: expected `hloom.result_types` on `stablehlo.custom_call` only}}
  %2 = stablehlo.abs %0 {hloom.result_types = [tensor<4xf32>]} : tensor<4xf32>
  return %2 : tensor<4xf32>
}

// -----

// Attributes of later levels.
// expected-error @below {{`func.func`: expected `hloom.inputs` at levels `buffers` to `target`, found it at `hlo`}}
func.func @early(%x: tensor<4xf32>) -> tensor<4xf32> attributes {hloom.inputs = 1 : i64} {
  // expected-error @below {{`stablehlo.abs`: expected `hloom.scheduled` at levels `linalg` to `buffers`, found it at `hlo`}}
  %0 = stablehlo.abs %x {hloom.scheduled} : tensor<4xf32>
  return %0 : tensor<4xf32>
}

// -----

// Public functions have static shapes. Others may not: the conversion to `linalg` refuses them.
// expected-error @below {{function `@dynamic` is not valid at level `hlo`: expected static shapes, found `tensor<?xf32>`}}
func.func @dynamic(%x: tensor<?xf32>) -> tensor<?xf32> {
  return %x : tensor<?xf32>
}
func.func private @inner(%x: tensor<?xf32>) -> tensor<?xf32> {
  return %x : tensor<?xf32>
}

// -----

// Quantized types and small floats are integers by now.
// expected-error @below {{`func.func` has element type `f8E4M3FN`, which must not remain at level `hlo`}}
func.func @narrow(%x: tensor<4xf8E4M3FN>, %y: tensor<4xf32>) -> tensor<4xf8E4M3FN> {
  // expected-error @below {{`stablehlo.uniform_quantize` has element type `!quant.uniform<i8:f32, 5.000000e-01>`}}
  %0 = stablehlo.uniform_quantize %y : (tensor<4xf32>) -> tensor<4x!quant.uniform<i8:f32, 0.5>>
  return %x : tensor<4xf8E4M3FN>
}
