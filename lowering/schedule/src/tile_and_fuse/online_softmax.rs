// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Attention for a tile of rows, computed in blocks of keys.
//!
//! The scores of all keys do not have to fit in memory: only the maximum `m` of a row, the sum `l` of
//! its exponentials and the weighted mean `a` of the values are carried from one block to the next
//! (Milakov and Gimelshein, "Online normalizer calculation for softmax", 2018; Dao et al.,
//! "FlashAttention", 2022):
//!
//! ```text
//! m' = max(m, max x)    c = exp(m - m')    e = exp(x - m')    l' = l * c + sum e
//! a' = a * (l * c / g) + sum (e / g) * v   g = 1 if l' is 0, else l'
//! ```
//!
//! The result is `a * (l / l)`. Each operation of the program has a tile for the rows and the keys of a
//! block. This tile reads the maxima and sums of the keys up to this block instead of those of all keys.
//!
//! - The initial value of `m` is the lowest finite number. If all scores so far are -inf, as in a
//!   masked block, `e` is then 0 instead of NaN. If there is no other score, `l` remains 0, and the
//!   result is NaN, like `exp(-inf - -inf)` in the original program.
//! - A NaN or +inf among the scores makes `l`, and therefore all results of the row, NaN, as in the
//!   original program.
//! - `a` is divided by the sum in each block, because the undivided sum could overflow although the
//!   mean does not.

use super::ffi;
use super::tile_loop::{self, Tile};
use crate::softmax::{Axis, Softmax, Stage};
use hloom_ir::linalg::generic::{Generic, empty, identity_map, splat_tensor};
use hloom_ir::{self as ir, Builder, Context, Op, Value};
use melior::ir::operation::OperationLike;
use melior::ir::{AffineExpr, AffineMap, ValueLike};

/// Emits the loop over tiles of the last product of attention, and replaces the result of the product.
/// There is a tile size for each loop of the product, or 0 if the loop is not tiled. Returns `None` if
/// an operation cannot be tiled.
pub fn emit<'a>(context: &'a Context, softmax: &Softmax<'a>, sizes: &[i64]) -> Option<Op<'a>> {
    tile_loop::emit(context, &softmax.product.0.generic, sizes, |tile| {
        Rows { context, softmax, tile }.attend()
    })
}

/// The emission of attention for one tile of rows, in blocks of keys.
struct Rows<'s, 'a> {
    context: &'a Context,
    softmax: &'s Softmax<'a>,
    /// The tile of the last product, for all keys.
    tile: &'s Tile<'a>,
}

/// The maxima, sums and means of the rows for the keys up to some block.
type State<'a> = [Value<'a>; 3];

