// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! `hlo-merge-all-reduces`: merges small `all_reduce` operations of one type, with the same groups and
//! computation, into one. XLA's pass for this purpose is `all-reduce-combiner`.
//!
//! A small message takes about as long as its latency, so one message instead of several saves time:
//! a train step reduces the gradients of many biases and scales. The operands are concatenated as
//! arrays of one dimension. Each element is combined as before, so results have the same bits.
//!
//! ```mlir
//! %all = stablehlo.concatenate %x_flat, %y_flat
//! %sums = all_reduce(%all)
//! // slices of %sums replace all_reduce(%x) and all_reduce(%y)
//! ```
//!
//! The merged operation stands at the place of the last one. The operations between that depend on
//! an earlier one move behind it. They must not have side effects, and must not be collectives;
//! otherwise, only the operations before them are merged. All participants run the same program, so
//! they still have the same order of collectives.

use crate::expand_collectives::combined_by;
use hloom_dialects::attributes::stablehlo::ChannelHandle;
use hloom_dialects::op::{Family, Op as Kind};
use hloom_dialects::op_view::OpView;
use hloom_hlo_passes::build::{Hlo, element_of};
use hloom_ir::pass::{Failure, OptionValues, PassInfo, PassOption};
use hloom_ir::pipeline::Level;
use hloom_ir::{self as ir, Attribute, Block, Builder, Context, Op, Shaped, Type, Value};
use melior::ir::ValueLike;
use melior::ir::operation::OperationLike;
use std::collections::HashSet;

/// The pass `hlo-merge-all-reduces`.
pub static PASS: PassInfo = PassInfo {
    argument: "hlo-merge-all-reduces",
    description: "merge small `all_reduce` operations with the same element type, groups and \
                  computation",
    anchor: "builtin.module",
    level: Level::Hlo,
    options: &[PassOption {
        name: "threshold",
        description: "maximum size in bytes of the concatenated operands; larger transfers take \
                      longer than the latency of a message, and should overlap with computation",
        default: "65536",
    }],
    dialects: &["stablehlo"],
    run,
};

fn run<'a>(
    context: &'a Context,
    module: Op<'a>,
    options: &OptionValues,
) -> Result<(), Failure<'a>> {
    let threshold = options.number("threshold", module)?;
    let is_all_reduce = |op: &Op<'a>| ir::hlo_op(*op) == Some(Kind::StablehloAllReduce);
    // Collected first: the operations in the region of a replaced one are erased with it.
    let all: Vec<_> = ir::walk(module).into_iter().filter(is_all_reduce).collect();
    for op in all {
        split(context, op);
    }
    let mut blocks: Vec<Block> = Vec::new();
    for block in ir::walk(module).into_iter().filter(is_all_reduce).filter_map(|op| op.block()) {
        if !blocks.contains(&block) {
            blocks.push(block);
        }
    }
    for block in blocks {
        merge(context, block, threshold);
    }
    Ok(())
}

/// Replaces an `all_reduce` of several operands by one `all_reduce` for each operand. The runtime
/// also reduces each operand separately.
fn split<'a>(context: &'a Context, op: Op<'a>) {
    if ir::operands(op).len() < 2 || combined_by(op).is_none() {
        return;
    }
    let at = Builder::before(context, op);
    let each = ir::operands(op).into_iter().zip(ir::results(op));
    let parts: Vec<_> =
        each.map(|(operand, result)| all_reduce(at, op, operand, result.r#type())).collect();
    ir::replace(op, parts);
}

/// Attributes with the sharding of an operation's results, which a new `all_reduce` does not have.
const SHARDINGS: [&str; 2] = ["mhlo.sharding", "sdy.sharding"];

/// Builds an `all_reduce` of another operand with the attributes and the computation of `like`.
fn all_reduce<'a>(at: Builder<'a>, like: Op<'a>, operand: Value<'a>, ty: Type<'a>) -> Value<'a> {
    let new = at.op("stablehlo.all_reduce").operands(&[operand]).attrs_of(like, &SHARDINGS);
    new.region(ir::copy_region(like)).result(ty).value()
}

/// Merges the `all_reduce` operations of a block.
fn merge<'a>(context: &'a Context, block: Block<'a>, threshold: i64) {
    let mut ops = ir::ops(block);
    let mut merged: Vec<Op> = Vec::new();
    let mut index = 0;
    while let Some(first) = ops.get(index).copied() {
        index += 1;
        if merged.contains(&first) {
            continue;
        }
        let Some(candidate) = Candidate::of(first).filter(|it| it.bytes <= threshold) else {
            continue;
        };
        let set = Set::of(candidate, &ops[index..], &merged, threshold);
        if set.members.len() > 1 {
            merged.push(set.merge(context));
            // The operations before `first` have not changed, and the next one took its place.
            index -= 1;
            ops = ir::ops(block);
        }
    }
}

/// An `all_reduce` that can be merged with others.
struct Candidate<'a> {
    op: Op<'a>,
    key: Key<'a>,
    /// The size of the operand in bytes.
    bytes: i64,
}

/// The properties that merged operations have in common. They are the operation that combines two
/// elements, the element type and the groups. Two flags state whether there is a channel, and
/// whether the groups contain global ids.
type Key<'a> = (&'a str, Type<'a>, Option<Attribute<'a>>, [bool; 2]);

