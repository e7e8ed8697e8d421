// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Attributes that are dimensions, sizes or counts.

use crate::Error;
use hloom_dialects::op_view::InferView;

/// Reads a required attribute that lists dimensions, sizes or counts.
///
/// # Errors
/// Fails if the attribute is missing, or if a number is negative.
pub fn sizes(op: &InferView, name: &str) -> Result<Vec<usize>, Error> {
    to_sizes(&op.integers(name)?)
}

/// Reads a required attribute that is a dimension, a size or a count.
///
/// # Errors
/// Fails if the attribute is missing or negative.
pub fn size(op: &InferView, name: &str) -> Result<usize, Error> {
    to_size(op.integer(name)?)
}

/// Splits numbers into pairs, such as low and high padding, or sources and targets.
pub fn pairs(numbers: &[i64]) -> Vec<(i64, i64)> {
    numbers.chunks_exact(2).map(|pair| (pair[0], pair[1])).collect()
}

/// Converts numbers that must not be negative.
///
/// # Errors
/// Fails if a number is negative.
pub fn to_sizes(numbers: &[i64]) -> Result<Vec<usize>, Error> {
    numbers.iter().copied().map(to_size).collect()
}

/// Converts a number that must not be negative.
///
/// # Errors
/// Fails if the number is negative.
pub fn to_size(number: i64) -> Result<usize, Error> {
    usize::try_from(number).map_err(|_| {
        Error::invalid(format!("expected a size or index of at least 0, found {number}"))
    })
}
