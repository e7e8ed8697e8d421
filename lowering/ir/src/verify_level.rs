// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! `hloom-verify-level`: checks the contract of a level, without changing the program.
//!
//! MLIR's verifier checks each operation by itself. This pass checks the guarantees of a level for
//! later passes: certain dialects, operations and types no longer occur, and each `hloom.*`
//! attribute is one of [`FACTS`], on a permitted operation and at a permitted level. A [`Contract`]
//! lists the properties that its level adds; later levels preserve them.

use crate::facts::{ARENA_BYTES, FACTS, INPUTS, is_body};
use crate::pass::{Failure, OptionValues, PassInfo, PassOption};
use crate::pipeline::Level;
use crate::{self as ir, Context, Op, Shaped, Type};
use melior::ir::operation::OperationLike;
use melior::ir::r#type::IntegerType;
use melior::ir::{BlockLike, RegionLike, TypeLike, ValueLike};
use std::collections::HashMap;

/// The pass `hloom-verify-level`.
pub static PASS: PassInfo = PassInfo {
    argument: "hloom-verify-level",
    description: "check that the dialects, operations, types and attributes of the program are \
                  permitted at a level",
    anchor: "",
    level: Level::Hlo,
    options: &[PassOption { name: "level", description: "name of the level", default: "hlo" }],
    dialects: &[],
    run,
};

/// The contract of a level. It lists only the dialects, operations and checks that the level adds
/// to the contract of the previous level.
#[derive(Debug)]
pub struct Contract {
    /// The level at whose end the contract holds.
    pub level: Level,
    /// A one-sentence description of the program's form.
    pub form: &'static str,
    /// The guarantees of the level's passes that are not checked, each as a sentence.
    pub unchecked: &'static [&'static str],
    /// The dialects that no longer occur at the end of the level.
    removed_dialects: &'static [&'static str],
    /// The operations that no longer occur at the end of the level.
    removed_ops: &'static [&'static str],
    /// The checks that hold from the end of this level onward.
    added_checks: &'static [Check],
}

/// The contracts of all levels, in order.
pub const CONTRACTS: [Contract; 5] = [
    Contract {
        level: Level::Hlo,
        form: "StableHLO operations on tensors.",
        unchecked: &[
            "CHLO operations are expanded, except for functions of the math dialect. The \
             conversion to `linalg` refuses all other CHLO operations, and dynamic shapes inside \
             of functions.",
            "Bodies of operations with more than scalar arithmetic are functions with \
             `hloom.body`.",
            "`hloom.aliases` names the results that take the memory of donated arguments.",
        ],
        removed_dialects: &[],
        removed_ops: &["stablehlo.composite"],
        added_checks: &[Check::StaticSignatures, Check::WideElements],
    },
    Contract {
        level: Level::Linalg,
        form: "Structured operations (linalg) and scf on tensors, with arith and math in their \
               bodies.",
        unchecked: &[
            "Chains of elementwise operations are fused into single loop nests.",
            "Operations that the runtime computes are calls of functions with \
             `hloom.runtime_call`.",
        ],
        removed_dialects: &["stablehlo", "chlo", "sdy"],
        removed_ops: &[],
        added_checks: &[Check::SignlessElements],
    },
    Contract {
        level: Level::Loops,
        form: "Structured operations, tiled by `scf.forall` loops whose iterations are distributed \
        over threads.",
        unchecked: &["Tile sizes and the mapping to threads are fixed."],
        removed_dialects: &[],
        removed_ops: &[],
        added_checks: &[],
    },
    Contract {
        level: Level::Buffers,
        form: "linalg and scf on memrefs.",
        unchecked: &[
            "Every temporary is a view of the arena, or on the stack of its task.",
            "Result buffers are arguments, which follow the inputs.",
        ],
        removed_dialects: &["tensor", "bufferization"],
        removed_ops: &["memref.alloc", "memref.dealloc"],
        added_checks: &[Check::NoTensors, Check::NoResults, Check::Arena],
    },
    Contract {
        level: Level::Target,
        form: "The LLVM dialect, or the dialect that the backend's code generator takes.",
        unchecked: &[
            "Loop nests are kernels, which are functions with `hloom.tasks` whose tasks can be \
             distributed over threads.",
            "The entry has the signature that the executable calls.",
            "On CPUs, all functions are `llvm.func`, to which the checks of `func.func` do not \
             apply. Memrefs are pointers. The arena is the last argument of the entry of a C \
             function; in other entries, the run context follows it.",
        ],
        removed_dialects: &["linalg"],
        removed_ops: &[],
        added_checks: &[],
    },
];

