// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! `hlo-simplify-loops`: moves invariant work out of `while` loops, and removes unused loop state.
//!
//! Before: `while (i = 0, w = %w, x = %x, y = %y) do { i + 1, w, x @ log(w), y + x }`, `x` is used
//! After:  `while (i = 0, w = %w, x = %x, y = %y) do { i + 1, w, x @ %log, y }`, `%log = log(%w)`
//!
//! The pass makes three changes to each loop, inner loops first:
//!
//! - A carried value that the body returns unchanged is replaced by its initial value, inside and
//!   after the loop. JAX carries the parameters of a layer through a `scan` in this way.
//! - Loop-invariant operations are moved before the loop if this saves work. Examples are
//!   contractions, reductions, and costly elementwise functions. A cheap operation stays in the
//!   loop, because it can be fused with operations of the body, and its result would need memory.
//!   An elementwise operation or a `gather` also stays if its result has more bytes than its
//!   operands, such as a conversion of weights to a wider type.
//! - A carried value that does not affect a result is returned unchanged, so that the operations
//!   that compute it are unused. `canonicalize` removes the value at level `linalg`.
//!
//! A moved operation runs even if the loop has no iterations, so only operations without side
//! effects are moved.

use crate::build::element_of;
use crate::elements::{self, Format};
use crate::simplify::is_pure;
use hloom_dialects::op::{Family, Op as Kind};
use hloom_dialects::verify::is_elementwise;
use hloom_ir::pass::{Failure, OptionValues, PassInfo};
use hloom_ir::pipeline::Level;
use hloom_ir::{self as ir, Block, Context, Op, Shaped, Value, address, value_address};
use melior::ir::ValueLike;
use std::collections::{HashMap, HashSet};

/// The pass `hlo-simplify-loops`.
pub static PASS: PassInfo = PassInfo {
    argument: "hlo-simplify-loops",
    description: "move loop-invariant operations out of `while` loops, and simplify carried values \
                  that are unused or do not change",
    anchor: "",
    level: Level::Hlo,
    options: &[],
    dialects: &["stablehlo"],
    run,
};

fn run<'a>(_: &'a Context, root: Op<'a>, _: &OptionValues) -> Result<(), Failure<'a>> {
    // Work of an inner loop may move out of the outer one, too.
    for op in ir::walk(root).into_iter().rev() {
        if let Some(repeated) = Loop::of(op) {
            repeated.forward_unchanged();
            repeated.hoist();
            repeated.drop_unused();
        }
    }
    Ok(())
}

/// A `stablehlo.while`, with the blocks of its condition and its body.
struct Loop<'a> {
    op: Op<'a>,
    condition: Block<'a>,
    body: Block<'a>,
    /// The terminator of the loop's body.
    end: Op<'a>,
}

impl<'a> Loop<'a> {
    /// Reads a loop. Returns `None` if `op` is not a loop, or if a carried value changes its type.
    fn of(op: Op<'a>) -> Option<Self> {
        ir::hlo_op(op).filter(|kind| *kind == Kind::StablehloWhile)?;
        let blocks: Vec<_> = ir::regions(op).into_iter().flat_map(ir::blocks).collect();
        let [condition, body] = blocks[..] else { return None };
        let end = *ir::ops(body).last()?;
        let types = |values: Vec<Value<'a>>| -> Vec<_> {
            values.into_iter().map(|value| value.r#type()).collect()
        };
        let results = types(ir::results(op));
        let others = [ir::operands(op), ir::args(condition), ir::args(body), ir::operands(end)];
        let same = others.into_iter().all(|values| types(values) == results);
        same.then_some(Self { op, condition, body, end })
    }

    /// Replaces each carried value that the body returns unchanged by its initial value.
    fn forward_unchanged(&self) {
        let initial = ir::operands(self.op);
        let next = ir::operands(self.end);
        for (index, argument) in ir::args(self.body).into_iter().enumerate() {
            if next[index] != argument {
                continue;
            }
            ir::replace_all_uses(argument, initial[index]);
            // The loop itself still carries the value.
            ir::set_operand(self.end, index, argument);
            ir::replace_all_uses(ir::args(self.condition)[index], initial[index]);
            ir::replace_all_uses(ir::results(self.op)[index], initial[index]);
        }
    }

    /// Moves loop-invariant operations before the loop if that saves time.
    fn hoist(&self) {
        let next = ir::operands(self.end);
        let arguments = ir::args(self.body);
        let changes = arguments.iter().zip(&next).filter(|(argument, next)| argument != next);
        let mut variant: HashSet<_> =
            changes.map(|(argument, _)| value_address(*argument)).collect();
        let mut invariant = Vec::new();
        // For each invariant operation, the bytes of the largest value, except constants, that it
        // and the invariant operations on which it depends read from outside the loop.
        let mut bytes_read = HashMap::new();
        for op in ir::ops(self.body) {
            let read = reads(op);
            let reads_variant = read.iter().any(|value| variant.contains(&value_address(*value)));
            let fixed = address(op) == address(self.end) || !is_pure(op) || is_dynamic(op);
            if fixed || reads_variant {
                variant.extend(ir::results(op).into_iter().map(value_address));
                continue;
            }
            let bytes = read.into_iter().map(|value| {
                let producer = ir::defining_op(value).map(address);
                let known = producer.and_then(|producer| bytes_read.get(&producer).copied());
                known.unwrap_or_else(|| bytes_of(value))
            });
            let bytes = if elements::is_constant(op) { 0 } else { bytes.max().unwrap_or(0) };
            bytes_read.insert(address(op), bytes);
            invariant.push(op);
        }
        let mut moved = HashSet::new();
        let mut pending: Vec<_> = invariant
            .iter()
            .copied()
            .filter(|op| is_worth_moving(*op, bytes_read[&address(*op)]))
            .collect();
        while let Some(op) = pending.pop() {
            if bytes_read.contains_key(&address(op)) && moved.insert(address(op)) {
                pending.extend(reads(op).into_iter().filter_map(ir::defining_op));
            }
        }
        for op in invariant.into_iter().filter(|op| moved.contains(&address(*op))) {
            ir::move_before(op, self.op);
        }
    }

