// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Exchanges of halos: sliding windows over a split dimension.
//!
//! If a `convolution` or `reduce_window` is split along a dimension of its window, each partition
//! needs its part of the operand and its halo, which is some elements of the neighboring parts. A
//! `collective_permute` for each side moves these elements. At the ends of the dimension, the halo
//! is the padding, so the operation on shards has no padding.

use super::collectives::Collectives;
use super::sharding::Sharding;
use super::split::Split;
use hloom_dialects::attributes::stablehlo::ConvDimensionNumbers;
use hloom_dialects::op::Op as Kind;
use hloom_dialects::op_view::OpView;
use hloom_hlo_passes::build::Hlo;
use hloom_ir::{self as ir, Builder, Op, Value};

/// A dimension of a sliding window in which the size of the operand is the size of the result times
/// the stride.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Window {
    /// The index of the dimension in the attributes of the window.
    number: usize,
    /// The index of the dimension in the operands.
    pub operand: usize,
    /// The index of the dimension in the results.
    pub result: usize,
    /// The size of the dimension in the results.
    pub size: i64,
    /// The numbers of elements before and after its part that a partition needs. A negative number
    /// means that the partition does not need so many elements at this end of its part.
    halo: [i64; 2],
    /// The maximum number of parts of the dimension. With more parts, halos would come from other
    /// partitions than the adjacent ones.
    pub most: usize,
}

impl Window {
    /// Describes dimension `number` of a window. The sizes of the operand and the result are
    /// `before` and `after`, and `low` is the padding before the operand. Returns `None` if the
    /// dimension cannot be split, or if its size is not the size of the result times the stride.
    fn of(
        number: usize,
        [operand, result]: [usize; 2],
        [before, after]: [i64; 2],
        [size, stride, dilation]: [i64; 3],
        low: i64,
    ) -> Option<Self> {
        if after < 2 || before != after.checked_mul(stride)? {
            return None;
        }
        let high = (size - 1) * dilation + 1 - stride - low;
        let largest = low.abs().max(high.abs()).max(1);
        let most = usize::try_from(before / largest).ok().filter(|most| *most > 1)?;
        Some(Self { number, operand, result, size: after, halo: [low, high], most })
    }
}

/// Returns the dimensions of the window of a `convolution` or `reduce_window` that can be split, or
/// `None` if an attribute or a type is invalid.
pub fn windows(op: &OpView) -> Option<Vec<Window>> {
    let shape = |value: ir::Type| ir::Shaped::of(value).map(|shaped| shaped.shape);
    let before = shape(op.operand_types().first().copied()?)?;
    let after = shape(op.result_type(0).ok()?)?;
    let list = |name: &str, count: usize, default: i64| {
        op.optional_integers(name).unwrap_or_else(|| vec![default; count])
    };
    let mut found = Vec::new();
    match op.op() {
        Kind::StablehloReduceWindow => {
            let rank = before.len();
            let names = ["window_dimensions", "window_strides", "window_dilations"];
            let [sizes, strides, dilations] = names.map(|name| list(name, rank, 1));
            let (base, padding) = (list("base_dilations", rank, 1), list("padding", 2 * rank, 0));
            for dim in (0..rank).filter(|dim| base[*dim] == 1) {
                let window = [sizes[dim], strides[dim], dilations[dim]];
                let sizes = [before[dim], after[dim]];
                found.extend(Window::of(dim, [dim, dim], sizes, window, padding[2 * dim]));
            }
        }
        Kind::StablehloConvolution => {
            let numbers: ConvDimensionNumbers = op.typed("dimension_numbers").ok()?;
            let kernel = shape(op.operand_types().get(1).copied()?)?;
            let rank = numbers.input_spatial_dimensions.len();
            let [strides, base] =
                ["window_strides", "lhs_dilation"].map(|name| list(name, rank, 1));
            let (dilations, padding) =
                (list("rhs_dilation", rank, 1), list("padding", 2 * rank, 0));
            let spatial = numbers.input_spatial_dimensions.iter();
            let spatial = spatial.zip(&numbers.output_spatial_dimensions);
            let spatial = spatial.zip(&numbers.kernel_spatial_dimensions).enumerate();
            for (number, ((input, output), of_kernel)) in spatial {
                let dim = |dim: &i64| usize::try_from(*dim).ok();
                let (input, output) = (dim(input)?, dim(output)?);
                if base[number] == 1 {
                    let window = [kernel[dim(of_kernel)?], strides[number], dilations[number]];
                    let sizes = [before[input], after[output]];
                    let low = padding[2 * number];
                    found.extend(Window::of(number, [input, output], sizes, window, low));
                }
            }
        }
        _ => {}
    }
    Some(found)
}