/// Returns the contract of a level.
pub fn contract(level: Level) -> &'static Contract {
    &CONTRACTS[level as usize]
}

impl Contract {
    /// Returns the dialects that do not occur at the end of the level.
    pub fn absent_dialects(&self) -> Vec<&'static str> {
        self.until_here().flat_map(|contract| contract.removed_dialects).copied().collect()
    }

    /// Returns the operations that do not occur at the end of the level. Operations of absent
    /// dialects are not listed.
    pub fn absent_ops(&self) -> Vec<&'static str> {
        let dialects = self.absent_dialects();
        let is_of_other = |op: &&str| dialects.iter().all(|it| op.split('.').next() != Some(it));
        let ops = self.until_here().flat_map(|contract| contract.removed_ops);
        ops.copied().filter(is_of_other).collect()
    }

    /// Returns the checks of the level and of the levels before it.
    pub fn checks(&self) -> Vec<Check> {
        self.until_here().flat_map(|contract| contract.added_checks).copied().collect()
    }

    fn until_here(&self) -> impl Iterator<Item = &'static Self> {
        CONTRACTS[..=self.level as usize].iter()
    }
}

/// A property of all values or of all functions of a program.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Check {
    /// Public functions have signatures with static shapes.
    StaticSignatures,
    /// No value has a quantized type or floats of fewer than 16 bits.
    WideElements,
    /// Integer element types are signless.
    SignlessElements,
    /// No value is a tensor.
    NoTensors,
    /// Functions have no results, except for bodies.
    NoResults,
    /// The last argument of an entry is the arena.
    Arena,
}

impl Check {
    /// Returns the property that this check verifies, in a sentence for the documentation.
    pub const fn sentence(self) -> &'static str {
        match self {
            Self::StaticSignatures => {
                "A public `func.func` takes and returns values of static shape."
            }
            Self::WideElements => {
                "No value has a quantized element type or floats of fewer than 16 bits."
            }
            Self::SignlessElements => {
                "Element types are signless integers, `index`, floats and complex numbers."
            }
            Self::NoTensors => "No value has a tensor type.",
            Self::NoResults => "A `func.func` returns nothing, unless it has `hloom.body`.",
            Self::Arena => {
                "The last argument of a `func.func` with `hloom.inputs` is the arena, a memref of \
                 `hloom.arena_bytes` elements of type `i8`."
            }
        }
    }

    /// Describes the component of a value's type `ty` that violates this check, for an error
    /// message. Returns `None` if the type satisfies the check.
    fn type_violation(self, ty: Type) -> Option<String> {
        match self {
            Self::NoTensors if ty.is_tensor() => Some("a tensor".to_owned()),
            Self::WideElements => {
                let element = ir::element_of(ty);
                let is_narrow = ir::is_float(element) && ir::element_width(element) < 16;
                let is_quantized = element.is_uniform_quantized_type()
                    || element.is_uniform_quantized_per_axis_type();
                (is_narrow || is_quantized).then(|| format!("element type `{element}`"))
            }
            Self::SignlessElements => {
                let element = ir::element_of(ty);
                let integer = IntegerType::try_from(element).ok()?;
                (!integer.is_signless()).then(|| format!("element type `{element}`"))
            }
            _ => None,
        }
    }

    /// Describes the violation of this check by a function's signature, for an error message.
    /// Returns `None` if the function satisfies the check. Functions without a body belong to the
    /// runtime or to users, and may have any signature.
    fn function_violation(self, function: Op) -> Option<String> {
        let body = ir::regions(function).into_iter().find_map(|region| region.first_block())?;
        match self {
            Self::StaticSignatures => {
                if ir::text(function, "sym_visibility").is_some_and(|it| it != "public") {
                    return None;
                }
                let ty = ir::function_type(function)?;
                let inputs = (0..ty.input_count()).filter_map(|index| ty.input(index).ok());
                let results = (0..ty.result_count()).filter_map(|index| ty.result(index).ok());
                let is_dynamic = |ty: &Type| Shaped::of(*ty).is_some_and(|it| !it.is_static());
                let ty = inputs.chain(results).find(is_dynamic)?;
                Some(format!("expected static shapes, found `{ty}`"))
            }
            Self::NoResults => {
                let count = ir::function_type(function)?.result_count();
                let returns = count > 0 && !is_body(function);
                returns.then(|| format!("expected no results, found {count}"))
            }
            Self::Arena => {
                function.attribute(INPUTS).ok()?;
                let Some(bytes) = ir::integer(function, ARENA_BYTES) else {
                    return Some(format!("expected `{ARENA_BYTES}` beside `{INPUTS}`"));
                };
                let last = body.argument_count().checked_sub(1);
                let last = last.and_then(|last| body.argument(last).ok()).map(|it| it.r#type());
                let shaped = last.filter(|ty| ty.is_mem_ref()).and_then(Shaped::of);
                let is_arena = shaped.is_some_and(|it| {
                    it.shape == [bytes]
                        && ir::is_integer(it.element)
                        && ir::element_width(it.element) == 8
                });
                let found = last.map_or_else(|| "none".to_owned(), |ty| format!("`{ty}`"));
                (!is_arena).then(|| {
                    format!(
                        "expected the arena `memref<{bytes}xi8>` as last argument, found {found}"
                    )
                })
            }
            _ => None,
        }
    }
}

