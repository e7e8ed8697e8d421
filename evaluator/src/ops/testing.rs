// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! What tests of operations begin with: programs as text.

use crate::{Error, Program, Value};
use hloom_dialects::{Context, parse_module};

/// A program.
///
/// # Panics
/// If it is no program.
pub fn program(text: &str) -> Result<Program, Error> {
    let context = Context::new();
    let module = parse_module(&context, text, "test.mlir").expect("a program");
    Program::decode(&module)
}

/// The results of a function without arguments that has a body and results of types.
///
/// # Panics
/// If it cannot be evaluated.
pub fn results(body: &str, types: &[&str]) -> Vec<String> {
    let text = format!("func.func @main() -> ({}) {{\n{body}\n}}", types.join(", "));
    let program = program(&text).expect("operations that can be evaluated");
    let results = program.evaluate("main", Vec::new()).expect("results");
    results
        .iter()
        .map(|value| value.tensor().map_or_else(|_| "?".to_owned(), ToString::to_string))
        .collect()
}

/// Evaluates a function without arguments.
///
/// # Errors
/// What evaluating it says.
pub fn main_of(text: &str) -> Result<Vec<Value>, Error> {
    program(text)?.evaluate("main", Vec::new())
}
