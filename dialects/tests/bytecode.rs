// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Attributes and types in bytecode have StableHLO's codes and encodings, and damaged bytecode is
//! refused.

use hloom_dialects::{Context, parse_module};
use melior::ir::operation::OperationLike;

/// A program with every attribute and type that has a code, and with the operations that got an
/// attribute after StableHLO 1.17.
const PROGRAM: &str = r#"
module attributes {
  a.channel = #stablehlo.channel_handle<handle = 1, type = -2>,
  a.direction = #stablehlo<comparison_direction GE>,
  a.compare = #stablehlo<comparison_type TOTALORDER>,
  a.conv = #stablehlo.conv<[b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f]>,
  a.dot = #stablehlo.dot<lhs_batching_dimensions = [0], rhs_batching_dimensions = [1], lhs_contracting_dimensions = [2], rhs_contracting_dimensions = [300]>,
  a.fft = #stablehlo<fft_type IRFFT>,
  a.gather = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [2], operand_batching_dims = [3], start_indices_batching_dims = [4], start_index_map = [5], index_vector_dim = 6>,
  a.precision = #stablehlo<precision HIGHEST>,
  a.algorithm = #stablehlo<rng_algorithm PHILOX>,
  a.distribution = #stablehlo<rng_distribution NORMAL>,
  a.scatter = #stablehlo.scatter<update_window_dims = [1], inserted_window_dims = [2], input_batching_dims = [3], scatter_indices_batching_dims = [4], scatter_dims_to_operand_dims = [5], index_vector_dim = 6>,
  a.transpose = #stablehlo<transpose ADJOINT>,
  a.bounds = tensor<?x4xf32, #stablehlo.bounds<8, ?>>,
  a.alias = #stablehlo.output_operand_alias<output_tuple_indices = [1], operand_index = 2, operand_tuple_indices = [3]>,
  a.dot_algorithm = #stablehlo.dot_algorithm<lhs_precision_type = bf16, rhs_precision_type = f16, accumulation_type = f32, lhs_component_count = 1, rhs_component_count = 2, num_primitive_operations = 3, allow_imprecise_accumulation = true>,
  a.mode = #stablehlo.result_accuracy_mode<HIGHEST>,
  a.accuracy = #stablehlo.result_accuracy<atol = 1.000000e-01, rtol = 2.500000e-01, ulps = 7, mode = #stablehlo.result_accuracy_mode<TOLERANCE>>,
  a.groups = #stablehlo.replica_group_mesh_axes<mesh = @mesh, axes = [#stablehlo.axis_ref<name = "x">, #stablehlo.axis_ref<name = "y", sub_axis_info = (2)3>]>,
  a.mesh = #stablehlo.mesh<axes = [<name = "x", size = 2>, <name = "y", size = 6>]>,
  a.mesh_of_devices = #stablehlo.mesh<axes = [<name = "x", size = 2>], device_ids = dense<[1, 0]> : tensor<2xi64>>,
  a.token = !stablehlo.token,
  a.future = !stablehlo.future<tensor<2xf32>, tensor<i1>>,
  c.direction = #chlo<comparison_direction NE>,
  c.compare = #chlo<comparison_type SIGNED>,
  c.precision = #chlo<precision HIGH>
} {
  func.func @later(%x: tensor<4x8xf32>, %root: tensor<i32>) {
    %0:2 = chlo.top_k(%x, k = 2) : tensor<4x8xf32> -> (tensor<4x2xf32>, tensor<4x2xi32>)
    %1:2 = chlo.top_k(%x, k = 2, is_stable = false) : tensor<4x8xf32> -> (tensor<4x2xf32>, tensor<4x2xi32>)
    %2 = stablehlo.custom_call @f(%x) : (tensor<4x8xf32>) -> tensor<4x8xf32>
    %3 = "stablehlo.collective_broadcast"(%x) {replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>} : (tensor<4x8xf32>) -> tensor<4x8xf32>
    return
  }
}
"#;

fn bytecode(text: &str) -> Vec<u8> {
    let context = Context::new();
    parse_module(&context, text, "program.mlir").unwrap().as_operation().write_bytecode()
}

#[test]
fn it_is_the_same_program() {
    let context = Context::new();
    let text = parse_module(&context, PROGRAM, "program.mlir").unwrap().as_operation().to_string();
    let again = parse_module(&context, bytecode(PROGRAM), "again.mlir").unwrap();
    assert_eq!(again.as_operation().to_string(), text);
}