fn run<'a>(_: &'a Context, root: Op<'a>, options: &OptionValues) -> Result<(), Failure<'a>> {
    let level = options.text("level").parse::<Level>();
    verify(root, level.map_err(|error| Failure::at(root, error.to_string()))?)
}

/// Checks the contract of a level on `root` and the operations nested in it.
///
/// # Errors
/// Returns a message for each operation that violates the contract.
pub fn verify<'a>(root: Op<'a>, level: Level) -> Result<(), Failure<'a>> {
    let contract = contract(level);
    let mut verifier = Verifier {
        level,
        dialects: contract.absent_dialects(),
        ops: contract.absent_ops(),
        checks: contract.checks(),
        types: HashMap::new(),
    };
    let mut broken = Failure::default();
    visit(root, &mut |op| {
        if let Some(message) = verifier.violation(op) {
            broken.merge(Failure::at(op, message));
        }
    });
    broken.into_result()
}

/// Checks the `hloom.*` attributes of `root` and the operations nested in it. If `level` is `None`,
/// the attributes of every level are allowed.
///
/// # Errors
/// Returns a message for each operation with an attribute that does not conform to [`FACTS`].
pub fn verify_facts<'a>(root: Op<'a>, level: Option<Level>) -> Result<(), Failure<'a>> {
    let mut broken = Failure::default();
    visit(root, &mut |op| {
        if let Some(message) = facts_violation(op, ir::op_name(op), level) {
            broken.merge(Failure::at(op, message));
        }
    });
    broken.into_result()
}

/// Calls `function` with `op` and every operation nested in it, parents before children.
fn visit<'a>(op: Op<'a>, function: &mut impl FnMut(Op<'a>)) {
    function(op);
    for region in OperationLike::regions(&op) {
        let blocks = std::iter::successors(region.first_block(), |block| block.next_in_region());
        for block in blocks {
            let ops = std::iter::successors(block.first_operation(), |op| op.next_in_block());
            ops.for_each(|op| visit(op, function));
        }
    }
}

/// The state of verifying one program against the contract of a level.
struct Verifier<'a> {
    level: Level,
    dialects: Vec<&'static str>,
    ops: Vec<&'static str>,
    checks: Vec<Check>,
    /// The types that have occurred, each with its violation of the contract, if any. MLIR uniques
    /// types, and a program has few types, so this cache saves most checks.
    types: HashMap<Type<'a>, Option<String>>,
}

impl<'a> Verifier<'a> {
    fn violation(&mut self, op: Op<'a>) -> Option<String> {
        let (name, level) = (ir::op_name(op), self.level);
        if self.dialects.contains(&ir::dialect(op)) || self.ops.contains(&name) {
            return Some(format!("`{name}` must not remain at level `{level}`"));
        }
        if let Some(reason) = self.type_violation(op) {
            return Some(format!(
                "`{name}` has {reason}, which must not remain at level `{level}`"
            ));
        }
        if name == "func.func" {
            let mut reasons = self.checks.iter().filter_map(|check| check.function_violation(op));
            if let Some(reason) = reasons.next() {
                let function = ir::symbol_name(op).unwrap_or_default();
                return Some(format!(
                    "function `@{function}` is not valid at level `{level}`: {reason}"
                ));
            }
        }
        facts_violation(op, name, Some(level))
    }