/// Extends the shards of the operands of a `convolution` or `reduce_window` by their halos.
/// `shardings` contains the shardings of the operands. Returns the indices of the window dimensions
/// in which the operation then needs no padding.
pub fn extend<'a>(
    collectives: &mut Collectives<'a>,
    at: Builder<'a>,
    op: Op<'a>,
    shardings: &[Sharding],
    shards: &mut [Value<'a>],
) -> Vec<usize> {
    let view = OpView::from_operation(op);
    let windows = view.as_ref().and_then(windows).unwrap_or_default();
    let is_reduction = ir::hlo_op(op) == Some(Kind::StablehloReduceWindow);
    // The operands of a `reduce_window` are followed by their initial values.
    let count = if is_reduction { shards.len() / 2 } else { 1 };
    let mut extended = Vec::new();
    for window in windows {
        let sharding = &shardings[0];
        let split = sharding.dims[window.operand].clone();
        if split.is_whole() {
            continue;
        }
        for index in 0..count {
            let initial = is_reduction.then(|| shards[count + index]);
            shards[index] =
                with_halo(collectives, at, shards[index], &window, (sharding, &split), initial);
        }
        extended.push(window.number);
    }
    extended
}

/// Extends a shard by its halo in a dimension. The halo at the ends of the dimension is `padding`,
/// or zero if it is `None`.
fn with_halo<'a>(
    collectives: &mut Collectives<'a>,
    at: Builder<'a>,
    shard: Value<'a>,
    window: &Window,
    (sharding, split): (&Sharding, &Split),
    padding: Option<Value<'a>>,
) -> Value<'a> {
    let hlo = Hlo { at };
    let dim = window.operand;
    let shape = ir::shape_of(shard);
    let part = |from: i64, to: i64| {
        let (mut starts, mut limits) = (vec![0; shape.len()], shape.clone());
        (starts[dim], limits[dim]) = (from, to);
        hlo.slice(shard, &starts, &limits, &vec![1; shape.len()])
    };
    let [low, high] = window.halo;
    let size = shape[dim];
    let mut parts = vec![part((-low).max(0), size - (-high).max(0))];
    for (is_low, count) in [(true, low), (false, high)] {
        if count <= 0 {
            continue;
        }
        let given = if is_low { part(size - count, size) } else { part(0, count) };
        let step = if is_low { 1 } else { -1 };
        let mut received = collectives.shift(at, given, (sharding, dim), step);
        if let Some(padding) = padding {
            let end = if is_low { 0 } else { split.tiles() as i64 - 1 };
            let tile = collectives.start(at, split, 1);
            let is_end = hlo.compare(
                "EQ",
                tile,
                hlo.int(end, ir::tensor(&[], ir::int(at.context(), 64))),
                false,
            );
            let shape = ir::shape_of(received);
            let (is_end, padding) =
                (hlo.broadcast(is_end, &[], &shape), hlo.broadcast(padding, &[], &shape));
            received = hlo.select(is_end, padding, received);
        }
        let place = if is_low { 0 } else { parts.len() };
        parts.insert(place, received);
    }
    hlo.concatenate(&parts, dim)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn halo(sizes: [i64; 2], window: [i64; 3], low: i64) -> Option<([i64; 2], usize)> {
        Window::of(0, [0, 0], sizes, window, low).map(|window| (window.halo, window.most))
    }

    #[test]
    fn halos_follow_the_window() {
        // Windows of three elements, with equal sizes.
        assert_eq!(halo([16, 16], [3, 1, 1], 1), Some(([1, 1], 16)));
        assert_eq!(halo([16, 16], [3, 1, 2], 2), Some(([2, 2], 8)));
        // Causal windows.
        assert_eq!(halo([16, 16], [4, 1, 1], 3), Some(([3, 0], 5)));
        // Pooling without overlap.
        assert_eq!(halo([16, 8], [2, 2, 1], 0), Some(([0, 0], 16)));
        // One output element is far from its part.
        assert_eq!(halo([16, 16], [1, 1, 1], -1), Some(([-1, 1], 16)));
        // A cumulative sum needs all elements.
        assert_eq!(halo([16, 16], [16, 1, 1], 15), None);
        assert_eq!(halo([16, 14], [3, 1, 1], 0), None);
    }
}