    /// Makes the body return carried values unchanged if they affect neither a result of the loop,
    /// nor its condition, nor an operation with side effects.
    fn drop_unused(&self) {
        let (results, next) = (ir::results(self.op), ir::operands(self.end));
        let arguments = ir::args(self.body);
        let conditions = ir::args(self.condition);
        let mut pending: Vec<_> = (0..results.len())
            .filter(|index| ir::has_uses(results[*index]) || ir::has_uses(conditions[*index]))
            .map(|index| next[index])
            .collect();
        for op in ir::ops(self.body) {
            if address(op) != address(self.end) && !is_pure(op) {
                pending.extend(reads(op));
            }
        }
        let mut used = HashSet::new();
        while let Some(value) = pending.pop() {
            if !used.insert(value_address(value)) {
                continue;
            }
            if let Some(index) = arguments.iter().position(|argument| *argument == value) {
                pending.push(next[index]);
            } else if let Some(op) = ir::defining_op(value)
                && ir::is_inside(op, self.op)
            {
                pending.extend(reads(op));
            }
        }
        for (index, argument) in arguments.into_iter().enumerate() {
            let is_used = ir::has_uses(results[index])
                || ir::has_uses(conditions[index])
                || used.contains(&value_address(argument));
            if !is_used && next[index] != argument {
                ir::set_operand(self.end, index, argument);
            }
        }
    }
}

/// Returns true if an operand or result has a dynamic size. Such an operation may fail, so it must
/// not be moved before a loop that may have no iterations.
fn is_dynamic(op: Op) -> bool {
    let values =
        ir::walk(op).into_iter().flat_map(|op| [ir::operands(op), ir::results(op)].concat());
    values.into_iter().any(|value| Shaped::of(value.r#type()).is_some_and(|ty| !ty.is_static()))
}

/// Returns the operands of an operation and of all operations in its regions.
fn reads<'a>(op: Op<'a>) -> Vec<Value<'a>> {
    ir::walk(op).into_iter().flat_map(ir::operands).collect()
}

/// Returns true if an invariant operation should be moved out of its loop, together with the
/// operations on which it depends. `bytes_read` is the size of the largest value that these
/// operations read.
fn is_worth_moving(op: Op, bytes_read: i64) -> bool {
    let Some(kind) = ir::hlo_op(op) else { return false };
    if has_own_loops(kind) || matches!(kind, Kind::StablehloConcatenate | Kind::StablehloPad) {
        return true;
    }
    let feeds_loops = || {
        let users = ir::results(op).into_iter().flat_map(ir::uses);
        let mut kinds = users.filter_map(|(user, _)| ir::hlo_op(user));
        kinds.any(|kind| kind.facts().family == Family::Contraction)
    };
    let worth = match kind {
        Kind::StablehloGather => true,
        _ => is_elementwise(kind) && (is_costly(kind) || feeds_loops()),
    };
    let results = ir::results(op);
    let is_array = results.iter().any(|result| elements_of(*result) > 1);
    worth && is_array && results.into_iter().all(|made| bytes_of(made) <= bytes_read)
}

/// Returns true for operations whose loops cannot be fused with the loops of adjacent operations.
fn has_own_loops(kind: Kind) -> bool {
    let family = kind.facts().family;
    matches!(family, Family::Contraction | Family::Convolution | Family::Reduction | Family::Sort)
        || matches!(
            kind,
            Kind::StablehloCholesky
                | Kind::StablehloFft
                | Kind::StablehloScatter
                | Kind::StablehloTriangularSolve
        )
}

/// Returns true for elementwise operations that take longer than reading their result from memory.
fn is_costly(kind: Kind) -> bool {
    kind.facts().transcendental
        || matches!(
            kind,
            Kind::StablehloDivide
                | Kind::StablehloPower
                | Kind::StablehloRemainder
                | Kind::StablehloRsqrt
                | Kind::StablehloSqrt
        )
}

/// Returns the number of elements of a static tensor, or zero for any other value.
fn elements_of(value: Value) -> i64 {
    let shaped = Shaped::of(value.r#type()).filter(Shaped::is_static);
    shaped.map_or(0, |shaped| shaped.elements())
}

/// Returns the number of bytes of a static tensor that is not a constant, or zero for any other
/// value.
fn bytes_of(value: Value) -> i64 {
    if elements::constant_attribute(value).is_some() {
        return 0;
    }
    let size = Format::of(element_of(value)).map_or(1, Format::size);
    elements_of(value) * size as i64
}
