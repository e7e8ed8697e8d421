// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Dimension numbers in attributes: in range, unique, sorted.

use crate::{ensure, op_view::InferView, violation, violation::Violation};

/// A dimension number attribute, within `0..rank`.
pub fn dimension(
    op: &InferView,
    name: &str,
    rank: usize,
    constraint: &str,
) -> Result<usize, Violation> {
    let value = op.integer(name)?;
    index(op, name, value, rank, constraint)
}

/// A dimension number within `0..rank`; `name` is what messages call it.
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

/// Dimension numbers within `0..rank`.
pub fn in_range(
    op: &InferView,
    name: &str,
    values: &[i64],
    rank: usize,
    constraint: &str,
) -> Result<Vec<usize>, Violation> {
    values.iter().map(|value| index(op, name, *value, rank, constraint)).collect()
}

/// Checks that no number stands in the lists twice.
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

/// Checks that numbers ascend.
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

/// A list with one entry a dimension.
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
