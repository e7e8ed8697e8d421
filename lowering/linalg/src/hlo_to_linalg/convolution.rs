// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Lowers `convolution` of any layout (StableHLO specification, section "convolution").
//!
//! The lowering pads and dilates the input, reverses the kernel for a reversed window, and converts
//! group counts to a loop. The rest is one `linalg.generic` with linear maps. Its loops are the
//! dimensions of the output in order, then the dimensions of the window, then the input features of
//! a group. The output feature dimension is split into a group and a feature within the group.
//! There are no reduction loops of size one, so that a convolution with a 1x1 window is a
//! contraction.

use super::dot::Product;
use super::shape::{Padding, pad, reverse};
use super::{Emitter, pad_by_reading, scalars};
use hloom_ir::attributes::{self, ConvDims};
use hloom_ir::linalg::generic::{Generic, empty};
use hloom_ir::linalg::reshape::{collapse, expand};
use hloom_ir::pass::Failure;
use hloom_ir::{self as ir, Builder, Context, Op, Shaped, Value};
use melior::ir::{AffineExpr, AffineMap, ValueLike};

/// Lowers `convolution`.
///
/// # Errors
/// Fails if an attribute cannot be read, or if an operand is not a tensor of an element type with
/// arithmetic.
pub fn emit<'a>(
    emitter: &mut Emitter<'a>,
    builder: Builder<'a>,
    op: Op<'a>,
    operands: &[Value<'a>],
) -> Result<Vec<Value<'a>>, Failure<'a>> {
    let context = emitter.context();
    let product = Product::of(context, op)?;
    let window = Window::of(op)?;
    let dims = &window.dims;
    let ty = ir::tensor_type(context, ir::results(op)[0].r#type());
    let (Some(out), Some(kernel_shape)) = (Shaped::of(ty), Shaped::of(operands[1].r#type())) else {
        return Err(Failure::at(
            op,
            "`stablehlo.convolution`: expected ranked tensors, found another type",
        ));
    };
    if out.elements() == 0 {
        return Ok(vec![empty(builder, ty)]);
    }
    let input = window.padded(builder, operands[0]);
    let reversed = dims.kernel_spatial.iter().zip(&window.reversed);
    let reversed: Vec<_> = reversed.filter(|(_, yes)| **yes).map(|(dim, _)| *dim).collect();
    let kernel = reverse(builder, operands[1], &reversed);

    // Loops: those of the output, then the reductions.
    let groups = window.feature_groups * window.batch_groups;
    let mut loops = Loops::default();
    let mut output_axes = Vec::new();
    let (mut group, mut feature, mut batch) = (None, None, None);
    let mut spatial = vec![None; dims.output_spatial.len()];
    for (dim, size) in out.shape.iter().copied().enumerate() {
        output_axes.push(if dim == dims.output_feature {
            group = (groups > 1).then(|| loops.parallel(groups));
            let whole = group.is_some() && size == groups;
            feature = (!whole).then(|| loops.parallel(size / groups));
            Axis::of([group, feature])
        } else if dim == dims.output_batch {
            batch = Some(loops.parallel(size));
            Axis::of([None, batch])
        } else {
            let position = dims.output_spatial.iter().position(|at| *at == dim).unwrap_or(0);
            spatial[position] = Some(loops.parallel(size));
            Axis::of([None, spatial[position]])
        });
    }
    let taps: Vec<_> =
        dims.kernel_spatial.iter().map(|dim| loops.reduction(kernel_shape.shape[*dim])).collect();
    let channel = loops.reduction(kernel_shape.shape[dims.kernel_input_feature]);

    let mut input_axes = vec![Axis::default(); out.rank()];
    let by_feature = window.feature_groups > 1;
    input_axes[dims.input_batch] = Axis::of([group.filter(|_| !by_feature), batch]);
    input_axes[dims.input_feature] = Axis::of([group.filter(|_| by_feature), channel]);
    let mut kernel_axes = vec![Axis::default(); out.rank()];
    kernel_axes[dims.kernel_output_feature] = Axis::of([group, feature]);
    kernel_axes[dims.kernel_input_feature] = Axis::of([None, channel]);
    for (position, tap) in taps.iter().enumerate() {
        kernel_axes[dims.kernel_spatial[position]] = Axis::of([None, *tap]);
        input_axes[dims.input_spatial[position]] = Axis {
            steps: [
                (spatial[position], window.strides[position]),
                (*tap, window.dilations[position]),
            ]
            .into_iter()
            .filter_map(|(index, step)| Some((index?, step)))
            .collect(),
            split: false,
        };
    }

    let input = split(builder, input, &input_axes, &loops);
    let kernel = split(builder, kernel, &kernel_axes, &loops);
    let out_shape: Vec<_> = sizes(&output_axes, &out.shape, &loops).into_iter().flatten().collect();
    let map = |axes: &[Axis]| axes_map(context, axes, &loops);
    let sum = Generic::new(builder, &loops.parallel)
        .input(input, map(&input_axes))
        .input(kernel, map(&kernel_axes))
        .output(product.zeros(builder, &out_shape), map(&output_axes))
        .build(|builder, arguments| vec![product.accumulate(builder, arguments)])[0];
    let split_ty = ir::tensor(&out_shape, out.element);
    let result = product.finish(builder, sum, split_ty);
    Ok(vec![collapse(builder, result, &axis_groups(&output_axes), &out.shape)])
}

/// The attributes of a convolution. Lists have one entry per spatial dimension.
struct Window {
    dims: ConvDims,
    strides: Vec<i64>,
    padding: Vec<(i64, i64)>,
    base_dilations: Vec<i64>,
    dilations: Vec<i64>,
    reversed: Vec<bool>,
    feature_groups: i64,
    batch_groups: i64,
}

impl Window {
    fn of<'a>(op: Op<'a>) -> Result<Self, Failure<'a>> {
        let dims = attributes::conv_dims(op)?;
        let count = dims.input_spatial.len();
        Ok(Self {
            strides: attributes::integers_or(op, "window_strides", 1, count)?,
            padding: attributes::padding(op, count)?,
            base_dilations: attributes::integers_or(op, "lhs_dilation", 1, count)?,
            dilations: attributes::integers_or(op, "rhs_dilation", 1, count)?,
            reversed: attributes::flags_or_false(op, "window_reversal", count)?,
            feature_groups: attributes::integer_or(op, "feature_group_count", 1)?,
            batch_groups: attributes::integer_or(op, "batch_group_count", 1)?,
            dims,
        })
    }

    /// Dilates the spatial dimensions of the input, then pads them with zeros.
    fn padded<'a>(&self, builder: Builder<'a>, input: Value<'a>) -> Value<'a> {
        let mut all = vec![Padding::default(); self.dims.input_spatial.len() + 2];
        for (position, dim) in self.dims.input_spatial.iter().enumerate() {
            let (low, high) = self.padding[position];
            all[*dim] = Padding { low, high, interior: self.base_dilations[position] - 1 };
        }
        let element = Shaped::of(input.r#type()).map_or(input.r#type(), |shaped| shaped.element);
        let zero = |builder: Builder<'a>| scalars::zero(builder, element);
        if all.iter().all(|padding| *padding == Padding::default()) {
            return input;
        }
        pad_by_reading::pad(builder, input, &all, &zero)
            .unwrap_or_else(|| pad(builder, input, &all, &zero))
    }
}

/// The loops of the `linalg.generic`, indexed by number: the size of each loop, and whether it is
/// parallel.
#[derive(Default)]
struct Loops {
    sizes: Vec<i64>,
    parallel: Vec<bool>,
}

impl Loops {
    fn parallel(&mut self, size: i64) -> usize {
        self.sizes.push(size);
        self.parallel.push(true);
        self.sizes.len() - 1
    }

    /// Adds a reduction loop with `size` iterations and returns its number. Adds no loop and
    /// returns `None` if `size` is 1.
    fn reduction(&mut self, size: i64) -> Option<usize> {
        (size != 1).then(|| {
            self.sizes.push(size);
            self.parallel.push(false);
            self.sizes.len() - 1
        })
    }
}

/// The index of one dimension of a tensor, as a function of the loops.
#[derive(Clone, Debug, Default)]
struct Axis {
    /// The loops, each with its step. The index is the sum of all loop indices times their steps.
    steps: Vec<(usize, i64)>,
    /// Whether the dimension is split into two dimensions, one per loop.
    split: bool,
}

impl Axis {
    /// Returns the axis of a dimension that two loops index: the loop over its groups (major) and
    /// the loop over the positions in a group (minor). Each loop may be absent.
    fn of(parts: [Option<usize>; 2]) -> Self {
        let steps: Vec<_> = parts.into_iter().flatten().map(|index| (index, 1)).collect();
        Self { split: steps.len() == 2, steps }
    }
}

/// Returns, for each axis, the sizes of its two dimensions if it is split, or otherwise its size in
/// `shape`.
fn sizes(axes: &[Axis], shape: &[i64], loops: &Loops) -> Vec<Vec<i64>> {
    axes.iter()
        .zip(shape)
        .map(|(axis, size)| {
            if axis.split {
                axis.steps.iter().map(|(index, _)| loops.sizes[*index]).collect()
            } else {
                vec![*size]
            }
        })
        .collect()
}

/// Returns, for each axis, the numbers of its one or two dimensions after all splits.
fn axis_groups(axes: &[Axis]) -> Vec<Vec<usize>> {
    let mut next = 0;
    axes.iter()
        .map(|axis| {
            let first = next;
            next += if axis.split { 2 } else { 1 };
            (first..next).collect()
        })
        .collect()
}

/// Expands each split axis of `value` to two dimensions.
fn split<'a>(builder: Builder<'a>, value: Value<'a>, axes: &[Axis], loops: &Loops) -> Value<'a> {
    let shape = Shaped::of(value.r#type()).map(|shaped| shaped.shape).unwrap_or_default();
    let split: Vec<_> = sizes(axes, &shape, loops).into_iter().flatten().collect();
    expand(builder, value, &axis_groups(axes), &split)
}

fn axes_map<'a>(context: &'a Context, axes: &[Axis], loops: &Loops) -> AffineMap<'a> {
    let term = |(index, step): &(usize, i64)| {
        let position = AffineExpr::dim(context, *index);
        if *step == 1 { position } else { position * AffineExpr::constant(context, *step) }
    };
    let exprs: Vec<_> = axes
        .iter()
        .flat_map(|axis| {
            let terms: Vec<_> = axis.steps.iter().map(term).collect();
            if axis.split {
                return terms;
            }
            let sum = terms.into_iter().reduce(|sum, term| sum + term);
            vec![sum.unwrap_or_else(|| AffineExpr::constant(context, 0))]
        })
        .collect();
    AffineMap::new(context, loops.sizes.len(), 0, &exprs)
}
