// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! The window attributes of `reduce_window` and `select_and_scatter` (StableHLO specification,
//! sections of the same names), and the windows that describe prefix scans.

use crate::Op;
use crate::attributes;
use crate::pass::Failure;

/// The window of a `reduce_window` or `select_and_scatter`. Each list has one entry per dimension.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Window {
    /// Sizes of the window (`window_dimensions`).
    pub sizes: Vec<i64>,
    /// Distances between adjacent windows (`window_strides`).
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
    /// Fails if an attribute is malformed or does not match the rank.
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
    /// Returns `None` if there is no such dimension or more than one, if a stride or dilation is
    /// not 1, or if another dimension is padded.
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

/// A prefix scan: a window that holds all elements up to, or from, an element along one dimension.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Scan {
    /// The dimension along which the scan runs.
    pub dim: usize,
    /// Whether the scan starts at the last element.
    pub reverse: bool,
}

impl Scan {
    /// Returns the prefix scan that `window` describes on an operand of `shape`, or `None` if
    /// `window` does not describe a prefix scan.
    pub fn of(window: &Window, shape: &[i64]) -> Option<Self> {
        let dim = window.only_wide_dimension()?;
        let size = shape[dim];
        if window.sizes[dim] != size {
            return None;
        }
        match window.padding[dim] {
            (low, 0) if low == size - 1 => Some(Self { dim, reverse: false }),
            (0, high) if high == size - 1 => Some(Self { dim, reverse: true }),
            _ => None,
        }
    }

    /// Returns the window of this scan on an operand of `shape`. The result has the same shape.
    pub fn window(self, shape: &[i64]) -> Window {
        let ones = vec![1; shape.len()];
        let (mut sizes, mut padding) = (ones.clone(), vec![(0, 0); shape.len()]);
        let size = shape[self.dim];
        sizes[self.dim] = size;
        padding[self.dim] = if self.reverse { (0, size - 1) } else { (size - 1, 0) };
        let (strides, base_dilations) = (ones.clone(), ones.clone());
        Window { sizes, strides, base_dilations, dilations: ones, padding }
    }
}

#[cfg(test)]
mod tests {
    use super::Scan;

    #[test]
    fn scans_are_recognized_by_their_windows() {
        let shape = [3, 700];
        for (dim, reverse) in [(0, false), (0, true), (1, false), (1, true)] {
            let scan = Scan { dim, reverse };
            assert_eq!(Scan::of(&scan.window(&shape), &shape), Some(scan));
        }
    }

    #[test]
    fn other_windows_are_not_scans() {
        let shape = [3, 700];
        let window = Scan { dim: 1, reverse: false }.window(&shape);
        assert_eq!(Scan::of(&window, &[3, 701]), None);
        let mut shifted = window.clone();
        shifted.padding[1] = (700, -1);
        assert_eq!(Scan::of(&shifted, &shape), None);
        let mut dilated = window.clone();
        dilated.base_dilations[1] = 2;
        assert_eq!(Scan::of(&dilated, &shape), None);
        let mut wide = window;
        wide.sizes[0] = 3;
        assert_eq!(Scan::of(&wide, &shape), None);
    }
}
