// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Matrix products as loop nests: which dimensions are rows, columns, batches and reductions.

use super::element::Element;
use super::epilogue::Epilogue;
use super::nest::Nest;
use hloom_ir::{self as ir, Builder, Context, Type, Value};
use melior::ir::ValueLike;

/// A batch of matrix products.
///
/// The row dimensions occur only in the first input, and the column dimensions only in the second
/// input. A convolution is such a product, too: its inputs are read without a conversion to
/// matrices (implicit GEMM).
pub struct Contraction<'n, 'a> {
    pub nest: &'n Nest<'a>,
    pub batch: Vec<usize>,
    /// The row dimensions of the product, and its column dimensions.
    pub lines: [Vec<usize>; 2],
    /// The reduction dimensions of the product.
    pub depth: Vec<usize>,
    /// The elementwise operation that is applied to the result before it is stored, if any.
    pub epilogue: Option<Epilogue<'a>>,
}

impl<'n, 'a> Contraction<'n, 'a> {
    /// Returns the dimensions of a contraction of floats or integers. Returns `None` for other
    /// operations, if the sums must be accumulated in memory, or if a parallel dimension occurs in
    /// no input.
    pub fn of(nest: &'n Nest<'a>) -> Option<Self> {
        if !nest.generic.is_contraction() || !nest.writes_all(2) || nest.accumulates_in_memory() {
            return None;
        }
        let used = [0, 1].map(|operand| nest.dims_of(&nest.generic.maps[operand]));
        let dims = |first: bool, second: bool| -> Vec<usize> {
            let parallel = nest.dims(true).into_iter();
            let is_used = |dim: &usize| (used[0].contains(dim), used[1].contains(dim));
            parallel.filter(|dim| is_used(dim) == (first, second)).collect()
        };
        let is_number = |value: &Value| {
            let element = ir::element_of(value.r#type());
            ir::is_float(element) || ir::is_integer(element)
        };
        if !ir::operands(nest.generic.op).iter().all(is_number) || !dims(false, false).is_empty() {
            return None;
        }
        Some(Self {
            nest,
            batch: dims(true, true),
            lines: [dims(true, false), dims(false, true)],
            depth: nest.dims(false),
            epilogue: Epilogue::after(nest),
        })
    }

    /// Returns the number of matrix products in the batch.
    pub fn batches(&self) -> i64 {
        self.nest.iterations(&self.batch)
    }

    /// Returns the number of rows and the number of columns of the result of one product.
    pub fn sizes(&self) -> [i64; 2] {
        [0, 1].map(|axis| self.nest.iterations(&self.lines[axis]))
    }

    /// Returns the number of iterations of the reduction for one element of the result.
    pub fn iterations(&self) -> i64 {
        self.nest.iterations(&self.depth)
    }

    /// Returns the number of tiles of the results of all products. `tile` contains the number of
    /// rows and the number of columns of a tile.
    pub fn tiles(&self, tile: [i64; 2]) -> i64 {
        let [rows, columns] = self.sizes();
        self.batches().saturating_mul(tiles(rows, tile[0])).saturating_mul(tiles(columns, tile[1]))
    }

    /// Returns true if the result has at least half as many rows and half as many columns as the
    /// tile.
    pub fn is_filled(&self, tile: [i64; 2]) -> bool {
        self.sizes().into_iter().zip(tile).all(|(lines, tile)| 2 * lines >= tile)
    }

    /// Returns the element types of the left and the right input.
    pub fn inputs(&self) -> [Type<'a>; 2] {
        let operands = ir::operands(self.nest.generic.op);
        [0, 1].map(|operand| ir::element_of(operands[operand].r#type()))
    }

    /// Emits the index of a row (axis 0) or column (axis 1): `number`, lowered if necessary, so
    /// that `count` rows or columns from it on are within the result. `tile` is the number of rows
    /// or columns of a tile. Also returns whether `number` itself is within the result, or `None`
    /// if it always is.
    pub fn line(
        &self,
        at: Builder<'a>,
        axis: usize,
        tile: i64,
        number: Value<'a>,
        count: i64,
    ) -> (Value<'a>, Option<Value<'a>>) {
        within(at, number, [self.sizes()[axis], tile], count)
    }

    /// Returns a builder before the last operation that the product includes: its epilogue, or else
    /// the product itself.
    pub fn builder(&self, context: &'a Context) -> Builder<'a> {
        let epilogue = self.epilogue.as_ref().map(|epilogue| epilogue.nest.generic.op);
        Builder::before(context, epilogue.unwrap_or(self.nest.generic.op))
    }

    /// Emits the stores of the values at the elements `results`, or the epilogue on them if there
    /// is one.
    pub fn store(&self, at: Builder<'a>, results: &[Element<'a>], values: &[Value<'a>]) {
        let pairs = results.iter().zip(values);
        match &self.epilogue {
            Some(epilogue) => {
                let element = |(result, value): (&Element<'a>, &Value<'a>)| {
                    (self.nest.position(at, 2, &result.indices), result.is_stored, *value)
                };
                epilogue.store(at, &pairs.map(element).collect::<Vec<_>>());
            }
            None => pairs.for_each(|(result, value)| self.nest.store(at, result, &[*value])),
        }
    }

    /// Emits the loop indices of an element of the result from the indices of its batch, row and
    /// column. The row and the column each come with the condition that they are within the result,
    /// or `None` if they always are.
    pub fn result(
        &self,
        at: Builder<'a>,
        batch: Value<'a>,
        [row, column]: [(Value<'a>, Option<Value<'a>>); 2],
    ) -> Element<'a> {
        let mut indices = self.indices(at, batch);
        for (dims, line) in self.lines.iter().zip([row.0, column.0]) {
            self.nest.set_indices(at, &mut indices, dims, line);
        }
        let is_stored = match (row.1, column.1) {
            (Some(row), Some(column)) => Some(at.binary("arith.andi", row, column)),
            (row, column) => row.or(column),
        };
        Element { numbers: Vec::new(), indices, is_stored }
    }

    /// Emits the loop indices of an element of an input. Its line is a row of the left input or a
    /// column of the right input, and its iteration is an iteration of the reduction.
    pub fn input(
        &self,
        at: Builder<'a>,
        batch: Value<'a>,
        operand: usize,
        [line, iteration]: [Value<'a>; 2],
    ) -> Vec<Value<'a>> {
        let mut indices = self.indices(at, batch);
        self.nest.set_indices(at, &mut indices, &self.lines[operand], line);
        self.nest.set_indices(at, &mut indices, &self.depth, iteration);
        indices
    }

    fn indices(&self, at: Builder<'a>, batch: Value<'a>) -> Vec<Value<'a>> {
        let mut indices = vec![at.index(0); self.nest.sizes.len()];
        self.nest.set_indices(at, &mut indices, &self.batch, batch);
        indices
    }

    /// Returns true if adjacent elements of an input in memory belong to the same row of the left
    /// input, or to the same column of the right input.
    pub fn is_along_depth(&self, operand: usize) -> bool {
        self.neighbors(operand).is_some_and(|dim| self.depth.contains(&dim))
    }

    /// Returns the dimension along which elements of an input are adjacent in memory, or `None` if
    /// the last index of the input is not a single dimension.
    pub fn neighbors(&self, operand: usize) -> Option<usize> {
        let map = &self.nest.generic.maps[operand];
        map.result(map.result_count().checked_sub(1)?).ok().and_then(ir::dim_position)
    }

    /// Returns true if the dimension `dim` affects no index of an input except the last index.
    pub fn changes_only_last(&self, operand: usize, dim: usize) -> bool {
        let map = &self.nest.generic.maps[operand];
        let is_unchanged = |index: usize| {
            let expression = map.result(index).ok();
            let linear = expression.and_then(|it| ir::linear(it, self.nest.sizes.len()));
            linear.is_some_and(|(steps, _)| steps[dim] == 0)
        };
        (0..map.result_count().saturating_sub(1)).all(is_unchanged)
    }
}

/// Returns the number of tiles of `tile` rows or columns that cover `lines` rows or columns.
pub fn tiles(lines: i64, tile: i64) -> i64 {
    lines / tile + i64::from(lines % tile > 0)
}

/// Emits `index`, lowered if necessary, so that `count` elements from it on are within `size`
/// elements. The elements are divided into parts of `part` elements. Also returns whether `index`
/// itself is below `size`, or `None` if it always is because `part` divides `size`.
pub fn within<'a>(
    at: Builder<'a>,
    index: Value<'a>,
    [size, part]: [i64; 2],
    count: i64,
) -> (Value<'a>, Option<Value<'a>>) {
    if size % part == 0 {
        return (index, None);
    }
    let is_inside = at.cmpi("ult", index, at.index(size));
    (at.binary("arith.minui", index, at.index(size - count)), Some(is_inside))
}

/// Emits the zero of a float or integer type, or the zeros of a vector type with integer elements.
pub fn zero<'a>(at: Builder<'a>, ty: Type<'a>) -> Value<'a> {
    if ir::is_float(ty) {
        at.float(0.0, ty)
    } else if ir::is_integer(ty) {
        at.int(0, ty)
    } else {
        at.constant(ir::parse_attribute(at.context(), &format!("dense<0> : {ty}")), ty)
    }
}
