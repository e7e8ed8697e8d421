// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! What is read of a program before it is compiled.

use crate::failure::{Code, Failure};
use crate::memory::KINDS;
use crate::memory_layout::MemoryLayout;
use crate::relayout::{self, LayoutModes, attributes};
use crate::tokens;
use crate::xla_ffi;
use hloom_codegen::lower::run_passes;
use hloom_compiler::Program;
use hloom_compiler::mlir;
use hloom_dialects::op_view::read_text;
use hloom_frontends::hlo::leave_out_partial_windows;
use hloom_hlo::text::parse_sharding;
use hloom_lowering::hlo::cost;
use hloom_lowering::ir::{self, Op};
use melior::ir::attribute::DictionaryAttribute;
use melior::ir::operation::{OperationLike, OperationPrintingFlags};
use prost::Message;
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};

/// What a program's caller says in it, and what it is like.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct ProgramFacts {
    /// Whether each argument is given up by the caller.
    pub donated: Vec<bool>,
    /// Whether it has no loop, calls nothing outside, and sends nothing there.
    pub is_plain: bool,
    /// What it computes: arithmetic operations, and evaluations of functions like logarithms.
    pub flops: f64,
    pub transcendentals: f64,
    /// The kinds of memory that arguments and results are in, where it says so.
    pub parameter_kinds: Vec<usize>,
    pub output_kinds: Vec<usize>,
    /// The layouts of those that are not row by row.
    pub parameter_layouts: Vec<Option<String>>,
    pub output_layouts: Vec<Option<String>>,
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

/// Operations that may take long, whatever the sizes of arguments and results, or whose effects
/// are in an order.
const LONG: [&str; 8] = [
    "chlo.scan",
    "stablehlo.custom_call",
    "stablehlo.infeed",
    "stablehlo.outfeed",
    "stablehlo.recv",
    "stablehlo.send",
    "stablehlo.sort",
    "stablehlo.while",
];

/// What JAX says of an argument that it gives up.
const DONATED: [&str; 2] = ["tf.aliasing_output", "jax.buffer_donor"];

/// What makes the program of one partition of that of several devices, see
/// `docs/partitioning.md`.
const PARTITION: &str = "inline,symbol-dce,hlo-partition";

/// Reads a program in any of the forms there are, for so many partitions.
///
/// # Errors
/// If it is none, or cannot be partitioned.
pub fn read_program(code: &[u8], partitions: usize) -> Result<(Program, ProgramFacts), Failure> {
    let program = Program::from_bytes("jit", code)?;
    let context = hloom_dialects::Context::new();
    let mut module = mlir::parse(&context, &program)?;
    let entry = mlir::entry(&module, &program)?;
    let parameter_layouts = relayout::modes(entry, "arg_attrs")?;
    let output_layouts = relayout::modes(entry, "res_attrs")?;
    let gives = |attributes: DictionaryAttribute| {
        DONATED.iter().any(|name| attributes.element_by_name(name).is_some())
    };
    let donated = attributes(entry, "arg_attrs").into_iter().map(gives).collect();
    let operations = ir::walk(module.as_operation());
    let is_moved = leave_out_partial_windows(&context, &module);
    let is_plain = !operations.iter().any(|op| LONG.contains(&ir::op_name(*op)));
    let calls_python = operations
        .iter()
        .any(|op| ir::text(*op, "call_target_name").as_deref() == Some(xla_ffi::PYTHON));
    let digest = Sha256::digest(code);
    let fingerprint = digest.iter().map(|byte| format!("{byte:02x}")).collect();
    let tokens = tokens::replace(&context, module.as_operation(), entry);
    let mut shardings = None;
    if partitions > 1 {
        mlir::keep_entry(&context, &mut module, &program)?;
        let passes = format!("builtin.module({PARTITION}{{partitions={partitions}}})");
        run_passes(&context, &mut module, &passes)?;
        let entry = mlir::entry(&module, &program)?;
        shardings = Some([sharding_of(entry, "arg_attrs")?, sharding_of(entry, "res_attrs")?]);
    }
    let entry = mlir::entry(&module, &program)?;
    let is_moved =
        relayout::apply(&context, entry, &parameter_layouts, &output_layouts)? || is_moved;
    let cost = cost::of_function(entry);
    let (parameter_kinds, output_kinds) =
        (kinds_of(entry, "arg_attrs")?, kinds_of(entry, "res_attrs")?);
    let [parameter_shardings, output_shardings] = shardings.map_or([None, None], |it| it.map(Some));
    let program = if tokens.is_none() && partitions == 1 && !is_moved {
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
        flops: cost.flops,
        transcendentals: cost.transcendentals,
        parameter_kinds,
        output_kinds,
        parameter_layouts: texts(&parameter_layouts),
        output_layouts: texts(&output_layouts),
        calls_python,
        tokens: tokens.unwrap_or_default(),
        parameter_shardings,
        output_shardings,
        fingerprint,
    };
    Ok((program, facts))
}

/// Layouts as XLA writes them.
fn texts(modes: &LayoutModes) -> Vec<Option<String>> {
    modes.iter().map(|mode| mode.as_ref().map(MemoryLayout::text)).collect()
}

/// The kinds of memory that arguments or results are in, by their numbers.
fn kinds_of(entry: Op, name: &str) -> Result<Vec<usize>, Failure> {
    let kind = |attributes: DictionaryAttribute| {
        let said = attributes.element_by_name("mhlo.memory_kind").and_then(read_text);
        let Some(said) = said else { return Ok(0) };
        KINDS.iter().position(|kind| *kind == said).ok_or_else(|| {
            let known = KINDS.join("`, `");
            Failure::unimplemented(format!("memory of the kind `{said}`; there are `{known}`"))
        })
    };
    attributes(entry, name).into_iter().map(kind).collect()
}

/// How each argument or result is spread over devices: `OpSharding`s, serialized.
fn sharding_of(entry: Op, name: &str) -> Result<Vec<Vec<u8>>, Failure> {
    let sharding = |attributes: DictionaryAttribute| {
        let said = attributes.element_by_name("mhlo.sharding").and_then(read_text);
        let said = said.unwrap_or("{replicated}");
        let sharding = parse_sharding(said).map_err(|error| {
            Failure::new(Code::Internal, format!("the sharding `{said}` cannot be read: {error}"))
        });
        Ok(sharding?.encode_to_vec())
    };
    attributes(entry, name).into_iter().map(sharding).collect()
}
