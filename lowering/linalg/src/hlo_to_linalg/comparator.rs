// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! The orders that comparators of `sort` define.

use hloom_dialects::op::{Family, Op as HloOp};
use hloom_ir::{self as ir, Block, Op, Shaped, Value};
use melior::ir::BlockRef;
use melior::ir::ValueLike;
use melior::ir::block::BlockArgument;
use melior::ir::operation::OperationLike;

/// Returns true if every comparison in a comparator uses a total order.
///
/// In a partial order of floats, NaN is neither before nor after any element. The ends of a merge
/// from both ends would then often not meet, so that the merge would have to be repeated.
pub fn is_total(comparator: Block) -> bool {
    let compares = |op: &Op| ir::hlo_op(*op) == Some(HloOp::StablehloCompare);
    ir::ops(comparator).into_iter().filter(compares).all(is_total_comparison)
}

/// Returns true if a `compare` uses a total order: it compares integers, or floats by `TOTALORDER`.
fn is_total_comparison(op: Op) -> bool {
    let element = Shaped::of(ir::operands(op)[0].r#type()).map(|shaped| shaped.element);
    element.is_some_and(ir::is_integer)
        || ir::enum_case(op, "compare_type").as_deref() == Some("TOTALORDER")
}

/// Returns true if the comparator of a sort is known to define a strict weak order, because it
/// compares the keys of two elements in lexicographic order. A key is a value that the comparator
/// computes from each of the two elements by the same operations.
///
/// Each key is compared in a total order, with `LT` or `GT`. A further key is compared if all
/// previous keys are equal, as in `a < b || (a == b && c < d)`.
pub fn is_strict_weak_order(comparator: Block) -> bool {
    let yielded = ir::ops(comparator).pop().map(ir::operands).unwrap_or_default();
    yielded.len() == 1 && yielded.into_iter().all(orders)
}

/// Returns true if a boolean value in the comparator of a sort is known to compare the keys of the
/// two elements in lexicographic order, each key with `LT` or `GT` in a total order.
fn orders(value: Value) -> bool {
    let Some(op) = ir::defining_op(value) else { return false };
    match ir::hlo_op(op) {
        Some(HloOp::StablehloCompare) => key(op, &["LT", "GT"]).is_some(),
        Some(HloOp::StablehloOr) => {
            let operands = ir::operands(op);
            let [one, other] = [operands[0], operands[1]];
            is_lexicographic(one, other) || is_lexicographic(other, one)
        }
        _ => false,
    }
}

/// Returns true if the disjunction of `first` and `rest` compares several keys in turn: `first`
/// compares one key, and `rest` compares the other keys if the first key is equal for both elements.
fn is_lexicographic(first: Value, rest: Value) -> bool {
    let compare = ir::defining_op(first).and_then(|op| key(op, &["LT", "GT"]));
    let and = ir::defining_op(rest).filter(|op| ir::hlo_op(*op) == Some(HloOp::StablehloAnd));
    let (Some([left, right]), Some(and)) = (compare, and) else { return false };
    let is_equality = |value: Value| {
        let operands = ir::defining_op(value).and_then(|op| key(op, &["EQ"]));
        operands.is_some_and(|[one, other]| {
            (are_alike(one, left) && are_alike(other, right))
                || (are_alike(one, right) && are_alike(other, left))
        })
    };
    let operands = ir::operands(and);
    (is_equality(operands[0]) && orders(operands[1]))
        || (is_equality(operands[1]) && orders(operands[0]))
}

/// Returns the operands of a `compare` that uses a total order and one of the given directions.
/// Returns `None` for other operations, and if the operands are not the same key of the two elements
/// that the comparator of a sort compares.
fn key<'a>(op: Op<'a>, directions: &[&str]) -> Option<[Value<'a>; 2]> {
    let direction = ir::enum_case(op, "comparison_direction")?;
    let operands = <[Value; 2]>::try_from(ir::operands(op)).ok()?;
    let is_key = |element| {
        let mut search = Search { mirrored: Some((op.block()?, element)), visits: MOST_VISITS };
        search.are_alike(operands[0], operands[1]).then_some(())
    };
    let is_compare = ir::hlo_op(op) == Some(HloOp::StablehloCompare)
        && directions.contains(&direction.as_str())
        && is_total_comparison(op);
    (is_compare && (is_key(0).is_some() || is_key(1).is_some())).then_some(operands)
}

/// Returns true if two values in the comparator of a sort are computed by the same elementwise
/// operations, from the same arguments.
fn are_alike(one: Value, other: Value) -> bool {
    Search { mirrored: None, visits: MOST_VISITS }.are_alike(one, other)
}

/// The maximum number of pairs of values that a [`Search`] compares. A value that is used several
/// times is compared as often.
const MOST_VISITS: usize = 1000;

/// A comparison of the operations that compute two values in the comparator of a sort.
struct Search<'a> {
    /// If present, the first value must depend only on the arguments of one element, which is the
    /// element with this number, 0 or 1, and the second value only on those of the other element.
    /// The block is the comparator.
    ///
    /// A comparison of values that depend on both elements need not be transitive, such as
    /// `a + d < b + c` for the elements `(a, c)` and `(b, d)`, whose sums may overflow.
    mirrored: Option<(BlockRef<'a, 'a>, usize)>,
    /// The number of pairs that may still be compared.
    visits: usize,
}

impl Search<'_> {
    /// Returns true if two values are computed by the same elementwise operations, from the same
    /// arguments, or from mirrored ones.
    fn are_alike(&mut self, one: Value, other: Value) -> bool {
        if self.visits == 0 {
            return false;
        }
        self.visits -= 1;
        match (BlockArgument::try_from(one), BlockArgument::try_from(other)) {
            (Ok(one), Ok(other)) => self.are_alike_arguments(one, other),
            (Err(_), Err(_)) => self.are_alike_results(one, other),
            _ => false,
        }
    }

    fn are_alike_arguments(&self, one: BlockArgument, other: BlockArgument) -> bool {
        let (number, other_number) = (one.argument_number(), other.argument_number());
        if one.owner() != other.owner() {
            return false;
        }
        match self.mirrored {
            // The comparator has two adjacent arguments for each operand of the sort, one per
            // element. Arguments of other blocks are values from outside of the sort.
            Some((comparator, element)) => {
                one.owner() == comparator && number % 2 == element && number ^ 1 == other_number
            }
            None => number == other_number,
        }
    }

    fn are_alike_results(&mut self, one: Value, other: Value) -> bool {
        let (Some(one), Some(other)) = (ir::defining_op(one), ir::defining_op(other)) else {
            return false;
        };
        let is_pure = |op| {
            let op = ir::hlo_op(op);
            op == Some(HloOp::StablehloConstant)
                || op.is_some_and(|op| op.family() == Family::Elementwise)
        };
        let attributes = |op: Op| -> Vec<_> {
            op.attributes()
                .map(|(name, value)| {
                    (name.as_string_ref().as_str().map(str::to_owned), value.to_string())
                })
                .collect()
        };
        let types = |op| ir::results(op).iter().map(ValueLike::r#type).collect::<Vec<_>>();
        let (inputs, others) = (ir::operands(one), ir::operands(other));
        ir::hlo_op(one) == ir::hlo_op(other)
            && is_pure(one)
            && attributes(one) == attributes(other)
            && types(one) == types(other)
            && inputs.len() == others.len()
            && inputs.into_iter().zip(others).all(|(one, other)| self.are_alike(one, other))
    }
}
