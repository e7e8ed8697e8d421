// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Loops whose number of iterations is known, such as those of `jax.lax.scan`.

use hloom_dialects::op::Op as HloOp;
use hloom_ir::{self as ir, Block, Op, Shaped, Value};
use melior::ir::ValueLike;
use melior::ir::operation::OperationLike;

/// Returns the number of iterations of a `while` with a counter. Returns `None` for other loops.
///
/// The loop goes on as long as a comparison of the counter and a constant holds. The counter begins with
/// a constant, and each iteration adds a constant. No value of the counter overflows.
pub fn of(op: Op) -> Option<i64> {
    let mut blocks = ir::regions(op).into_iter().filter_map(|region| ir::blocks(region).pop());
    let (condition, body) = (blocks.next()?, blocks.next()?);
    let [predicate] = ir::operands(ir::ops(condition).pop()?)[..] else { return None };
    let compare = defined_by(predicate, HloOp::StablehloCompare)?;
    let [lhs, rhs] = ir::operands(compare)[..] else { return None };
    let direction = ir::enum_case(compare, "comparison_direction")?;
    let number = |value| carried_constant(op, body, position(condition, value), value);
    let (counter, limit, direction) = match (position(condition, lhs), number(rhs)) {
        (Some(counter), Some(limit)) => (counter, limit, direction.as_str()),
        _ => (position(condition, rhs)?, number(lhs)?, mirrored(&direction)),
    };
    let start = constant(*ir::operands(op).get(counter)?)?;
    let step = step(body, counter)?;
    let element = ir::element_of(ir::operands(op)[counter].r#type());
    let count = count(start, limit, step, direction)?;
    let last = start + i128::from(count) * step;
    range(element)?.contains(&last).then_some(count)
}

/// Returns the number of iterations from the first value, the limit and the step of a counter.
fn count(start: i128, limit: i128, step: i128, direction: &str) -> Option<i64> {
    let (distance, step) = match direction {
        "LT" => (limit - start, step),
        "LE" => (limit + 1 - start, step),
        "GT" => (start - limit, -step),
        "GE" => (start + 1 - limit, -step),
        // The counter must meet the limit.
        "NE" if step != 0 && (limit - start) % step == 0 => {
            let count = (limit - start) / step;
            return i64::try_from(count).ok().filter(|count| *count >= 0);
        }
        _ => return None,
    };
    if distance <= 0 {
        return Some(0);
    }
    let iterations = (distance + step - 1).checked_div(step).filter(|_| step > 0)?;
    i64::try_from(iterations).ok()
}

fn mirrored(direction: &str) -> &str {
    match direction {
        "LT" => "GT",
        "LE" => "GE",
        "GT" => "LT",
        "GE" => "LE",
        other => other,
    }
}

/// Returns the constant that each iteration of a body adds to a counter.
fn step(body: Block, counter: usize) -> Option<i128> {
    let new = *ir::operands(ir::ops(body).pop()?).get(counter)?;
    let is_counter = |value: Value| position(body, value) == Some(counter);
    if let Some(add) = defined_by(new, HloOp::StablehloAdd) {
        let [lhs, rhs] = ir::operands(add)[..] else { return None };
        let other = if is_counter(lhs) { rhs } else { Some(lhs).filter(|_| is_counter(rhs))? };
        return constant(other);
    }
    let subtract = defined_by(new, HloOp::StablehloSubtract)?;
    let [lhs, rhs] = ir::operands(subtract)[..] else { return None };
    constant(rhs).filter(|_| is_counter(lhs)).map(|step| -step)
}

/// Returns the value of a constant, or of the carried value at `position` if no iteration changes it.
fn carried_constant(op: Op, body: Block, position: Option<usize>, value: Value) -> Option<i128> {
    let Some(carried) = position else { return constant(value) };
    let new = *ir::operands(ir::ops(body).pop()?).get(carried)?;
    let is_unchanged = self::position(body, new) == Some(carried);
    constant(*ir::operands(op).get(carried)?).filter(|_| is_unchanged)
}

/// Returns the position of a value among the arguments of a block.
fn position(block: Block, value: Value) -> Option<usize> {
    ir::args(block).into_iter().position(|argument| argument == value)
}

fn defined_by(value: Value<'_>, kind: HloOp) -> Option<Op<'_>> {
    ir::defining_op(value).filter(|op| ir::hlo_op(*op) == Some(kind))
}

/// Returns the value of a constant with one integer.
fn constant(value: Value) -> Option<i128> {
    let op = defined_by(value, HloOp::StablehloConstant)?;
    let scalar = Shaped::of(value.r#type())?.shape.is_empty();
    // Printed as `12 : i32`; the type says whether the bits are those of a negative number.
    let number = ir::splat_value(op.attribute("value").ok().filter(|_| scalar)?)?.to_string();
    number.split(' ').next()?.parse().ok()
}

/// Returns the values of an integer type.
fn range(element: ir::Type) -> Option<std::ops::RangeInclusive<i128>> {
    let bits = ir::element_width(element);
    if !ir::is_integer(element) || !(2..=64).contains(&bits) {
        return None;
    }
    let values = 1_i128 << bits;
    Some(if ir::is_unsigned(element) { 0..=values - 1 } else { -values / 2..=values / 2 - 1 })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn iterations_are_counted_from_both_ends() {
        assert_eq!(count(0, 10, 3, "LT"), Some(4));
        assert_eq!(count(0, 9, 3, "LT"), Some(3));
        assert_eq!(count(0, 9, 3, "LE"), Some(4));
        assert_eq!(count(5, 0, -2, "GT"), Some(3));
        assert_eq!(count(5, 1, -2, "GE"), Some(3));
        assert_eq!(count(0, 9, 3, "NE"), Some(3));
        assert_eq!(count(7, 3, 1, "LT"), Some(0));
    }

    #[test]
    fn endless_loops_have_no_number_of_iterations() {
        assert_eq!(count(0, 10, 0, "LT"), None);
        assert_eq!(count(0, 10, -1, "LT"), None);
        assert_eq!(count(0, 10, 3, "NE"), None);
        assert_eq!(count(0, 10, 0, "NE"), None);
        assert_eq!(count(0, 10, 1, "EQ"), None);
    }
}
