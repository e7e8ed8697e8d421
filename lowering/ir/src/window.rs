// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! The window attributes of `reduce_window` and `select_and_scatter` (StableHLO specification,
//! sections of the same names).

use crate::Op;
use crate::attributes;
use crate::pass::Failure;

/// The window of a `reduce_window` or `select_and_scatter`. Each list has one entry a dimension.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Window {
    /// Sizes of the window (`window_dimensions`).
    pub sizes: Vec<i64>,
    /// Distances between windows (`window_strides`).
    pub strides: Vec<i64>,
    /// Distances between elements of the dilated operand (`base_dilations`).
    pub base_dilations: Vec<i64>,
    /// Distances between elements of a window (`window_dilations`).
    pub dilations: Vec<i64>,
    /// Low and high padding of the dilated operand.
    pub padding: Vec<(i64, i64)>,
}

impl Window {
    /// Reads the window attributes of `op`, whose operands have `rank` dimensions.
    ///
    /// # Errors
    /// Fails if an attribute is malformed or does not fit the rank.
    pub fn of<'a>(op: Op<'a>, rank: usize) -> Result<Self, Failure<'a>> {
        Ok(Self {
            sizes: attributes::integers_or(op, "window_dimensions", 1, rank)?,
            strides: attributes::integers_or(op, "window_strides", 1, rank)?,
            base_dilations: attributes::integers_or(op, "base_dilations", 1, rank)?,
            dilations: attributes::integers_or(op, "window_dilations", 1, rank)?,
            padding: attributes::padding(op, rank)?,
        })
    }

    /// Returns the only dimension whose window size is not 1.
    ///
    /// Returns `None` if there is no such dimension or several, if a stride or dilation is not 1,
    /// or if another dimension is padded.
    pub fn only_wide_dimension(&self) -> Option<usize> {
        let ones = |values: &[i64]| values.iter().all(|value| *value == 1);
        let mut wide = (0..self.sizes.len()).filter(|dim| self.sizes[*dim] != 1);
        let dim = wide.next()?;
        let still =
            self.padding.iter().enumerate().all(|(at, edges)| at == dim || *edges == (0, 0));
        let plain = ones(&self.strides) && ones(&self.base_dilations) && ones(&self.dilations);
        (wide.next().is_none() && plain && still).then_some(dim)
    }
}
