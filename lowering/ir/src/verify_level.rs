// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! `hloom-verify-level`: checks the contract of a level, and changes nothing.
//!
//! MLIR's verifier checks each operation by itself. This pass checks what a level promises to the
//! passes after it: which dialects and types are gone, and that each `hloom.*` attribute is one of
//! [`FACTS`], on an operation and at a level that the contract names.

use crate::facts::FACTS;
use crate::pass::{Failure, OptionValues, PassInfo, PassOption};
use crate::pipeline::Level;
use crate::{self as ir, Context, Op, Value};
use melior::ir::operation::OperationLike;
use melior::ir::{TypeLike, ValueLike};

/// The pass.
pub static PASS: PassInfo = PassInfo {
    argument: "hloom-verify-level",
    description: "check the contract of a level; change nothing",
    anchor: "",
    level: Level::Hlo,
    options: &[PassOption {
        name: "level",
        description: "the level that the program has reached",
        default: "hlo",
    }],
    dialects: &[],
    run,
};

/// The contract of a level.
#[derive(Debug)]
pub struct Contract {
    /// The level.
    pub level: Level,
    /// The form of the program, in a sentence.
    pub form: &'static str,
    /// The properties of the program at the end of the level, a sentence each.
    pub holds: &'static [&'static str],
    /// The dialects that do not occur at the end of the level.
    pub absent_dialects: &'static [&'static str],
    /// The operations that do not occur at the end of the level.
    pub absent_ops: &'static [&'static str],
    /// Whether values of tensor type may occur at the end of the level.
    pub has_tensors: bool,
}

/// The contracts of all levels, in order.
pub const CONTRACTS: [Contract; 5] = [
    Contract {
        level: Level::Hlo,
        form: "StableHLO operations on tensors of static shape.",
        holds: &[
            "All shapes are static.",
            "Composites, quantized types and floats of fewer than 16 bits are expanded, and so are \
             CHLO operations but for functions that the math dialect has.",
            "Bodies that are more than scalar arithmetic are functions with `hloom.body`.",
            "`hloom.aliases` names the results that take the memory of donated arguments.",
        ],
        absent_dialects: &[],
        absent_ops: &["stablehlo.composite"],
        has_tensors: true,
    },
    Contract {
        level: Level::Linalg,
        form: "Structured operations (linalg) and scf on tensors, with arith and math in their \
               bodies.",
        holds: &[
            "Element types are signless integers, floats and complex numbers.",
            "Chains of elementwise operations are fused into single loop nests.",
            "Operations that the runtime computes are calls of functions with \
             `hloom.runtime_call`.",
        ],
        absent_dialects: &["stablehlo", "chlo", "sdy"],
        absent_ops: &[],
        has_tensors: true,
    },
    Contract {
        level: Level::Loops,
        form: "The same, tiled: `scf.forall` loops whose iterations threads share.",
        holds: &["Tile sizes and the mapping to threads are decided."],
        absent_dialects: &["stablehlo", "chlo", "sdy"],
        absent_ops: &[],
        has_tensors: true,
    },
    Contract {
        level: Level::Buffers,
        form: "linalg and scf on memrefs.",
        holds: &[
            "Functions return nothing: results are arguments, after the inputs (`hloom.inputs`).",
            "Every temporary is a view of the arena, which is the last argument \
             (`hloom.arena_bytes`), or on the stack of its task.",
        ],
        absent_dialects: &["stablehlo", "chlo", "sdy", "tensor", "bufferization"],
        absent_ops: &["memref.alloc", "memref.dealloc"],
        has_tensors: false,
    },
    Contract {
        level: Level::Target,
        form: "The LLVM dialect, or the dialect that the backend's code generator takes.",
        holds: &[
            "Nests of loops are kernels: functions with `hloom.tasks` that threads can share.",
            "The entry has the signature that the executable calls.",
        ],
        absent_dialects: &["stablehlo", "chlo", "sdy", "tensor", "bufferization", "linalg"],
        absent_ops: &[],
        has_tensors: false,
    },
];