impl<'a> Rows<'_, 'a> {
    /// Emits the attention for the tile of rows, and returns the result of the last product.
    fn attend(&self) -> Option<Value<'a>> {
        let softmax = self.softmax;
        let at = self.before(self.tile.next);
        let lowest =
            if ir::element_width(softmax.element) == 64 { f64::MIN } else { f32::MIN.into() };
        let start = [
            self.filled(at, &softmax.maxima, lowest),
            self.filled(at, &softmax.sums, 0.0),
            self.filled(at, &softmax.product.0, 0.0),
        ];
        let (keys, block) = (softmax.key_count(), softmax.block);
        let rest = keys % block;
        let types = start.map(|value| value.r#type());
        let arguments = [&[ir::index(self.context)], &types[..]].concat();
        let region = at.region(&arguments, |inside, given| {
            inside.op("scf.yield").operands(&given[1..]).build();
        });
        let bounds = [at.index(0), at.index(keys - rest), at.index(block)];
        let nest = at.op("scf.for").operands(&bounds).operands(&start).results(&types);
        let nest = nest.region(region).build();
        let body = ir::regions(nest).into_iter().flat_map(ir::blocks).next()?;
        let (end, given) = (ir::ops(body).pop()?, ir::args(body));
        let new = self.add_keys(end, given[0], block, [given[1], given[2], given[3]])?;
        new.into_iter()
            .enumerate()
            .for_each(|(position, value)| ir::set_operand(end, position, value));
        let results = ir::results(nest);
        let mut state = [results[0], results[1], results[2]];
        if rest > 0 {
            state = self.add_keys(self.tile.next, at.index(keys - rest), rest, state)?;
        }
        let [_, sum, mean] = state;
        let product = &softmax.product.0;
        let result = self
            .per_element(at, mean)
            .input(sum, self.map(product, &softmax.sums)?)
            .output(empty(at, mean.r#type()), self.identity(mean))
            .build(|inside, given| {
                let one = inside.binary("arith.divf", given[1], given[1]);
                vec![inside.binary("arith.mulf", given[0], one)]
            });
        result.first().copied()
    }

    /// Emits the state after `count` more keys, starting at key `first`, before `next`.
    fn add_keys(
        &self,
        next: Op<'a>,
        first: Value<'a>,
        count: i64,
        [maximum, sum, mean]: State<'a>,
    ) -> Option<State<'a>> {
        let softmax = self.softmax;
        let at = self.before(next);
        let mut tile = Tile { next, ..self.tile.clone() };
        (tile.offsets[softmax.keys], tile.sizes[softmax.keys]) = (first, count);

        let maxima = self.tile_of(&softmax.maxima, &tile)?;
        self.begin(maxima, &softmax.maxima, f64::NEG_INFINITY);
        self.fuse_scores(maxima);
        let own = ir::results(maxima)[0];
        let maxima = self
            .per_element(at, own)
            .output(maximum, self.identity(maximum))
            .output(empty(at, maximum.r#type()), self.identity(maximum))
            .build(|inside, given| {
                let new = inside.binary("arith.maximumf", given[1], given[0]);
                let difference = inside.binary("arith.subf", given[1], new);
                vec![new, inside.unary("math.exp", difference)]
            });
        let [maximum, factor] = maxima[..] else { return None };

        let (stage, input) = &softmax.exponentials;
        let exponentials = self.tile_of(stage, &tile)?;
        ir::set_operand(exponentials, *input, maximum);
        self.begin_empty(exponentials, stage);
        self.fuse_scores(exponentials);
        let exponentials = ir::results(exponentials)[0];

        let sums = self.tile_of(&softmax.sums, &tile)?;
        ir::set_operand(sums, 0, exponentials);
        self.begin(sums, &softmax.sums, 0.0);
        let own = ir::results(sums)[0];
        let sums = self
            .per_element(at, own)
            .input(factor, self.map(&softmax.sums, &softmax.maxima)?)
            .output(sum, self.identity(sum))
            .output(empty(at, sum.r#type()), self.identity(sum))
            .output(empty(at, sum.r#type()), self.identity(sum))
            .build(|inside, given| {
                let number = |number: f64| inside.float(number, softmax.element);
                let old = inside.binary("arith.mulf", given[2], given[1]);
                let new = inside.binary("arith.addf", old, given[0]);
                let is_zero = inside.cmpf("oeq", new, number(0.0));
                let divisor = inside.select(is_zero, number(1.0), new);
                vec![new, divisor, inside.binary("arith.divf", old, divisor)]
            });
        let [sum, divisor, factor] = sums[..] else { return None };

        let (stage, inputs) = &softmax.weights;
        let weights = self.tile_of(stage, &tile)?;
        ir::set_operand(weights, inputs[0], exponentials);
        ir::set_operand(weights, inputs[1], divisor);
        self.begin_empty(weights, stage);

        let (stage, input) = &softmax.product;
        let scaled = Generic::new(at, &vec![true; ir::shape_of(mean).len()])
            .input(factor, self.map(stage, &softmax.sums)?)
            .output(mean, self.identity(mean))
            .build(|inside, given| vec![inside.binary("arith.mulf", given[1], given[0])]);
        let product = self.tile_of(stage, &tile)?;
        ir::set_operand(product, *input, ir::results(weights)[0]);
        ir::set_operand(product, stage.generic.inputs, *scaled.first()?);
        Some([maximum, sum, ir::results(product)[0]])
    }

    /// Returns a builder before an operation, with the location of the last product.
    fn before(&self, next: Op<'a>) -> Builder<'a> {
        Builder::before(self.context, next).at(self.softmax.product.0.generic.op.location())
    }

    /// Emits the tile of the operation `stage`, whose loops follow the loops of the last product, for
    /// the tile `tile` of the last product.
    fn tile_of(&self, stage: &Stage<'a>, tile: &Tile<'a>) -> Option<Op<'a>> {
        let at = self.before(tile.next);
        let part = |(axis, extent): (&Axis, &i64)| match axis {
            Some(axis) => (tile.offsets[*axis], tile.sizes[*axis]),
            None => (at.index(0), *extent),
        };
        let (offsets, sizes): (Vec<_>, Vec<_>) =
            stage.axes.iter().zip(&stage.extents).map(part).unzip();
        ffi::tile(stage.generic.op, tile.next, &offsets, &sizes)
    }

    /// Makes `op`, a tile of the operation `stage`, accumulate onto a tensor filled with `number`.
    fn begin(&self, op: Op<'a>, stage: &Stage<'a>, number: f64) {
        let filled = self.filled(self.before(op), stage, number);
        ir::set_operand(op, stage.generic.inputs, filled);
    }

    /// Makes `op`, a tile of the operation `stage`, write its result to a new empty tensor.
    fn begin_empty(&self, op: Op<'a>, stage: &Stage<'a>) {
        let own = empty(self.before(op), ir::results(op)[0].r#type());
        ir::set_operand(op, stage.generic.inputs, own);
    }

    /// Emits a tensor for the result of the operation `stage` in this tile, filled with `number`.
    fn filled(&self, at: Builder<'a>, stage: &Stage<'a>, number: f64) -> Value<'a> {
        let element = self.softmax.element;
        let ty = ir::tensor(&stage.result_shape(&self.tile.sizes), element);
        splat_tensor(at, at.float(number, element), ty)
    }

    /// Fuses the operations that compute scores and masks into the tile `op` of an operation that reads
    /// them.
    fn fuse_scores(&self, op: Op<'a>) {
        tile_loop::fuse_producers(op, |producer| {
            let is_score = self.softmax.scores.iter().any(|stage| stage.generic.op == producer);
            is_score || ir::op_name(producer) == "linalg.fill"
        });
    }

    /// Starts to build an elementwise operation with the tensor `first` as its first input.
    fn per_element(&self, at: Builder<'a>, first: Value<'a>) -> Generic<'a> {
        let rank = ir::shape_of(first).len();
        Generic::new(at, &vec![true; rank]).input(first, self.identity(first))
    }

    fn identity(&self, tensor: Value<'a>) -> AffineMap<'a> {
        identity_map(self.context, ir::shape_of(tensor).len())
    }

    /// Returns the map from the dimensions of the result of `from` to the indices of the result of `to`,
    /// such that corresponding dimensions follow the same loop of the last product. A dimension of `to`
    /// that follows no loop has index 0. Returns `None` if no dimension of `from` follows the loop of a
    /// dimension of `to`.
    fn map(&self, from: &Stage<'a>, to: &Stage<'a>) -> Option<AffineMap<'a>> {
        let (from, to) = (from.result_axes()?, to.result_axes()?);
        let index = |axis: &Axis| match axis {
            Some(_) => {
                let dim = from.iter().position(|other| other == axis)?;
                Some(AffineExpr::dim(self.context, dim))
            }
            None => Some(AffineExpr::constant(self.context, 0)),
        };
        let indices = to.iter().map(index).collect::<Option<Vec<_>>>()?;
        Some(AffineMap::new(self.context, from.len(), 0, &indices))
    }
}
