// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Helpers of the verifier tests, for programs that are accepted or refused.

use hloom_dialects::{Context, parse_module};

/// Returns a function with the given arguments and body, without results.
pub fn program(arguments: &str, body: &str) -> String {
    format!("func.func @test({arguments}) {{\n{body}\nreturn\n}}\n")
}

/// Asserts that the program parses and verifies.
#[track_caller]
pub fn accepts(arguments: &str, body: &str) {
    let context = Context::new();
    if let Err(error) = parse_module(&context, program(arguments, body), "test.mlir") {
        panic!("refused:\n{body}\n{error}");
    }
}

/// Asserts that the program is refused with one error, `'<op>' op <message>`.
#[track_caller]
pub fn refuses(arguments: &str, body: &str, message: &str) {
    let context = Context::new();
    let error = match parse_module(&context, program(arguments, body), "test.mlir") {
        Ok(_) => panic!("accepted:\n{body}"),
        Err(error) => error,
    };
    let errors: Vec<_> = error.diagnostics.iter().map(|one| one.message.as_str()).collect();
    assert_eq!(errors.len(), 1, "{body}\n{errors:#?}");
    let found = errors[0].split_once("' op ").map_or(errors[0], |(_, found)| found);
    assert_eq!(found, message, "{body}");
}
