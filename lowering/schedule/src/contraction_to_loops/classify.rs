// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Classifies the loops of a contraction by their strides, without access to the IR.
//!
//! A loop has one stride each in the left operand, the right operand and the output. Its kind
//! depends on which of these strides are zero (`s` stands for a nonzero stride):
//!
//! | left | right | out | kind |
//! |------|-------|-----|------|
//! | any  | any   | 0   | depth: products along the loop are summed (K) |
//! | s    | 0     | s   | rows (M) |
//! | 0    | s     | s   | columns (N) |
//! | s    | s     | s   | outer: a batch |
//! | 0    | 0     | s   | outer: the output repeats values |
//!
//! A convolution needs no special case. The spatial positions of its output are rows, the output
//! features are columns, and the window and the input features are depth.

/// One loop: its number of iterations, and its strides in elements.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Dim {
    /// The number of iterations of the loop.
    pub extent: i64,
    /// The stride of the loop in the left operand.
    pub left: i64,
    /// The stride of the loop in the right operand.
    pub right: i64,
    /// The stride of the loop in the output.
    pub out: i64,
}

impl Dim {
    /// A loop with one iteration, which represents an absent loop.
    pub const NONE: Self = Self { extent: 1, left: 0, right: 0, out: 0 };

    /// Returns the loop with the strides of the left and the right operand swapped.
    pub fn swapped(self) -> Self {
        Self { left: self.right, right: self.left, ..self }
    }

    /// Returns the single loop that is equivalent to the loop `self` around the loop `inner`, if
    /// there is one.
    fn merged(self, inner: Self) -> Option<Self> {
        let step = |outer: i64, inner_stride: i64| outer == inner_stride * inner.extent;
        (step(self.left, inner.left) && step(self.right, inner.right) && step(self.out, inner.out))
            .then_some(Self { extent: self.extent * inner.extent, ..inner })
    }
}

/// The loops of a contraction, by kind. Loops with one iteration are omitted. Nested loops that are
/// equivalent to a single loop in both operands and the output are merged.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Contraction {
    /// Loops over batches.
    pub outer: Vec<Dim>,
    /// Loops over rows, which index the left operand and the output.
    pub rows: Vec<Dim>,
    /// Loops over columns, which index the right operand and the output; the vector loop is one of
    /// them.
    pub columns: Vec<Dim>,
    /// Loops along which products are summed.
    pub depth: Vec<Dim>,
    /// Whether the left operand is the operation's second input, and the right operand its first
    /// input.
    pub swapped: bool,
    /// Whether the only column loop is a batch that is contiguous in both operands and the output,
    /// as in a depthwise convolution. The left operand is then also read as vectors.
    pub elementwise: bool,
}

impl Contraction {
    /// Classifies loops by kind. Vectors run along the output's contiguous dimension, which must be
    /// a column. The operands swap roles if this dimension is a row, or if there are rows but no
    /// columns.
    pub fn of(dims: &[Dim]) -> Self {
        let mut found = Self {
            outer: Vec::new(),
            rows: Vec::new(),
            columns: Vec::new(),
            depth: Vec::new(),
            swapped: false,
            elementwise: false,
        };
        for dim in dims.iter().copied().filter(|dim| dim.extent != 1) {
            let kind = match (dim.left != 0, dim.right != 0, dim.out != 0) {
                (_, _, false) => &mut found.depth,
                (true, false, true) => &mut found.rows,
                (false, true, true) => &mut found.columns,
                _ => &mut found.outer,
            };
            kind.push(dim);
        }
        let contiguous = |dims: &[Dim]| dims.iter().any(|dim| dim.out == 1);
        let no_columns = found.columns.is_empty() && !contiguous(&found.outer);
        if contiguous(&found.rows) || (no_columns && !found.rows.is_empty()) {
            found.swap();
        }
        let everywhere = |dim: &Dim| (dim.left, dim.right, dim.out) == (1, 1, 1);
        if let Some(position) = found.outer.iter().position(everywhere) {
            let vector = found.outer.remove(position);
            found.outer.append(&mut found.columns);
            found.columns = vec![vector];
            found.elementwise = true;
        }
        for kind in [&mut found.outer, &mut found.rows, &mut found.columns, &mut found.depth] {
            merge(kind);
        }
        found
    }

    fn swap(&mut self) {
        self.swapped = !self.swapped;
        std::mem::swap(&mut self.rows, &mut self.columns);
        for kind in [&mut self.outer, &mut self.rows, &mut self.columns, &mut self.depth] {
            for dim in kind {
                *dim = dim.swapped();
            }
        }
    }

