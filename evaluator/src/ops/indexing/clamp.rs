// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Start positions of slices, which may be out of bounds before they are clamped.

use crate::Error;

/// Returns the start of a slice, moved to the nearest position at which the slice lies within the
/// dimension.
///
/// # Errors
/// Fails if the slice is larger than the dimension.
pub fn clamped(start: i128, size: usize, dim: usize) -> Result<usize, Error> {
    let last = dim
        .checked_sub(size)
        .ok_or_else(|| Error::invalid(format!("slice size {size} exceeds dimension size {dim}")))?;
    Ok(usize::try_from(start.max(0)).unwrap_or(last).min(last))
}

/// Returns the start of a slice in every dimension. Each dimension is computed by [`clamped`].
///
/// # Errors
/// Fails if the numbers of dimensions differ, or if the slice is larger than a dimension.
pub fn all_clamped(starts: &[i128], sizes: &[usize], dims: &[usize]) -> Result<Vec<usize>, Error> {
    if starts.len() != dims.len() || sizes.len() != dims.len() {
        return Err(Error::invalid(format!(
            "expected {} start indices and slice sizes, found {} and {}",
            dims.len(),
            starts.len(),
            sizes.len()
        )));
    }
    let places = starts.iter().zip(sizes).zip(dims);
    places.map(|((start, size), dim)| clamped(*start, *size, *dim)).collect()
}
