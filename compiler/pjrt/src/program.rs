// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! What is read of a program before it is compiled.

use crate::failure::{Code, Failure};
use crate::tokens;
use hloom_compiler::Program;
use hloom_compiler::mlir;
use hloom_lowering::ir::{self, Attribute};
use melior::ir::attribute::{ArrayAttribute, DictionaryAttribute};
use melior::ir::operation::{OperationLike, OperationPrintingFlags};
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};

/// What a program's caller says in it, and what it is like.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct ProgramFacts {
    /// Whether each argument is given up by the caller.
    pub donated: Vec<bool>,
    /// Whether it has no loop, and calls nothing outside.
    pub is_plain: bool,
    /// Whether it calls functions of Python, which live as long as whoever asks for a run.
    pub calls_python: bool,
    /// Which results are tokens; none if it is empty.
    pub tokens: Vec<bool>,
    /// How each parameter and each result is spread over several devices: `OpSharding`s.
    pub parameter_shardings: Option<Vec<Vec<u8>>>,
    pub output_shardings: Option<Vec<Vec<u8>>>,
    /// The same for the same program only.
    pub fingerprint: String,
}

/// Operations that may take long, whatever the sizes of arguments and results.
const LONG: [&str; 3] = ["stablehlo.while", "stablehlo.custom_call", "stablehlo.sort"];

/// What JAX says of an argument that it gives up.
const DONATED: [&str; 2] = ["tf.aliasing_output", "jax.buffer_donor"];

/// Reads a program in any of the forms there are.
///
/// # Errors
/// If it is none.
pub fn read_program(code: &[u8]) -> Result<(Program, ProgramFacts), Failure> {
    let program = Program::from_bytes("jit", code)?;
    let context = hloom_dialects::Context::new();
    let module = mlir::parse(&context, &program)?;
    let entry = mlir::entry(&module, &program)?;
    let attributes = entry.attribute("arg_attrs").ok();
    let attributes = attributes.and_then(|all| ArrayAttribute::try_from(all).ok());
    let gives = |argument: Attribute| {
        let named = DictionaryAttribute::try_from(argument).ok();
        named.is_some_and(|named| DONATED.iter().any(|it| named.element_by_name(it).is_some()))
    };
    let count = attributes.as_ref().map_or(0, ArrayAttribute::len);
    let donated: Vec<bool> =
        (0..count).filter_map(|index| attributes?.element(index).ok()).map(gives).collect();
    let operations = ir::walk(module.as_operation());
    let is_plain = !operations.iter().any(|op| LONG.contains(&ir::op_name(*op)));
    let calls_python = operations
        .iter()
        .any(|op| ir::text(*op, "call_target_name").as_deref() == Some("hloom_python_callback"));
    let digest = Sha256::digest(code);
    let fingerprint = digest.iter().map(|byte| format!("{byte:02x}")).collect();
    let tokens = tokens::replace(&context, entry);
    let program = if tokens.is_none() {
        program
    } else {
        let flags = OperationPrintingFlags::new().enable_debug_info(true, false);
        let text = module.as_operation().to_string_with_flags(flags);
        let text = text.map_err(|error| Failure::new(Code::Internal, error))?;
        Program::from_text("jit", text)?
    };
    let facts = ProgramFacts {
        donated,
        is_plain,
        calls_python,
        tokens: tokens.unwrap_or_default(),
        parameter_shardings: None,
        output_shardings: None,
        fingerprint,
    };
    Ok((program, facts))
}