    /// Describes the first type of a result or block argument of `op` that violates the contract.
    /// Returns `None` if all these types satisfy it.
    fn type_violation(&mut self, op: Op<'a>) -> Option<String> {
        let results = OperationLike::results(&op).map(|result| result.r#type());
        if let Some(reason) = results.into_iter().find_map(|ty| self.of_type(ty)) {
            return Some(reason);
        }
        for region in OperationLike::regions(&op) {
            let blocks = std::iter::successors(region.first_block(), |it| it.next_in_region());
            for block in blocks {
                let types = (0..block.argument_count()).filter_map(|it| block.argument(it).ok());
                if let Some(reason) = types.map(|it| it.r#type()).find_map(|ty| self.of_type(ty)) {
                    return Some(reason);
                }
            }
        }
        None
    }

    fn of_type(&mut self, ty: Type<'a>) -> Option<String> {
        let checks = &self.checks;
        let reason = || checks.iter().find_map(|check| check.type_violation(ty));
        self.types.entry(ty).or_insert_with(reason).clone()
    }
}

/// Returns the reason why an `hloom.*` attribute of an operation does not conform to [`FACTS`], or
/// `None` if all attributes conform.
fn facts_violation(op: Op, name: &str, level: Option<Level>) -> Option<String> {
    ir::discardable_attributes(op)
        .filter(|(attribute, _)| attribute.starts_with("hloom."))
        .find_map(|(attribute, _)| fact_violation(attribute, name, level))
}

fn fact_violation(attribute: &str, op: &str, level: Option<Level>) -> Option<String> {
    let Some(fact) = FACTS.iter().find(|fact| fact.name == attribute) else {
        return Some(format!(
            "`{op}`: unknown attribute `{attribute}`; the prefix `hloom` is reserved for attributes \
             between passes"
        ));
    };
    if !fact.on.contains(&op) && !fact.on.contains(&"any operation") {
        let on = fact.on.join("` or `");
        return Some(format!("`{op}`: expected `{attribute}` on `{on}` only"));
    }
    let level = level.filter(|level| !fact.levels.contains(level))?;
    let (first, last) = (fact.levels.start(), fact.levels.end());
    Some(format!(
        "`{op}`: expected `{attribute}` at levels `{first}` to `{last}`, found it at `{level}`"
    ))
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
    fn absence_is_cumulative() {
        for [before, after] in CONTRACTS.windows(2).map(|pair| [&pair[0], &pair[1]]) {
            let dialects = after.absent_dialects();
            assert!(before.absent_dialects().iter().all(|it| dialects.contains(it)));
            assert!(before.checks().iter().all(|it| after.checks().contains(it)));
        }
        let target = contract(Level::Target);
        assert!(target.absent_ops().contains(&"memref.alloc"));
        assert!(target.absent_dialects().contains(&"stablehlo"));
    }

    #[test]
    fn facts_are_checked() {
        let violation = |attribute, op, level| fact_violation(attribute, op, Some(level));
        assert_eq!(violation("hloom.body", "func.func", Level::Hlo), None);
        assert_eq!(violation("hloom.scheduled", "linalg.generic", Level::Loops), None);
        assert_eq!(
            violation("hloom.body", "scf.for", Level::Hlo).as_deref(),
            Some(
                "`scf.for`: expected `hloom.body` on `func.func` or `llvm.func` or `spirv.func` only"
            )
        );
        assert_eq!(
            violation("hloom.tasks", "func.func", Level::Loops).as_deref(),
            Some(
                "`func.func`: expected `hloom.tasks` at levels `target` to `target`, found it at `loops`"
            )
        );
        assert_eq!(
            violation("hloom.nothing", "func.func", Level::Hlo).as_deref(),
            Some(
                "`func.func`: unknown attribute `hloom.nothing`; the prefix `hloom` is reserved for \
                 attributes between passes"
            )
        );
    }
}
