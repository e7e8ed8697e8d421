// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Errors have a message and a location in the user's source.

use hloom_dialects::{Context, Severity, parse_module};

fn error_of(source: &str) -> String {
    let context = Context::new();
    parse_module(&context, source, "dir/program.mlir").unwrap_err().to_string()
}

#[test]
fn syntax_errors() {
    assert_eq!(
        error_of("func.func @f() {\n  nonsense\n}\n"),
        "dir/program.mlir:2:3: error: custom op 'nonsense' is unknown (tried 'func.nonsense' as well)"
    );
    assert_eq!(
        error_of("module {"),
        "dir/program.mlir:1:7: error: expected operation name in quotes"
    );
}

#[test]
fn an_unknown_dialect() {
    let error = error_of("func.func @f() {\n  \"nowhere.op\"() : () -> ()\n  return\n}\n");
    assert!(
        error.starts_with(
            "dir/program.mlir:2:15: error: operation being parsed with an unregistered dialect"
        ),
        "{error}"
    );
}

#[test]
fn violated_constraints_have_the_op_and_a_note() {
    let source = "func.func @f(%a: tensor<2xf32>) {\n  %0 = \"chlo.erf\"(%a) : (tensor<2xf32>) -> tensor<2xf64>\n  return\n}\n";
    let context = Context::new();
    let error = parse_module(&context, source, "p.mlir").unwrap_err();
    let [diagnostic] = error.diagnostics.as_slice() else { panic!("{error}") };
    assert_eq!(diagnostic.severity, Severity::Error);
    assert_eq!(diagnostic.location, "p.mlir:2:8");
    assert_eq!(
        diagnostic.message,
        "'chlo.erf' op result has type tensor<2xf64>, expected tensor<2xf32> (erf_c1)"
    );
    let [note] = diagnostic.notes.as_slice() else { panic!("{error}") };
    assert!(note.message.starts_with("see current operation"), "{note}");
}

#[test]
fn locations_of_the_users_program_come_first() {
    let source = "func.func @f(%a: tensor<2xf32>) {\n  %0 = \"chlo.erf\"(%a) : (tensor<2xf32>) -> tensor<2xf64> loc(\"jit(f)/erf\"(\"model.py\":7:9))\n  return\n}\n";
    let context = Context::new();
    let error = parse_module(&context, source, "p.mlir").unwrap_err();
    assert_eq!(error.diagnostics[0].location, "model.py:7:9");
}

#[test]
fn sources_that_are_no_programs() {
    let context = Context::new();
    for source in [&b"\xff\xfe\x00"[..], b"ML\xefR", b"}"] {
        let error = parse_module(&context, source, "p.mlir").unwrap_err();
        assert!(error.diagnostics.iter().any(|one| one.severity == Severity::Error));
    }
    // An empty file is an empty module.
    assert!(parse_module(&context, "", "p.mlir").is_ok());
}

#[test]
fn nothing_is_kept_between_programs() {
    let context = Context::new();
    assert!(parse_module(&context, "}", "one.mlir").is_err());
    assert!(parse_module(&context, "module {}", "two.mlir").is_ok());
    let again = parse_module(&context, "}", "three.mlir").unwrap_err();
    assert!(again.diagnostics.iter().all(|one| one.location.starts_with("three.mlir")));
}

#[test]
fn lists_that_are_too_long_are_not_read() {
    let list = "dense<0> : tensor<1000000000000x2xi64>";
    let error = error_of(&format!(
        "func.func @f(%a: tensor<2xf32>) {{
           %0 = \"stablehlo.collective_permute\"(%a) {{source_target_pairs = {list}}} : (tensor<2xf32>) -> tensor<2xf32>
           return
         }}"
    ));
    assert!(error.contains("source_target_pairs"), "{error}");
}
