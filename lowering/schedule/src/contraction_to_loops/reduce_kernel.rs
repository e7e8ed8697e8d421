// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Emits the kernel with vectors along the depth: a tile of dot products.
//!
//! Each dot product has one or more vectors of partial sums (chains), which hide the latency of the
//! multiply-adds. After the loop, the kernel adds the chains and then the lanes. Scalar code adds
//! the products that do not fill a vector. With a dot-product instruction, each lane of a vector of
//! partial sums accumulates a group of products. If left factors are flipped, an additional vector
//! for each column contains the sums that the flip adds ([`dot`](super::dot)).

use super::loops::for_each;
use super::place::Place;
use super::plan::{Buffers, Plan};
use super::position::Position;
use hloom_ir::{self as ir, Builder, Value};

/// Emits the sums of products of a tile. Returns the scalar sums in row-major order.
pub fn compute<'a>(
    plan: &Plan<'a>,
    builder: Builder<'a>,
    buffers: &Buffers<'a>,
    place: &Place<'a>,
    counts: &[Position<'a>],
) -> Vec<Value<'a>> {
    let kernel = Kernel { plan, buffers, place };
    let lanes = plan.schedule.lanes;
    let width = lanes * plan.schedule.group();
    let chains = plan.schedule.tile.chains;
    // `Schedule::cut_depth` keeps one depth loop inside and does not cut it: counts are constant.
    let depth = counts.iter().filter_map(Position::fixed).product::<i64>();
    let dots = (plan.schedule.tile.rows * plan.schedule.tile.vectors) as usize;
    let zero = plan.arithmetic.zeros(builder, lanes);

    let chained = depth - depth % (width * chains);
    let mut partial = vec![zero; dots * chains as usize];
    let mut flips = vec![zero; kernel.flips()];
    partial.append(&mut flips);
    partial = kernel.vectors(builder, 0, chained, chains, &partial);
    let flips = partial.split_off(dots * chains as usize);
    let mut sums = partial[..dots].to_vec();
    for chain in partial[dots..].chunks(dots) {
        for (sum, other) in sums.iter_mut().zip(chain) {
            *sum = plan.arithmetic.add(builder, *sum, *other);
        }
    }
    let whole = depth - depth % width;
    sums.extend(flips);
    let sums = kernel.vectors(builder, chained, whole, 1, &sums);
    let mut sums: Vec<_> = sums.into_iter().map(|sum| plan.arithmetic.sum(builder, sum)).collect();
    let flips = sums.split_off(dots);
    if !flips.is_empty() {
        for (sum, flip) in sums.iter_mut().zip(flips.iter().cycle()) {
            *sum = builder.binary("arith.subi", *sum, *flip);
        }
    }
    kernel.scalars(builder, whole, depth, &sums)
}

#[derive(Clone, Copy)]
struct Kernel<'p, 'a> {
    plan: &'p Plan<'a>,
    buffers: &'p Buffers<'a>,
    place: &'p Place<'a>,
}

impl<'a> Kernel<'_, 'a> {
    /// Returns the number of vectors for the sums of flips: one per column if left factors are
    /// flipped, otherwise zero.
    fn flips(&self) -> usize {
        let schedule = &self.plan.schedule;
        let flipped = schedule.dot.as_ref().is_some_and(|dot| dot.flipped);
        if flipped { schedule.tile.vectors as usize } else { 0 }
    }

    /// Adds the products of the depth iterations from `begin` to `end` to the vectors of partial
    /// sums `sums`. Each dot product has `chains` such vectors. The vectors for the sums of flips
    /// come last.
    fn vectors(
        &self,
        builder: Builder<'a>,
        begin: i64,
        end: i64,
        chains: i64,
        sums: &[Value<'a>],
    ) -> Vec<Value<'a>> {
        let width = self.plan.schedule.lanes * self.plan.schedule.group();
        let [begin, end] = [begin, end].map(Position::constant);
        for_each(builder, &begin, &end, width * chains, sums, |builder, at, sums| {
            let mut results = Vec::new();
            let mut flips = sums[sums.len() - self.flips()..].to_vec();
            for chain in 0..chains {
                let at = at.offset(chain * width);
                let sums = &sums[results.len()..];
                results.extend(self.step(builder, &at, Some(width), sums, &mut flips));
            }
            results.extend(flips);
            results
        })
    }

    /// Adds the products of the depth iterations from `begin` to `end` to the scalar sums `sums`.
    fn scalars(
        &self,
        builder: Builder<'a>,
        begin: i64,
        end: i64,
        sums: &[Value<'a>],
    ) -> Vec<Value<'a>> {
        let [begin, end] = [begin, end].map(Position::constant);
        for_each(builder, &begin, &end, 1, sums, |builder, at, sums| {
            self.step(builder, &at, None, sums, &mut [])
        })
    }

    /// Adds one product, or one vector of products if `lanes` is given, to the sum of each dot
    /// product. Adds the products of flips to `flips`.
    fn step(
        &self,
        builder: Builder<'a>,
        at: &Position<'a>,
        lanes: Option<i64>,
        sums: &[Value<'a>],
        flips: &mut [Value<'a>],
    ) -> Vec<Value<'a>> {
        let schedule = &self.plan.schedule;
        let arithmetic = &self.plan.arithmetic;
        let columns = schedule.tile.vectors;
        let left = self.place.left.plus(at, 1).computed(builder);
        let right = self.place.right.plus(at, 1).computed(builder);
        let rights: Vec<_> = (0..columns)
            .map(|column| {
                self.factor(builder, 1, &right.offset(column * schedule.column.right), lanes)
            })
            .collect();
        let dot = schedule.dot.as_ref().filter(|_| lanes.is_some());
        if let Some(dot) = dot {
            let left = dot.flipped_zeros(builder);
            for (flip, right) in flips.iter_mut().zip(&rights) {
                *flip = dot.multiply_add(builder, left, *right, *flip);
            }
        }
        let mut results = Vec::new();
        for row in 0..schedule.tile.rows {
            let left = self.factor(builder, 0, &left.offset(row * schedule.row.left), lanes);
            for right in &rights {
                let sum = sums[results.len()];
                results.push(match (lanes, dot) {
                    (Some(_), Some(dot)) => dot.multiply_add(builder, left, *right, sum),
                    (Some(_), None) => arithmetic.multiply_add(builder, left, *right, sum),
                    (None, _) => arithmetic.multiply_then_add(builder, left, *right, sum),
                });
            }
        }
        results
    }

    /// Loads a factor, or a vector of factors if `lanes` is given, of operand `side` (0: left, 1:
    /// right).
    fn factor(
        &self,
        builder: Builder<'a>,
        side: usize,
        at: &Position<'a>,
        lanes: Option<i64>,
    ) -> Value<'a> {
        let factor = &self.plan.arithmetic.factors[side];
        let operands = [self.buffers.flat[side], at.value(builder)];
        let value = match lanes {
            Some(lanes) => {
                let ty = ir::vector(&[lanes], factor.element);
                builder.simple("vector.load", &operands, ty)
            }
            None => builder.simple("memref.load", &operands, factor.element),
        };
        match &self.plan.schedule.dot {
            Some(dot) if lanes.is_some() => {
                let value = factor.widen(builder, value, dot.bits(), lanes);
                if side == 0 { dot.flip(builder, value) } else { value }
            }
            _ => factor.convert(builder, value, lanes),
        }
    }
}
