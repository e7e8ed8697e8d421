// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Windows that slide over tensors, in convolutions and windowed reductions.

use super::check::fits;
use crate::emit::{Emit, ensure};
use crate::error::Result;
use hloom_values::Shape;

/// A window that slides over the dimensions of a tensor. Empty strides or dilations stand for ones,
/// and empty padding stands for zeros.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Window {
    /// The size of the window in each dimension. A convolution ignores these sizes and uses the
    /// kernel's.
    pub dimensions: Vec<usize>,
    /// The distance between consecutive positions of the window in each dimension.
    pub strides: Vec<usize>,
    /// The distance between consecutive elements of the tensor after dilation, in each dimension.
    pub base_dilations: Vec<usize>,
    /// The distance between consecutive elements of the window after dilation, in each dimension.
    pub window_dilations: Vec<usize>,
    /// The number of elements that are added before and after each dimension. Negative padding
    /// removes elements.
    pub padding: Vec<(i64, i64)>,
}

impl Window {
    /// Returns a window of the given sizes with strides and dilations of one, and without padding.
    pub fn new(dimensions: impl Into<Vec<usize>>) -> Self {
        Self { dimensions: dimensions.into(), ..Self::default() }
    }

    /// Sets the distance between consecutive positions of the window in each dimension.
    #[must_use]
    pub fn strides(mut self, strides: impl Into<Vec<usize>>) -> Self {
        self.strides = strides.into();
        self
    }

    /// Sets the padding before and after each dimension.
    #[must_use]
    pub fn padding(mut self, padding: impl Into<Vec<(i64, i64)>>) -> Self {
        self.padding = padding.into();
        self
    }

    /// Sets the distance between consecutive elements of the tensor after dilation, in each
    /// dimension.
    #[must_use]
    pub fn base_dilations(mut self, dilations: impl Into<Vec<usize>>) -> Self {
        self.base_dilations = dilations.into();
        self
    }

    /// Sets the distance between consecutive elements of the window after dilation, in each
    /// dimension.
    #[must_use]
    pub fn window_dilations(mut self, dilations: impl Into<Vec<usize>>) -> Self {
        self.window_dilations = dilations.into();
        self
    }
}

/// The names of the window attributes of an operation, and the numbers of the constraints on them.
/// In a pair, the first constraint is on the length of the list, and the second on its entries.
pub(super) struct WindowConstraints {
    pub dimensions: [&'static str; 2],
    pub strides: [&'static str; 2],
    pub base_dilations: (&'static str, [&'static str; 2]),
    pub window_dilations: (&'static str, [&'static str; 2]),
    pub padding: &'static str,
    /// The number of the constraint on the sizes of the result.
    pub result: &'static str,
}

impl Window {
    /// Returns the window with default values instead of empty lists, after checking that it fits a
    /// tensor of `rank` dimensions.
    pub(super) fn checked(
        &self,
        emit: &Emit<'_, '_>,
        rank: usize,
        constraints: &WindowConstraints,
    ) -> Result<Self> {
        let list = |name: &str, values: &[usize], [length, entries]: [&str; 2]| {
            let values = if values.is_empty() { vec![1; rank] } else { values.to_vec() };
            let count = values.len();
            ensure!(emit, count == rank, length, "{name} must have {rank} entries, found {count}");
            ensure!(emit, !values.contains(&0), entries, "{name} must be positive, found 0");
            fits(emit, name, &values, entries)?;
            Ok(values)
        };
        let (base, base_constraints) = constraints.base_dilations;
        let (window, window_constraints) = constraints.window_dilations;
        let padding =
            if self.padding.is_empty() { vec![(0, 0); rank] } else { self.padding.clone() };
        let checked = Self {
            dimensions: self.dimensions.clone(),
            strides: list("window_strides", &self.strides, constraints.strides)?,
            base_dilations: list(base, &self.base_dilations, base_constraints)?,
            window_dilations: list(window, &self.window_dilations, window_constraints)?,
            padding,
        };
        ensure!(
            emit,
            checked.padding.len() == rank,
            constraints.padding,
            "padding must have the shape [{rank}, 2], found [{}, 2]",
            checked.padding.len()
        );
        let [length, entries] = constraints.dimensions;
        let count = checked.dimensions.len();
        ensure!(
            emit,
            count == rank,
            length,
            "window_dimensions must have {rank} entries, found {count}"
        );
        ensure!(
            emit,
            entries.is_empty() || !checked.dimensions.contains(&0),
            entries,
            "window_dimensions must be positive, found 0"
        );
        fits(emit, "window_dimensions", &checked.dimensions, length)?;
        Ok(checked)
    }

    /// Returns the number of positions of the window in each of its dimensions. Dimension `i` of
    /// the window slides over dimension `over[i]` of the shape. The window must be a result of
    /// [`checked`](Self::checked).
    pub(super) fn counts(
        &self,
        emit: &Emit<'_, '_>,
        shape: &Shape,
        over: &[usize],
        constraint: &str,
    ) -> Result<Vec<usize>> {
        over.iter()
            .enumerate()
            .map(|(index, dim)| {
                self.count(index, shape.dims[*dim]).map_err(|message| {
                    emit.violation(constraint, format!("dimension {dim} of {shape}: {message}"))
                })
            })
            .collect()
    }

    /// Returns the number of positions that dimension `index` of the window has in a tensor
    /// dimension of size `dim`.
    fn count(&self, index: usize, dim: usize) -> std::result::Result<usize, &'static str> {
        let dilate = |size: usize, dilation: usize| match size {
            0 => 0,
            size => (size as i128 - 1) * dilation as i128 + 1,
        };
        let (low, high) = self.padding[index];
        let padded = dilate(dim, self.base_dilations[index]) + i128::from(low) + i128::from(high);
        let window = dilate(self.dimensions[index], self.window_dilations[index]);
        if padded < 0 {
            return Err("padding must not crop more elements than there are");
        }
        if padded == 0 || window > padded {
            return Ok(0);
        }
        usize::try_from((padded - window) / self.strides[index] as i128 + 1)
            .map_err(|_| "window sizes must fit into 64 bits")
    }
}