/// Returns the contract of a level.
pub fn contract(level: Level) -> &'static Contract {
    &CONTRACTS[level as usize]
}

fn run<'a>(_: &'a Context, root: Op<'a>, options: &OptionValues) -> Result<(), Failure<'a>> {
    let level = options.text("level").parse::<Level>();
    verify(root, level.map_err(|error| Failure::at(root, error.to_string()))?)
}

/// Checks the contract of a level on `root` and the operations nested in it.
///
/// # Errors
/// Returns a message for each operation that breaks the contract.
pub fn verify<'a>(root: Op<'a>, level: Level) -> Result<(), Failure<'a>> {
    let contract = contract(level);
    let mut broken = Failure::default();
    for op in ir::walk(root) {
        if let Some(message) = violation(op, contract) {
            broken.merge(Failure::at(op, message));
        }
    }
    broken.into_result()
}

fn violation(op: Op, contract: &Contract) -> Option<String> {
    let (name, level) = (ir::op_name(op), contract.level);
    let dialect = name.split('.').next().unwrap_or(name);
    if contract.absent_dialects.contains(&dialect) || contract.absent_ops.contains(&name) {
        return Some(format!("`{name}` must not remain at level `{level}`"));
    }
    if !contract.has_tensors && ir::results(op).into_iter().chain(arguments(op)).any(is_tensor) {
        return Some(format!("`{name}` has a tensor, which must not remain at level `{level}`"));
    }
    op.attributes().find_map(|(attribute, _)| {
        let attribute = attribute.as_string_ref().as_str().ok()?;
        attribute.starts_with("hloom.").then(|| fact_violation(attribute, name, level)).flatten()
    })
}

fn arguments<'a>(op: Op<'a>) -> Vec<Value<'a>> {
    ir::regions(op).into_iter().flat_map(ir::blocks).flat_map(ir::args).collect()
}

fn is_tensor(value: Value) -> bool {
    value.r#type().is_tensor()
}

/// Returns the reason why an attribute is not as its documentation says.
fn fact_violation(attribute: &str, op: &str, level: Level) -> Option<String> {
    let Some(fact) = FACTS.iter().find(|fact| fact.name == attribute) else {
        return Some(format!("`{op}`: unknown attribute `{attribute}`"));
    };
    if !fact.on.contains(&op) && !fact.on.contains(&"any operation") {
        let on = fact.on.join("` or `");
        return Some(format!("`{op}`: expected `{attribute}` on `{on}` only"));
    }
    if !fact.levels.contains(&level) {
        let (first, last) = (fact.levels.start(), fact.levels.end());
        return Some(format!(
            "`{op}`: expected `{attribute}` at levels `{first}` to `{last}`, found it at `{level}`"
        ));
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn contracts_are_in_the_order_of_the_levels() {
        for level in Level::ALL {
            assert_eq!(contract(level).level, level);
        }
    }

    #[test]
    fn facts_are_checked() {
        let violation = |attribute, op, level| fact_violation(attribute, op, level);
        assert_eq!(violation("hloom.body", "func.func", Level::Hlo), None);
        assert_eq!(violation("hloom.scheduled", "linalg.generic", Level::Loops), None);
        assert_eq!(
            violation("hloom.body", "scf.for", Level::Hlo).as_deref(),
            Some("`scf.for`: expected `hloom.body` on `func.func` or `llvm.func` only")
        );
        assert_eq!(
            violation("hloom.tasks", "func.func", Level::Loops).as_deref(),
            Some(
                "`func.func`: expected `hloom.tasks` at levels `target` to `target`, found it at `loops`"
            )
        );
        assert_eq!(
            violation("hloom.nothing", "func.func", Level::Hlo).as_deref(),
            Some("`func.func`: unknown attribute `hloom.nothing`")
        );
    }
}
