// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Checks of dimension numbers and of lists of operands.

use crate::emit::{Emit, ensure};
use crate::error::Result;
use hloom_values::Shape;

/// Checks that the dimension number `value` is in `0..rank`. `name` is its name in the message.
pub(super) fn index(
    emit: &Emit<'_, '_>,
    name: &str,
    value: usize,
    rank: usize,
    constraint: &str,
) -> Result<()> {
    ensure!(emit, value < rank, constraint, "{name} must be in [0, {rank}), found {value}");
    Ok(())
}

/// Checks that dimension numbers are in `0..rank`.
pub(super) fn in_range(
    emit: &Emit<'_, '_>,
    name: &str,
    values: &[usize],
    rank: usize,
    constraint: &str,
) -> Result<()> {
    values.iter().try_for_each(|value| index(emit, name, *value, rank, constraint))
}

/// Checks that numbers are at most `i64::MAX`, because attributes store signed 64-bit integers.
pub(super) fn fits(
    emit: &Emit<'_, '_>,
    name: &str,
    values: &[usize],
    constraint: &str,
) -> Result<()> {
    let most = i64::MAX;
    let large = values.iter().find(|value| i64::try_from(**value).is_err());
    let found = large.copied().unwrap_or_default();
    ensure!(emit, large.is_none(), constraint, "{name} must be at most {most}, found {found}");
    Ok(())
}

/// Checks that no number occurs twice in the concatenation of the lists.
pub(super) fn unique(
    emit: &Emit<'_, '_>,
    name: &str,
    lists: &[&[usize]],
    constraint: &str,
) -> Result<()> {
    let mut all = lists.concat();
    all.sort_unstable();
    let twice = all.windows(2).find(|pair| pair[0] == pair[1]).map(|pair| pair[0]);
    match twice {
        Some(twice) => {
            let message = format!("{name} must be unique, found {twice} twice");
            Err(emit.violation(constraint, message))
        }
        None => Ok(()),
    }
}

/// Checks that numbers are in ascending order; equal neighbors are permitted.
pub(super) fn sorted(
    emit: &Emit<'_, '_>,
    name: &str,
    values: &[usize],
    constraint: &str,
) -> Result<()> {
    ensure!(emit, values.is_sorted(), constraint, "{name} must be sorted, found {values:?}");
    Ok(())
}

/// Checks that a list of `count` entries has one entry for each dimension of a shape.
pub(super) fn per_dimension(
    emit: &Emit<'_, '_>,
    name: &str,
    count: usize,
    shape: &Shape,
    constraint: &str,
) -> Result<()> {
    let rank = shape.rank();
    ensure!(
        emit,
        count == rank,
        constraint,
        "{name} must have one entry for each of {rank} dimensions of {shape}, found {count}"
    );
    Ok(())
}

/// Checks that all shapes have the same dimensions. Their element types may differ.
pub(super) fn same_dims(
    emit: &Emit<'_, '_>,
    name: &str,
    shapes: &[Shape],
    constraint: &str,
) -> Result<()> {
    let same = shapes.windows(2).all(|pair| pair[0].dims == pair[1].dims);
    let types: Vec<_> = shapes.iter().map(Shape::to_string).collect();
    let types = types.join(" and ");
    ensure!(emit, same, constraint, "{name} must have the same shape, found {types}");
    Ok(())
}

/// Checks that two shapes have the same element type. Their dimensions may differ.
pub(super) fn same_elements(
    emit: &Emit<'_, '_>,
    names: &str,
    one: &Shape,
    other: &Shape,
    constraint: &str,
) -> Result<()> {
    ensure!(
        emit,
        one.element_type == other.element_type,
        constraint,
        "{names} must have the same element type, found {one} and {other}"
    );
    Ok(())
}

/// Returns dimensions as a list in brackets, such as `[2, 3]`, for messages.
pub(super) fn list(dims: &[usize]) -> String {
    format!("{dims:?}")
}
