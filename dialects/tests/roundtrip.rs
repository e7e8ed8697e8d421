// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! A program that is printed and parsed again stays the same.
//!
//! The forms are custom text, generic text and bytecode.

use hloom_dialects::{Context, parse_module};
use melior::ir::operation::{OperationLike, OperationPrintingFlags};

const PROGRAM: &str = r#"
func.func @f(%a: tensor<4x8xf32>, %b: tensor<8xf32>, %g: tensor<3xi64>, %p: tensor<i1>) -> tensor<4x8xf32> {
  %0 = chlo.broadcast_add %a, %b {broadcast_dimensions = array<i64: 1>} : (tensor<4x8xf32>, tensor<8xf32>) -> tensor<4x8xf32>
  %1 = chlo.erf %0 : tensor<4x8xf32> -> tensor<4x8xf32>
  %2, %3 = chlo.top_k(%1, k = 2) : tensor<4x8xf32> -> (tensor<4x2xf32>, tensor<4x2xi32>)
  %4 = chlo.constant dense<1.000000e+00> : tensor<2xf32>
  %5 = chlo.broadcast_compare %a, %b {comparison_direction = #chlo<comparison_direction LT>} : (tensor<4x8xf32>, tensor<8xf32>) -> tensor<4x8xi1>
  %6 = chlo.zeta %b, %b : tensor<8xf32>, tensor<8xf32> -> tensor<8xf32>
  check.expect_close %a, %a, max_ulp_difference = 3 : tensor<4x8xf32>, tensor<4x8xf32>
  check.expect_almost_eq %a, %a, tolerance = 1.000000e-03 : tensor<4x8xf32>
  check.expect_eq_const %b, dense<0.000000e+00> : tensor<8xf32>
  check.expect_serialized_eq %b, probe_id = "probe", iter = 2 : tensor<8xf32>
  return %1 : tensor<4x8xf32>
}
"#;

#[test]
fn text_generic_text_and_bytecode() {
    let context = Context::new();
    let module = parse_module(&context, PROGRAM, "program.mlir").unwrap();
    let text = module.as_operation().to_string();
    let flags = OperationPrintingFlags::new().print_generic_operation_form();
    let generic = module.as_operation().to_string_with_flags(flags).unwrap();
    let bytecode = module.as_operation().write_bytecode();
    for source in [text.as_bytes(), generic.as_bytes(), &bytecode] {
        let again = parse_module(&context, source, "again.mlir").unwrap();
        assert_eq!(again.as_operation().to_string(), text);
    }
    // No operation is lost, and the text is in the custom form.
    for line in PROGRAM.lines().map(str::trim).filter(|line| line.starts_with("check.")) {
        let op = line.split_whitespace().next().unwrap();
        assert!(text.contains(op), "{op} in\n{text}");
    }
    assert!(text.contains("max_ulp_difference = 3"), "{text}");
    assert!(text.contains("probe_id = \"probe\", iter = 2"), "{text}");
}

#[test]
fn bytecode_that_is_cut_off_is_refused() {
    let context = Context::new();
    let module = parse_module(&context, PROGRAM, "program.mlir").unwrap();
    let bytecode = module.as_operation().write_bytecode();
    for length in [4, bytecode.len() / 2, bytecode.len() - 1] {
        let error = parse_module(&context, &bytecode[..length], "cut.mlirbc").unwrap_err();
        assert!(!error.diagnostics.is_empty());
    }
}