impl<'a> Candidate<'a> {
    /// Describes an operation as a candidate. Returns `None` if the operation is not an
    /// `all_reduce` that can be merged.
    fn of(op: Op<'a>) -> Option<Self> {
        let ([operand], Some(Kind::StablehloAllReduce)) = (&ir::operands(op)[..], ir::hlo_op(op))
        else {
            return None;
        };
        let combined = combined_by(op)?;
        let shaped = Shaped::of(operand.r#type()).filter(Shaped::is_static)?;
        let view = OpView::from_operation(op)?;
        let channel = view.optional_typed::<ChannelHandle>("channel_handle");
        let has_channel = channel.is_some_and(|channel| channel.handle > 0);
        let is_global = view.optional_boolean("use_global_device_ids").unwrap_or(false);
        let groups = op.attribute("replica_groups").ok();
        let key = (combined, shaped.element, groups, [has_channel, is_global]);
        let width = i64::from(ir::element_width(shaped.element).div_ceil(8));
        Some(Self { op, key, bytes: shaped.elements().saturating_mul(width) })
    }
}

/// The `all_reduce` operations that are merged into one.
struct Set<'a> {
    members: Vec<Op<'a>>,
    /// Operations before the last member that depend on one of the members, in order. They move
    /// behind the merged operation.
    dependent: Vec<Op<'a>>,
}

impl<'a> Set<'a> {
    /// Returns the set that consists of `first` and the later operations that can be merged with
    /// it.
    fn of(first: Candidate<'a>, following: &[Op<'a>], merged: &[Op<'a>], threshold: i64) -> Self {
        let mut set = Self { members: vec![first.op], dependent: Vec::new() };
        let mut bytes = first.bytes;
        let mut values: HashSet<usize> = addresses(first.op).collect();
        let mut dependent = Vec::new();
        for op in following {
            let used = ir::walk(*op).into_iter().flat_map(ir::operands);
            let depends = used.map(ir::value_address).any(|value| values.contains(&value));
            let fits =
                |it: &Candidate| it.key == first.key && bytes.saturating_add(it.bytes) <= threshold;
            if depends {
                if op.next_in_block().is_none() || effect(*op) != Effect::None {
                    break;
                }
                dependent.push(*op);
                values.extend(addresses(*op));
            } else if let Some(next) = Candidate::of(*op).filter(fits)
                && !merged.contains(op)
            {
                set.members.push(*op);
                set.dependent.append(&mut dependent);
                bytes += next.bytes;
                values.extend(addresses(*op));
            } else if effect(*op) == Effect::Other {
                break;
            }
        }
        set
    }

    /// Merges the members, and returns the merged operation.
    fn merge(self, context: &'a Context) -> Op<'a> {
        let last = self.members[self.members.len() - 1];
        // `last` is not the terminator of the block.
        if let Some(next) = last.next_in_block() {
            self.dependent.iter().for_each(|op| ir::move_before(*op, next));
        }
        let hlo = Hlo { at: Builder::before(context, last) };
        let operands: Vec<_> = self.members.iter().map(|op| ir::operands(*op)[0]).collect();
        let flat = |operand: &Value<'a>| hlo.reshape(*operand, &[elements(*operand)]);
        let parts: Vec<_> = operands.iter().map(flat).collect();
        let all = hlo.concatenate(&parts, 0);
        let ty = ir::tensor(&ir::shape_of(all), element_of(all));
        let reduced = all_reduce(hlo.at, self.members[0], all, ty);
        let mut start = 0;
        for (op, operand) in self.members.into_iter().zip(operands) {
            let end = start + elements(operand);
            let part = hlo.slice(reduced, &[start], &[end], &[1]);
            ir::replace(op, [hlo.reshape(part, &ir::shape_of(operand))]);
            start = end;
        }
        ir::defining_op(reduced).unwrap_or(last)
    }
}

fn elements(value: Value) -> i64 {
    ir::shape_of(value).into_iter().product()
}

fn addresses(op: Op<'_>) -> impl Iterator<Item = usize> {
    ir::results(op).into_iter().map(ir::value_address)
}

/// The effect of an operation, including the operations inside it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Effect {
    /// The operation has no effect, so it can be moved.
    None,
    /// The operation is a collective, which must not be moved. Other operations can be moved past
    /// it unless one of the two depends on the other.
    Collective,
    /// The operation has another effect, so no operation can be moved past it.
    Other,
}

/// Returns the effect of an operation that is not a terminator.
fn effect(op: Op) -> Effect {
    let of_one = |inner: Op| match ir::hlo_op(inner) {
        Some(Kind::StablehloReturn) => Effect::None,
        Some(Kind::StablehloCustomCall) => {
            let view = OpView::from_operation(inner);
            let acts =
                view.is_none_or(|view| view.optional_boolean("has_side_effect").unwrap_or(false));
            if acts { Effect::Other } else { Effect::None }
        }
        Some(kind) if kind.family() == Family::Collective && inner == op => Effect::Collective,
        Some(kind) if kind.facts().pure || kind.facts().effects_of_regions => Effect::None,
        _ => Effect::Other,
    };
    let all = ir::walk(op).into_iter().map(of_one);
    let mut effect = Effect::None;
    for one in all {
        match (effect, one) {
            (_, Effect::Other) => return Effect::Other,
            (Effect::None, one) => effect = one,
            _ => {}
        }
    }
    effect
}
