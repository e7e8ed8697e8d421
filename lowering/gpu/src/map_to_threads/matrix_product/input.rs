// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! An input of a matrix product, of which a thread block copies chunks into shared memory.

use super::part::Position;
use crate::map_to_threads::contraction::{Contraction, within, zero};
use hloom_ir::{self as ir, Builder, Shaped, Value};
use melior::ir::ValueLike;

/// An input of a matrix product.
pub struct Input<'p, 'n, 'a> {
    pub dims: &'p Contraction<'n, 'a>,
    /// 0 for the left input, whose lines are rows, and 1 for the right one, whose lines are columns.
    pub operand: usize,
    /// The number of lines in the tile of a thread block.
    pub tile: i64,
    /// The number of iterations of the reduction in a chunk.
    pub chunk: i64,
}

impl<'a> Input<'_, '_, 'a> {
    /// Returns true if adjacent elements of the input in memory belong to the same row of the left
    /// input, or to the same column of the right input.
    pub fn is_along_depth(&self) -> bool {
        self.dims.is_along_depth(self.operand)
    }

    /// Emits the bits of `count` adjacent elements of the input from the given line and iteration
    /// on, as a vector of integers. Elements past the last iteration of the reduction are zeros.
    pub fn bits(
        &self,
        at: Builder<'a>,
        position: &Position<'a>,
        [line, iteration]: [Value<'a>; 2],
        count: i64,
    ) -> Value<'a> {
        let context = at.context();
        let element = self.dims.inputs()[self.operand];
        let width = ir::element_width(element);
        let bits_of = |value: Value<'a>, count: i64| {
            at.simple("vector.bitcast", &[value], ir::vector(&[count], ir::int(context, width)))
        };
        let is_along_depth = self.is_along_depth();
        let steps: Vec<i64> =
            if self.is_contiguous(count) { vec![0] } else { (0..count).collect() };
        let at_once = count / steps.len() as i64;
        let element_at = |step: &i64| {
            let [mut own_line, mut own_iteration] = [line, iteration];
            let moved = if is_along_depth { &mut own_iteration } else { &mut own_line };
            *moved = at.binary("arith.addi", *moved, at.index(*step));
            let (lines, iterations) = if is_along_depth { (1, at_once) } else { (at_once, 1) };
            let (own_line, _) = self.dims.line(at, self.operand, self.tile, own_line, lines);
            let sizes = [self.dims.iterations(), self.chunk];
            let (own_iteration, is_inside) = within(at, own_iteration, sizes, iterations);
            let indices =
                self.dims.input(at, position.batch, self.operand, [own_line, own_iteration]);
            let value = if at_once == count {
                let vector = ir::vector(&[count], element);
                let bytes = count * i64::from(width / 8);
                bits_of(
                    self.dims.nest.load_vector(at, self.operand, &indices, vector, bytes),
                    count,
                )
            } else {
                let value = self.dims.nest.load(at, self.operand, &indices);
                let single = ir::vector(&[1], element);
                bits_of(at.simple("vector.from_elements", &[value], single), 1)
            };
            match is_inside {
                Some(is_inside) => at.select(is_inside, value, zero(at, value.r#type())),
                None => value,
            }
        };
        let values: Vec<_> = steps.iter().map(element_at).collect();
        if let [value] = values[..] {
            return value;
        }
        let integer = ir::int(context, width);
        let first = |value: &Value<'a>| {
            let position = ir::dense_i64_attr(context, &[0]);
            let extract = at.op("vector.extract").operands(&[*value]);
            extract.attr("static_position", position).result(integer).value()
        };
        let values: Vec<_> = values.iter().map(first).collect();
        at.simple("vector.from_elements", &values, ir::vector(&[count], integer))
    }

    /// Returns true if `count` elements of the input can be loaded at once: they are adjacent in
    /// memory, and their address is a multiple of their total size.
    fn is_contiguous(&self, count: i64) -> bool {
        let Some(dim) = self.dims.neighbors(self.operand) else { return false };
        let value = ir::operands(self.dims.nest.generic.op)[self.operand];
        let ty = value.r#type();
        let is_aligned = Shaped::of(ty).is_some_and(|it| {
            let is_whole = it.shape.last().is_some_and(|size| size % count == 0);
            is_whole && ir::memref(&it.shape, it.element) == ty
        });
        let is_last = |dims: &[usize]| dims.last() == Some(&dim);
        is_aligned
            && self.dims.changes_only_last(self.operand, dim)
            && (is_last(&self.dims.depth) || is_last(&self.dims.lines[self.operand]))
            && self.dims.nest.sizes[dim] % count == 0
    }
}