#[test]
fn attributes_are_not_text() {
    let bytecode = bytecode(PROGRAM);
    let contains = |text: &str| bytecode.windows(text.len()).any(|part| part == text.as_bytes());
    // An attribute without a code is text.
    assert!(contains("precision HIGH"));
    for text in
        ["HIGHEST", "comparison", "lhs_", "_dims", "device_ids", "stablehlo.token", "future<"]
    {
        assert!(!contains(text), "{text}");
    }
}

/// Attributes with the bytes that StableHLO's own dialect writes.
///
/// A number n below 128 is the byte 2n + 1. A signed number n that is not negative is written as
/// the number 2n. A list begins with its length.
const ENCODINGS: &[(&str, &[u8])] = &[
    ("#stablehlo.channel_handle<handle = 7, type = 5>", &[3, 29, 21]),
    ("#stablehlo.conv<[b, 0, f]x[0, i, o]->[b, 0, f]>", &[9, 1, 9, 3, 5, 5, 9, 3, 1, 1, 9, 3, 5]),
    (
        "#stablehlo.dot<lhs_batching_dimensions = [0], rhs_batching_dimensions = [1], \
         lhs_contracting_dimensions = [2, 3], rhs_contracting_dimensions = [4, 5]>",
        &[11, 3, 1, 3, 5, 5, 9, 13, 5, 17, 21],
    ),
    (
        "#stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [2], \
         start_index_map = [5], index_vector_dim = 6>",
        &[15, 3, 5, 3, 9, 1, 1, 3, 21, 25],
    ),
    (
        "#stablehlo.scatter<update_window_dims = [1], inserted_window_dims = [2], \
         input_batching_dims = [3], scatter_indices_batching_dims = [4], \
         scatter_dims_to_operand_dims = [5], index_vector_dim = 6>",
        &[23, 3, 5, 3, 9, 3, 13, 3, 17, 3, 21, 25],
    ),
    (
        "#stablehlo.output_operand_alias<output_tuple_indices = [1], operand_index = 2, \
         operand_tuple_indices = [3]>",
        &[29, 3, 5, 9, 3, 13],
    ),
];

/// Returns the bytecode of a program with an attribute, and the range of the attribute's bytes.
fn with_attribute((text, encoding): (&str, &[u8])) -> (Vec<u8>, std::ops::Range<usize>) {
    let bytecode = bytecode(&format!("module attributes {{a.a = {text}}} {{}}"));
    let mut found = (0..bytecode.len()).filter(|start| bytecode[*start..].starts_with(encoding));
    let start = found.next().unwrap_or_else(|| panic!("{text}: {encoding:?} in {bytecode:?}"));
    assert_eq!(found.next(), None, "{text}");
    (bytecode, start..start + encoding.len())
}

fn refusal(bytecode: &[u8]) -> String {
    let error = parse_module(&Context::new(), bytecode, "program.mlirbc").unwrap_err();
    error.diagnostics[0].message.clone()
}

#[test]
fn encodings_are_those_of_stablehlo() {
    for encoding in ENCODINGS {
        with_attribute(*encoding);
    }
}

#[test]
fn an_unknown_code_is_refused() {
    let (mut bytecode, range) = with_attribute(ENCODINGS[0]);
    bytecode[range.start] = 2 * 60 + 1;
    assert_eq!(refusal(&bytecode), "unknown attribute code 60 in bytecode of `stablehlo`");
}

#[test]
fn an_unknown_case_is_refused() {
    let (mut bytecode, range) = with_attribute(ENCODINGS[0]);
    bytecode[range.start..range.start + 2].copy_from_slice(&[2 * 2 + 1, 2 * 9 + 1]);
    assert_eq!(refusal(&bytecode), "expected a case of the enum, found 9");
}

#[test]
fn what_is_cut_off_is_refused() {
    let context = Context::new();
    let bytecode = bytecode(PROGRAM);
    for length in 4..bytecode.len() {
        assert!(parse_module(&context, &bytecode[..length], "cut.mlirbc").is_err(), "{length}");
    }
}

// MLIR itself trusts lengths, and searches forever for an attribute that contains itself. So only
// bytes of this crate's encodings are damaged, and no references.
#[test]
fn what_is_damaged_is_read_or_refused() {
    let context = Context::new();
    for encoding in ENCODINGS {
        let (bytecode, range) = with_attribute(*encoding);
        let mut damaged = bytecode.clone();
        for position in range.skip(1) {
            for byte in 0..=255 {
                damaged[position] = byte;
                // Damaged bytecode may still be valid. Otherwise there must be an error message.
                if let Err(error) = parse_module(&context, &damaged, "damaged.mlirbc") {
                    assert!(!error.diagnostics[0].message.is_empty());
                }
            }
            damaged[position] = bytecode[position];
        }
    }
}
