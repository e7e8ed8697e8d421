// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Reads and writes device lists as transposed ranges: `[4,2]<=[2,4]T(1,0)`.

use super::cursor::{Cursor, Result};
use super::list;
use std::fmt::Write as _;

/// Dimensions to which a range of device numbers is reshaped, and the permutation that transposes
/// them.
pub type Transform<T> = (Vec<i64>, Vec<T>);

/// Reads a list of dimension sizes in brackets, such as `[2,4]`.
pub fn read_dimensions(cursor: &mut Cursor) -> Result<Vec<i64>> {
    cursor.list(["[", "]"], Cursor::integer)
}

/// Reads the reshape and the transposition of a range, such as `[2,4]T(1,0)`. A single dimension
/// has no transposition.
pub fn read_transform<T: TryFrom<i128> + From<u8>>(cursor: &mut Cursor) -> Result<Transform<T>> {
    let dimensions = read_dimensions(cursor)?;
    match dimensions.len() {
        0 => Err(cursor.error("device list: expected at least one dimension, found `[]`")),
        1 => Ok((dimensions, vec![T::from(0)])),
        rank => {
            if !cursor.eat_word("T") {
                return Err(cursor.expected("`T(`"));
            }
            let position = cursor.here();
            let permutation: Vec<usize> = cursor.list(["(", ")"], Cursor::integer)?;
            let mut sorted = permutation.clone();
            sorted.sort_unstable();
            if !sorted.into_iter().eq(0..rank) {
                let last = rank - 1;
                let message = format!(
                    "device list: expected `T(...)` to permute the dimensions 0 to {last}, found \
                     {permutation:?}"
                );
                return Err(cursor.error_at(position, message));
            }
            let places = permutation.into_iter().map(|place| T::try_from(place as i128));
            Ok((dimensions, places.filter_map(std::result::Result::ok).collect()))
        }
    }
}

/// Writes the reshape and the transposition of a range, such as `[2,4]T(1,0)`.
pub fn write_transform<T: std::fmt::Display>(out: &mut String, dimensions: &[i64], order: &[T]) {
    let _ = write!(out, "[{}]", list::joined(dimensions, ","));
    if dimensions.len() > 1 {
        let _ = write!(out, "T({})", list::joined(order, ","));
    }
}
