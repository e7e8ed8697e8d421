// Programs that JAX exported for its CPU call LAPACK. The expected values are those of NumPy.
// REQUIRES: cpu, interpreter
// RUN: split-file %s %t
// RUN: hlo-run %t/solve.mlir --compare-with interpreter --input 'dense<[[0.0, 2.0], [4.0, 1.0]]> : tensor<2x2xf32>' --input 'dense<[[2.0], [9.0]]> : tensor<2x1xf32>' | FileCheck %s --check-prefix=SOLVE
// SOLVE: out0: tensor<2x1xf32>
// SOLVE-NEXT: 2.0
// SOLVE-NEXT: 1.0
// SOLVE: out1: tensor<2xi32> [2 2]
// SOLVE: out2: tensor<i32> 0
// SOLVE: 3 of 3 results

// The matrix is singular: the second pivot is zero.
// RUN: hlo-run %t/solve.mlir --input 'dense<[[1.0, 2.0], [2.0, 4.0]]> : tensor<2x2xf32>' --input 'dense<[[2.0], [9.0]]> : tensor<2x1xf32>' | FileCheck %s --check-prefix=SINGULAR
// SINGULAR: out2: tensor<i32> 2

// RUN: not hlo-run %t/type.mlir --input random 2>&1 | FileCheck %s --check-prefix=TYPE
// TYPE: type.mlir:2:10: error: `@lapack_dgetrf_ffi`: operand 0: expected elements of type f64, found tensor<2x2xf32>

// RUN: not hlo-run %t/layout.mlir --input random 2>&1 | FileCheck %s --check-prefix=LAYOUT
// LAYOUT: layout.mlir:2:10: error: `@lapack_sgeqrf_ffi`: `operand_layouts` 0: expected layout [0, 1], found [1, 0]

// RUN: not hlo-run %t/setting.mlir --input random 2>&1 | FileCheck %s --check-prefix=SETTING
// SETTING: setting.mlir:2:10: error: `@lapack_spotrf_ffi`: `uplo`: expected one of 76, 85, found 65

// Functions for C have no runtime.
// RUN: not hlo-compile %t/solve.mlir -o %t.o 2>&1 | FileCheck %s --check-prefix=AHEAD
// AHEAD: solve.mlir:2:10: error: `stablehlo.custom_call` of `@lapack_sgetrf_ffi` needs the runtime, which C functions do not have

//--- solve.mlir
func.func @main(%a: tensor<2x2xf32>, %b: tensor<2x1xf32>) -> (tensor<2x1xf32>, tensor<2xi32>, tensor<i32>) {
  %0:3 = stablehlo.custom_call @lapack_sgetrf_ffi(%a) {mhlo.backend_config = {}, operand_layouts = [dense<[0, 1]> : tensor<2xindex>], result_layouts = [dense<[0, 1]> : tensor<2xindex>, dense<0> : tensor<1xindex>, dense<> : tensor<0xindex>]} : (tensor<2x2xf32>) -> (tensor<2x2xf32>, tensor<2xi32>, tensor<i32>)
  // The program of this test exchanges the rows.
  %b1 = stablehlo.reverse %b, dims = [0] : tensor<2x1xf32>
  %1 = stablehlo.custom_call @lapack_strsm_ffi(%0#0, %b1) {mhlo.backend_config = {diag = 85 : ui8, side = 76 : ui8, trans_x = 78 : ui8, uplo = 76 : ui8}, operand_layouts = [dense<[0, 1]> : tensor<2xindex>, dense<[0, 1]> : tensor<2xindex>], result_layouts = [dense<[0, 1]> : tensor<2xindex>]} : (tensor<2x2xf32>, tensor<2x1xf32>) -> tensor<2x1xf32>
  %2 = stablehlo.custom_call @lapack_strsm_ffi(%0#0, %1) {mhlo.backend_config = {diag = 78 : ui8, side = 76 : ui8, trans_x = 78 : ui8, uplo = 85 : ui8}, operand_layouts = [dense<[0, 1]> : tensor<2xindex>, dense<[0, 1]> : tensor<2xindex>], result_layouts = [dense<[0, 1]> : tensor<2xindex>]} : (tensor<2x2xf32>, tensor<2x1xf32>) -> tensor<2x1xf32>
  return %2, %0#1, %0#2 : tensor<2x1xf32>, tensor<2xi32>, tensor<i32>
}

//--- type.mlir
func.func @main(%a: tensor<2x2xf32>) -> tensor<2x2xf32> {
  %0:3 = stablehlo.custom_call @lapack_dgetrf_ffi(%a) {mhlo.backend_config = {}, operand_layouts = [dense<[0, 1]> : tensor<2xindex>], result_layouts = [dense<[0, 1]> : tensor<2xindex>, dense<0> : tensor<1xindex>, dense<> : tensor<0xindex>]} : (tensor<2x2xf32>) -> (tensor<2x2xf32>, tensor<2xi32>, tensor<i32>)
  return %0#0 : tensor<2x2xf32>
}

//--- layout.mlir
func.func @main(%a: tensor<2x2xf32>) -> tensor<2x2xf32> {
  %0:2 = stablehlo.custom_call @lapack_sgeqrf_ffi(%a) {mhlo.backend_config = {}, operand_layouts = [dense<[1, 0]> : tensor<2xindex>], result_layouts = [dense<[0, 1]> : tensor<2xindex>, dense<0> : tensor<1xindex>]} : (tensor<2x2xf32>) -> (tensor<2x2xf32>, tensor<2xf32>)
  return %0#0 : tensor<2x2xf32>
}

//--- setting.mlir
func.func @main(%a: tensor<2x2xf32>) -> tensor<2x2xf32> {
  %0:2 = stablehlo.custom_call @lapack_spotrf_ffi(%a) {mhlo.backend_config = {uplo = 65 : ui8}, operand_layouts = [dense<[0, 1]> : tensor<2xindex>], result_layouts = [dense<[0, 1]> : tensor<2xindex>, dense<> : tensor<0xindex>]} : (tensor<2x2xf32>) -> (tensor<2x2xf32>, tensor<i32>)
  return %0#0 : tensor<2x2xf32>
}
