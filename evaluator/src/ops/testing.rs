// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Support for tests of operations: evaluation of programs in textual form.

use crate::{Error, Program, Value};
use hloom_dialects::{Context, parse_module};

/// Parses and decodes a program.
///
/// # Errors
/// Fails if an operation cannot be evaluated.
///
/// # Panics
/// Panics if `text` is not a valid program.
pub fn program(text: &str) -> Result<Program, Error> {
    let context = Context::new();
    let module = parse_module(&context, text, "test.mlir").expect("a program");
    Program::decode(&module)
}

/// Evaluates a function without arguments, given its body and result types, and formats its
/// results.
///
/// # Panics
/// Panics if the function cannot be evaluated.
pub fn results(body: &str, types: &[&str]) -> Vec<String> {
    let text = format!("func.func @main() -> ({}) {{\n{body}\n}}", types.join(", "));
    let program = program(&text).expect("the evaluator supports all operations of the program");
    let results = program.evaluate("main", Vec::new()).expect("results");
    results
        .iter()
        .map(|value| value.tensor().map_or_else(|_| "?".to_owned(), ToString::to_string))
        .collect()
}

/// Evaluates `@main`, which must have no arguments.
///
/// # Errors
/// Fails if the program cannot be decoded or evaluated.
pub fn main_of(text: &str) -> Result<Vec<Value>, Error> {
    program(text)?.evaluate("main", Vec::new())
}
