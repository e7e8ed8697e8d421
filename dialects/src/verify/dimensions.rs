// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Checks of dimension numbers in attributes: in range, unique, sorted.

use crate::{ensure, op_view::InferView, violation, violation::Violation};

/// Returns the dimension number in an attribute, which must be within `0..rank`.
///
/// # Errors
/// Returns a violation if the attribute is absent or the number is out of range.
pub fn dimension(
    op: &InferView,
    name: &str,
    rank: usize,
    constraint: &str,
) -> Result<usize, Violation> {
    let value = op.integer(name)?;
    index(op, name, value, rank, constraint)
}

/// Returns a dimension number as an index, if it is within `0..rank`.
///
/// `name` is the name of the dimension number in messages.
///
/// # Errors
/// Returns a violation if the number is out of range.
pub fn index(
    op: &InferView,
    name: &str,
    value: i64,
    rank: usize,
    constraint: &str,
) -> Result<usize, Violation> {
    usize::try_from(value).ok().filter(|index| *index < rank).ok_or_else(|| {
        violation!(op.constraint(constraint), "{name} must be in [0, {rank}), found {value}")
    })
}

/// Returns dimension numbers as indices, if all are within `0..rank`.
///
/// # Errors
/// Returns a violation for the first number that is out of range.
pub fn in_range(
    op: &InferView,
    name: &str,
    values: &[i64],
    rank: usize,
    constraint: &str,
) -> Result<Vec<usize>, Violation> {
    values.iter().map(|value| index(op, name, *value, rank, constraint)).collect()
}

/// Checks that no number occurs twice in the concatenation of the lists.
///
/// # Errors
/// Returns a violation for the smallest number that occurs twice.
pub fn unique(
    op: &InferView,
    name: &str,
    lists: &[&[usize]],
    constraint: &str,
) -> Result<(), Violation> {
    let mut all: Vec<usize> = lists.concat();
    all.sort_unstable();
    if let Some(twice) = all.windows(2).find(|pair| pair[0] == pair[1]) {
        return Err(violation!(
            op.constraint(constraint),
            "{name} must be unique, found {} twice",
            twice[0]
        ));
    }
    Ok(())
}

/// Checks that numbers are in ascending order. Adjacent numbers may be equal.
///
/// # Errors
/// Returns a violation if they are not sorted.
pub fn sorted(
    op: &InferView,
    name: &str,
    values: &[usize],
    constraint: &str,
) -> Result<(), Violation> {
    ensure!(
        values.is_sorted(),
        op.constraint(constraint),
        "{name} must be sorted, found {values:?}"
    );
    Ok(())
}

/// Checks that a list has one entry for each dimension.
///
/// # Errors
/// Returns a violation if the length is not `rank`.
pub fn per_dimension(
    op: &InferView,
    name: &str,
    values: &[i64],
    rank: usize,
    constraint: &str,
) -> Result<(), Violation> {
    ensure!(
        values.len() == rank,
        op.constraint(constraint),
        "{name} must have {rank} entries, found {}",
        values.len()
    );
    Ok(())
}