    /// Returns true if the right operand is a contiguous panel of at most `widest` columns, or
    /// consists of several such panels with a loop over the panels.
    pub fn has_panels(&self, widest: i64) -> bool {
        let column = self.columns.iter().find(|column| (column.right, column.out) == (1, 1));
        let Some(column) = column else { return false };
        let mut depth = self.depth.clone();
        depth.sort_by_key(|dim| dim.right);
        let next = |stride: i64, dim: &Dim| (dim.right == stride).then(|| stride * dim.extent);
        column.extent <= widest && depth.iter().try_fold(column.extent, next).is_some()
    }

    /// Returns the total number of products, each of which is one multiply-add.
    pub fn multiply_adds(&self) -> i64 {
        [&self.outer, &self.rows, &self.columns, &self.depth]
            .into_iter()
            .map(|dims| extent(dims))
            .fold(1, i64::saturating_mul)
    }
}

/// Returns the total number of iterations of nested loops.
pub fn extent(dims: &[Dim]) -> i64 {
    dims.iter().map(|dim| dim.extent).fold(1, i64::saturating_mul)
}

fn merge(dims: &mut Vec<Dim>) {
    let pairs = |count: usize| (0..count).flat_map(move |a| (0..count).map(move |b| (a, b)));
    while let Some((outer, inner, merged)) = pairs(dims.len())
        .filter(|(outer, inner)| outer != inner)
        .find_map(|(outer, inner)| Some((outer, inner, dims[outer].merged(dims[inner])?)))
    {
        dims[outer] = merged;
        dims.remove(inner);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn dim(extent: i64, left: i64, right: i64, out: i64) -> Dim {
        Dim { extent, left, right, out }
    }

    #[test]
    fn matrix_product() {
        let found = Contraction::of(&[dim(4, 6, 0, 5), dim(5, 0, 1, 1), dim(6, 1, 5, 0)]);
        assert_eq!(found.rows, [dim(4, 6, 0, 5)]);
        assert_eq!(found.columns, [dim(5, 0, 1, 1)]);
        assert_eq!(found.depth, [dim(6, 1, 5, 0)]);
        assert!(!found.swapped && !found.elementwise);
        assert_eq!(found.multiply_adds(), 120);
    }

    #[test]
    fn contiguous_rows_become_columns() {
        // A transposed output, then a matrix-vector product.
        let found = Contraction::of(&[dim(4, 6, 0, 1), dim(5, 0, 1, 4), dim(6, 1, 5, 0)]);
        assert!(found.swapped);
        assert_eq!(found.columns, [dim(4, 0, 6, 1)]);
        assert_eq!(found.depth, [dim(6, 5, 1, 0)]);
        let found = Contraction::of(&[dim(4, 6, 0, 1), dim(6, 1, 1, 0)]);
        assert_eq!(found.columns, [dim(4, 0, 6, 1)]);
        assert!(found.rows.is_empty());
    }

    #[test]
    fn convolution_merges_taps_and_features() {
        // Input 1x5x5x3, window 3x3, 4 output features, output 1x3x3x4.
        let found = Contraction::of(&[
            dim(1, 75, 0, 36),
            dim(3, 15, 0, 12),
            dim(3, 3, 0, 4),
            dim(4, 0, 1, 1),
            dim(3, 15, 36, 0),
            dim(3, 3, 12, 0),
            dim(3, 1, 4, 0),
        ]);
        assert_eq!(found.rows, [dim(3, 15, 0, 12), dim(3, 3, 0, 4)]);
        assert_eq!(found.depth, [dim(3, 15, 36, 0), dim(9, 1, 4, 0)]);
    }

    #[test]
    fn depthwise_convolution_runs_along_channels() {
        let found = Contraction::of(&[dim(8, 16, 0, 16), dim(16, 1, 1, 1), dim(3, 16, 16, 0)]);
        assert!(found.elementwise);
        assert_eq!(found.columns, [dim(16, 1, 1, 1)]);
        assert!(found.outer.is_empty());
    }

    #[test]
    fn dot_product_has_depth_alone() {
        let found = Contraction::of(&[dim(100, 1, 1, 0)]);
        assert_eq!(found.depth, [dim(100, 1, 1, 0)]);
        assert!(found.rows.is_empty() && found.columns.is_empty() && !found.swapped);
    }

    #[test]
    fn a_panel_has_contiguous_rows() {
        let product = |columns: i64, stride: i64| {
            Contraction::of(&[
                dim(49, 64, 0, columns),
                dim(columns, 0, 1, 1),
                dim(64, 1, stride, 0),
            ])
        };
        assert!(product(32, 32).has_panels(128));
        assert!(!product(32, 256).has_panels(128));
        assert!(!product(256, 256).has_panels(128));
    }
}
