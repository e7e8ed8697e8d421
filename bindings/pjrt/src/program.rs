// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Preparation of a program before a backend compiles it.
//!
//! [`read_program`] reads the attributes that frontends set on the entry function: donation, memory
//! kinds, layouts and shardings. It then rewrites the program into a form that every backend
//! compiles: without tokens, for one partition, and with row-major arguments and results.

use crate::compile_options::Assignment;
use crate::failure::{Code, Failure};
use crate::memory_kinds::KINDS;
use crate::memory_layout::MemoryLayout;
use crate::relayout::{self, LayoutModes, attributes};
use crate::tokens;
use crate::xla_ffi;
use hloom_codegen::partition;
use hloom_compiler::Program;
use hloom_compiler::mlir;
use hloom_dialects::op::Op as Kind;
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

/// Properties of a program that the plugin needs after compilation.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct ProgramProperties {
    /// For each argument, whether the frontend marked it as donated.
    pub donated: Vec<bool>,
    /// Whether the program contains none of the operations in [`LONG`].
    pub is_plain: bool,
    /// The number of arithmetic operations, as XLA counts them.
    pub flops: f64,
    /// The number of evaluations of transcendental functions such as logarithms.
    pub transcendentals: f64,
    /// The memory kind of each argument, as an index into [`KINDS`]; 0 by default.
    pub parameter_kinds: Vec<usize>,
    /// The memory kind of each result, as an index into [`KINDS`]; 0 by default.
    pub output_kinds: Vec<usize>,
    /// The layout of each argument; `None` for row-major.
    pub parameter_layouts: Vec<Option<String>>,
    /// The layout of each result; `None` for row-major.
    pub output_layouts: Vec<Option<String>>,
    /// Whether the program calls Python functions. The caller keeps these functions alive only
    /// during the call that starts a run, so this call waits for the end of the run.
    pub calls_python: bool,
    /// For each result, whether it was a token in the source program; it is now an empty array. The
    /// list may be empty if no result was a token.
    pub tokens: Vec<bool>,
    /// The serialized `OpSharding` of each argument; `None` for a single partition.
    pub parameter_shardings: Option<Vec<Vec<u8>>>,
    /// The serialized `OpSharding` of each result; `None` for a single partition.
    pub output_shardings: Option<Vec<Vec<u8>>>,
    /// The SHA-256 digest of the program as the caller passed it, in hexadecimal.
    pub fingerprint: String,
    /// A digest of the operations without their locations, by which the processes of a run check
    /// that they run the same program. The digest is zero for a program on one device. It is also
    /// zero for a program that calls Python functions, because the numbers of these functions
    /// differ between processes.
    pub operations_digest: u64,
}

/// Operations that may run long even with small arguments and results, or whose side effects are
/// ordered.
const LONG: [Kind; 8] = [
    Kind::ChloScan,
    Kind::StablehloCustomCall,
    Kind::StablehloInfeed,
    Kind::StablehloOutfeed,
    Kind::StablehloRecv,
    Kind::StablehloSend,
    Kind::StablehloSort,
    Kind::StablehloWhile,
];

/// The module attribute that tells the partitioner the number of replicas, from which it computes
/// the groups of collectives.
const REPLICAS: &str = "mhlo.num_replicas";

/// The attributes with which JAX marks an argument as donated.
const DONATED: [&str; 2] = ["tf.aliasing_output", "jax.buffer_donor"];

