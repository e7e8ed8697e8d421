// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Lifts and evaluates the checks of programs on the echo platform.

mod echo_platform;

use echo_platform::Echo;
use hloom_compiler::checks::{evaluate, lift};
use hloom_compiler::interface::CompileOptions;
use hloom_compiler::{CompiledProgram, Error, Program};

/// Returns the failures of a program's checks, and the number of its checks.
fn failures(text: &str) -> Result<(Vec<String>, usize), Error> {
    let lifted = lift(&Program::from_text("test.mlir", text)?)?;
    let compiled =
        CompiledProgram::new(&*Echo::new(), &lifted.program, &CompileOptions::default())?;
    let results = compiled.run(&[])?;
    let failures = evaluate(&lifted.checks, &results)?;
    Ok((failures.iter().map(ToString::to_string).collect(), lifted.checks.len()))
}

#[test]
fn what_holds_is_silent() {
    let text = r#"
func.func @main() -> (tensor<2xi32> {jax.result_info = "x"}, tensor<i1>) {
  %a = stablehlo.constant dense<[1, 2]> : tensor<2xi32>
  %b = stablehlo.constant dense<[1.0, 0x7F800000]> : tensor<2xf32>
  %c = stablehlo.constant dense<[1.00001, 0x7F800000]> : tensor<2xf32>
  %d = stablehlo.constant dense<[1.00000024, 0x7F800000]> : tensor<2xf32>
  check.expect_eq %a, %a : tensor<2xi32>
  check.expect_eq_const %a, dense<[1, 2]> : tensor<2xi32>
  check.expect_almost_eq %b, %c : tensor<2xf32>
  check.expect_almost_eq_const %b, dense<[1.0, 0x7F800000]> : tensor<2xf32>
  check.expect_almost_eq_const %b, dense<[1.5, 0x7F800000]> : tensor<2xf32>, tolerance = 0.6
  check.expect_close %b, %d, max_ulp_difference = 2, min_ulp_difference = 1 : tensor<2xf32>, tensor<2xf32>
  stablehlo.custom_call @check.expect_eq(%a, %a) {has_side_effect = true} : (tensor<2xi32>, tensor<2xi32>) -> ()
  stablehlo.custom_call @check.expect_almost_eq(%b, %c) {has_side_effect = true} : (tensor<2xf32>, tensor<2xf32>) -> ()
  stablehlo.custom_call @check.expect_close(%b, %d) {has_side_effect = true} : (tensor<2xf32>, tensor<2xf32>) -> ()
  %e = stablehlo.custom_call @check.eq(%b, %c) : (tensor<2xf32>, tensor<2xf32>) -> tensor<i1>
  return %a, %e : tensor<2xi32>, tensor<i1>
}"#;
    // All checks hold except `check.expect_close`: its second elements are at distance 0, below
    // `min_ulp_difference`.
    let (failures, checks) = failures(text).expect("valid");
    assert_eq!(checks, 10);
    assert_eq!(failures.len(), 1, "{failures:?}");
    assert!(failures[0].contains("element [1] is inf, expected inf, a distance of 0 ULP"));
}

#[test]
fn failures_are_located() {
    let text = "func.func @abs() {\n\
                  %a = stablehlo.constant dense<[[1, 2], [3, 4]]> : tensor<2x2xi64>\n\
                  check.expect_eq_const %a, dense<[[1, 2], [5, 4]]> : tensor<2x2xi64>\n\
                  return\n}";
    let (failures, _) = failures(text).expect("valid");
    let expected = "test.mlir:3:1: error: `check.expect_eq_const` does not hold: \
                    element [1, 0] is 3, expected 5 (1 of 4 elements differ, by up to 2.000e0)";
    assert_eq!(failures, [expected]);
}

#[test]
fn nan_equals_nothing() {
    let text = "func.func @main() {\n\
                  %a = stablehlo.constant dense<0x7FC00000> : tensor<f32>\n\
                  check.expect_eq %a, %a : tensor<f32>\n\
                  check.expect_almost_eq %a, %a : tensor<f32>\n\
                  return\n}";
    let (failures, checks) = failures(text).expect("valid");
    assert_eq!((failures.len(), checks), (1, 2));
    assert!(failures[0].ends_with("element [] is nan, expected nan (1 of 1 elements differ)"));
}

#[test]
fn checks_that_cannot_be_lifted_are_refused() {
    let text = r#"
func.func private @f() {
  %a = stablehlo.constant dense<1> : tensor<i32>
  check.expect_eq %a, %a : tensor<i32>
  return
}
func.func @main() {
  %p = stablehlo.constant dense<true> : tensor<i1>
  "stablehlo.if"(%p) ({
    check.expect_eq %p, %p : tensor<i1>
    stablehlo.return
  }, {
    stablehlo.return
  }) : (tensor<i1>) -> ()
  func.call @f() : () -> ()
  return
}"#;
    let refusal = failures(text).expect_err("nested").to_string();
    let lines: Vec<_> = refusal.lines().collect();
    assert_eq!(
        lines,
        [
            "test.mlir:4:3: error: `check.expect_eq`: expected a check at the top level of the \
             entry function, found one in `@f`, which the entry function calls",
            "test.mlir:10:5: error: `check.expect_eq`: expected a check at the top level of the \
             entry function, found one nested in another operation",
        ]
    );
}
