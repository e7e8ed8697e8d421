// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Dynamic slices: reads and updates of slices whose start indices are computed.

use super::check::{per_dimension, same_elements};
use crate::emit::{Emit, ensure};
use crate::error::Result;
use crate::types::is_integer;
use crate::value::Value;
use hloom_values::Shape;

/// Checks the start indices, which are the operands from the number `first` on. There must be one
/// scalar for each dimension of `operand`, all of the same integer type.
fn verify_starts(
    emit: &Emit<'_, '_>,
    first: usize,
    operand: &Shape,
    [count, same]: [&str; 2],
) -> Result<()> {
    let starts = emit.shapes()?.split_off(first);
    per_dimension(emit, "start_indices", starts.len(), operand, count)?;
    for start in &starts {
        ensure!(
            emit,
            start.rank() == 0 && is_integer(start.element_type),
            same,
            "start_indices must be integer scalars, found {start}"
        );
        ensure!(
            emit,
            *start == starts[0],
            same,
            "start_indices must have the same type, found {} and {start}",
            starts[0]
        );
    }
    Ok(())
}

impl<'p> Value<'p> {
    /// Returns the slice of the sizes `slice_sizes` that begins at `start_indices`, a scalar for
    /// each dimension. A slice that exceeds the operand is moved into its bounds.
    ///
    /// # Errors
    /// Fails if the operands violate a constraint of `dynamic_slice`.
    #[track_caller]
    pub fn dynamic_slice(
        self,
        start_indices: &[Value<'p>],
        slice_sizes: impl AsRef<[usize]>,
    ) -> Result<Self> {
        let sizes = slice_sizes.as_ref();
        let emit = Emit::new("stablehlo.dynamic_slice", &[self])?.operands(start_indices)?;
        let operand = emit.shape(0)?;
        verify_starts(&emit, 1, &operand, ["c2", "c3"])?;
        per_dimension(&emit, "slice_sizes", sizes.len(), &operand, "c2")?;
        for (index, size) in sizes.iter().enumerate() {
            ensure!(
                emit,
                *size <= operand.dims[index],
                "c4",
                "slice size {size} must lie within dimension {index} of {operand}"
            );
        }
        let emit = emit.with(|attributes| attributes.sizes("slice_sizes", sizes));
        emit.one(Shape::new(operand.element_type, sizes))
    }

    /// Replaces the slice that begins at `start_indices`, a scalar for each dimension, by `update`.
    /// A slice that exceeds the operand is moved into its bounds.
    ///
    /// # Errors
    /// Fails if the operands violate a constraint of `dynamic_update_slice`.
    #[track_caller]
    pub fn dynamic_update_slice(
        self,
        update: Value<'p>,
        start_indices: &[Value<'p>],
    ) -> Result<Self> {
        let emit = Emit::new("stablehlo.dynamic_update_slice", &[self, update])?;
        let emit = emit.operands(start_indices)?;
        let (operand, update) = (emit.shape(0)?, emit.shape(1)?);
        same_elements(&emit, "operand and update", &operand, &update, "c2")?;
        ensure!(
            emit,
            operand.rank() == update.rank(),
            "c3",
            "operand and update must have the same rank, found {operand} and {update}"
        );
        verify_starts(&emit, 2, &operand, ["c4", "c5"])?;
        for (index, (update_size, size)) in update.dims.iter().zip(&operand.dims).enumerate() {
            ensure!(
                emit,
                update_size <= size,
                "c6",
                "dimension {index} of {update} must lie within the same dimension of {operand}"
            );
        }
        emit.one(operand)
    }
}