/// Reads a program in any supported format and prepares it for the replicas and partitions of an assignment.
///
/// # Errors
/// Fails if the bytes are not a program, if it cannot be partitioned, or if it has a layout or
/// memory kind that is not supported.
pub fn read_program(
    code: &[u8],
    assignment: &Assignment,
) -> Result<(Program, ProgramProperties), Failure> {
    let Assignment { replicas, partitions, .. } = *assignment;
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
    let is_plain = !operations.iter().filter_map(|op| ir::hlo_op(*op)).any(|it| LONG.contains(&it));
    let calls_python = operations
        .iter()
        .any(|op| ir::text(*op, "call_target_name").as_deref() == Some(xla_ffi::PYTHON));
    let digest = Sha256::digest(code);
    let fingerprint = digest.iter().map(|byte| format!("{byte:02x}")).collect();
    let mut shardings = None;
    if partitions > 1 {
        let root = module.as_operation();
        if replicas > 1 && ir::integer(root, REPLICAS).is_none() {
            let number = i32::try_from(replicas).unwrap_or(i32::MAX);
            ir::set_attribute(root, REPLICAS, ir::i32_attr(&context, number));
        }
        partition(&context, &mut module, &program, partitions)?;
        let entry = mlir::entry(&module, &program)?;
        shardings = Some([sharding_of(entry, "arg_attrs")?, sharding_of(entry, "res_attrs")?]);
    }
    let entry = mlir::entry(&module, &program)?;
    // After partitioning, because the shardings of tokens are those of values without dimensions.
    let tokens = tokens::replace(&context, module.as_operation(), entry);
    let is_moved =
        relayout::apply(&context, entry, &parameter_layouts, &output_layouts)? || is_moved;
    let cost = cost::of_function(entry);
    let (parameter_kinds, output_kinds) =
        (kinds_of(entry, "arg_attrs")?, kinds_of(entry, "res_attrs")?);
    let operations_digest = match replicas * partitions > 1 && !calls_python {
        true => {
            let digest = Sha256::digest(module.as_operation().to_string());
            digest.first_chunk().map_or(0, |bytes| u64::from_le_bytes(*bytes))
        }
        false => 0,
    };
    let [parameter_shardings, output_shardings] = shardings.map_or([None, None], |it| it.map(Some));
    let program = if tokens.is_none() && partitions == 1 && !is_moved {
        program
    } else {
        let flags = OperationPrintingFlags::new().enable_debug_info(true, false);
        let text = module.as_operation().to_string_with_flags(flags);
        let text = text.map_err(|error| Failure::new(Code::Internal, error))?;
        Program::from_text("jit", text)?
    };
    let properties = ProgramProperties {
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
        operations_digest,
    };
    Ok((program, properties))
}

/// Returns the text of each layout in XLA's form; `None` for a row-major layout.
fn texts(modes: &LayoutModes) -> Vec<Option<String>> {
    modes.iter().map(|mode| mode.as_ref().map(MemoryLayout::text)).collect()
}

/// Returns the memory kind of each argument (`arg_attrs`) or result (`res_attrs`) of the entry
/// function, as an index into [`KINDS`].
///
/// # Errors
/// Fails if a kind is unknown.
fn kinds_of(entry: Op, name: &str) -> Result<Vec<usize>, Failure> {
    let kind = |attributes: DictionaryAttribute| {
        let said = attributes.element_by_name("mhlo.memory_kind").and_then(read_text);
        let Some(said) = said else { return Ok(0) };
        KINDS.iter().position(|kind| *kind == said).ok_or_else(|| {
            let known = KINDS.join("`, `");
            Failure::unimplemented(format!("memory kind `{said}`: expected one of `{known}`"))
        })
    };
    attributes(entry, name).into_iter().map(kind).collect()
}

/// Returns the serialized `OpSharding` of each argument (`arg_attrs`) or result (`res_attrs`). A
/// value without a sharding is replicated.
///
/// # Errors
/// Fails if the text of a sharding cannot be parsed, which is a bug in the partitioner.
fn sharding_of(entry: Op, name: &str) -> Result<Vec<Vec<u8>>, Failure> {
    let sharding = |attributes: DictionaryAttribute| {
        let said = attributes.element_by_name("mhlo.sharding").and_then(read_text);
        let said = said.unwrap_or("{replicated}");
        let sharding = parse_sharding(said).map_err(|error| {
            Failure::new(
                Code::Internal,
                format!("internal error: cannot parse the computed sharding `{said}`: {error}"),
            )
        });
        Ok(sharding?.encode_to_vec())
    };
    attributes(entry, name).into_iter().map(sharding).collect()
}
