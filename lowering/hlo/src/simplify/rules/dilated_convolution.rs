// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! A simplification rule that removes the dilation of the input from a convolution.
//!
//! A transposed convolution, and the gradient of a strided convolution, insert `d - 1` zeros between
//! the elements of the input. The outputs whose indices are congruent modulo `d` (a *phase*) multiply
//! elements of the input by the same part of the kernel, and zeros by the rest of it. Each phase is
//! therefore a convolution of the undilated input with every `d`-th element of the kernel. The phases
//! together have a `d`-th of the multiplications, and store no dilated input. (Polyphase
//! decomposition; Dumoulin and Visin, "A guide to convolution arithmetic for deep learning", 2016,
//! chapter 4, describe the dilated form.)

use crate::build::element_of;
use crate::elements::Format;
use crate::simplify::matching::{Match, one};
use crate::simplify::rule::Rule;
use hloom_dialects::op::Op as Kind;
use hloom_ir::attributes::{self, ConvDims};
use hloom_ir::{self as ir, Value};

pub const RULES: &[(Kind, Rule)] = &[(Kind::StablehloConvolution, convolution_by_phases)];

/// Maximum number of phases. Each phase is a kernel that must be compiled.
const MOST_PHASES: i64 = 32;

/// Minimum number of multiplications for an element of the output. With fewer, storing the phases
/// next to each other takes as long as the convolution.
const LEAST_MULTIPLICATIONS: i64 = 16;

/// Minimum number of multiplications of the convolution. With fewer, starting the kernels of all
/// phases takes as long as the convolution.
const LEAST_WORK: i64 = 1 << 18;

/// The window of a convolution in one spatial dimension.
#[derive(Clone, Copy)]
struct Spatial {
    /// The size of the input.
    input: i64,
    /// The size of the kernel.
    kernel: i64,
    /// The size of the output.
    output: i64,
    padding: (i64, i64),
    /// The distance between elements of the dilated input.
    dilation: i64,
    /// True if the kernel is reversed.
    reversed: bool,
    /// True if the dimension is split into phases.
    split: bool,
}

/// The part of a kernel, and the padding of the undilated input, with which one phase is computed in
/// one dimension.
#[derive(Clone, Copy)]
struct Phase {
    /// The first element of the window that reads the input.
    first: i64,
    /// The number of elements of the window that read the input, one in `dilation`.
    count: i64,
    padding: (i64, i64),
}

impl Spatial {
    /// Returns the number of phases.
    fn phases(&self) -> i64 {
        if self.split { self.dilation } else { 1 }
    }

    /// Returns the number of outputs of each phase. The last ones of a phase may be beyond the
    /// output.
    fn outputs(&self) -> i64 {
        ceil_div(self.output, self.phases())
    }

    /// Returns the phase of the outputs with the index `phase` modulo the dilation, or `None` if its
    /// window never meets the input.
    ///
    /// Element `t` of the window of output `o` reads element `(o - low + t) / dilation` of the input,
    /// if this is an integer.
    fn phase(&self, phase: i64) -> Option<Phase> {
        if !self.split {
            return Some(Phase { first: 0, count: self.kernel, padding: self.padding });
        }
        let d = self.dilation;
        let first = (self.padding.0 - phase).rem_euclid(d);
        let count = ceil_div((self.kernel - first).max(0), d);
        let low = (self.padding.0 - phase - first) / d;
        let high = self.outputs() - 1 + count - self.input - low;
        (count > 0 && low > -self.input && high > -self.input).then_some(Phase {
            first,
            count,
            padding: (low, high),
        })
    }

    /// Returns the start and the limit of the phase's elements of the kernel.
    fn elements(&self, phase: &Phase) -> (i64, i64) {
        if !self.split {
            return (0, self.kernel);
        }
        let last = phase.first + (phase.count - 1) * self.dilation;
        // A reversed window reads the kernel from its end.
        let start = if self.reversed { self.kernel - 1 - last } else { phase.first };
        (start, start + (phase.count - 1) * self.dilation + 1)
    }
}

/// Returns the quotient of two numbers that are not negative, rounded up.
fn ceil_div(dividend: i64, divisor: i64) -> i64 {
    (dividend + divisor - 1) / divisor
}

/// Reads the window of the convolution in each spatial dimension, and chooses the dimensions to
/// split.
fn spatial(found: &Match, dims: &ConvDims) -> Option<Vec<Spatial>> {
    let (x, kernel) = found.pair()?;
    let (input, kernel) = (ir::shape_of(x), ir::shape_of(kernel));
    let count = dims.input_spatial.len();
    let padding = attributes::padding(found.op, count).ok()?;
    let [strides, dilations, steps] = ["window_strides", "lhs_dilation", "rhs_dilation"]
        .map(|name| attributes::integers_or(found.op, name, 1, count).ok());
    let (strides, dilations, steps) = (strides?, dilations?, steps?);
    let reversed = attributes::flags_or_false(found.op, "window_reversal", count).ok()?;
    let of = |dim: usize| Spatial {
        input: input[dims.input_spatial[dim]],
        kernel: kernel[dims.kernel_spatial[dim]],
        output: found.shape[dims.output_spatial[dim]],
        padding: padding[dim],
        dilation: dilations[dim],
        reversed: reversed[dim],
        split: dilations[dim] > 1 && strides[dim] == 1 && steps[dim] == 1,
    };
    Some((0..count).map(of).collect())
}

/// Returns true if the phases take less time than the dilated convolution.
fn is_cheaper(found: &Match, kernel: &[i64], dims: &ConvDims, spatial: &[Spatial]) -> bool {
    let phases = spatial.iter().map(Spatial::phases).try_fold(1i64, i64::checked_mul);
    let window = spatial.iter().map(|it| it.kernel).product::<i64>();
    let multiplications = window.saturating_mul(kernel[dims.kernel_input_feature]);
    let work = found.shape.iter().fold(multiplications, |work, size| work.saturating_mul(*size));
    phases.is_some_and(|phases| 1 < phases && phases <= MOST_PHASES)
        && multiplications >= LEAST_MULTIPLICATIONS
        && work >= LEAST_WORK
}

/// `convolution(x, w)` of a dilated `x` = the convolutions of its phases, next to each other
///
/// As in the interpreter, the zeros between elements of `x` are not multiplied by the kernel, whose
/// elements may be infinite or NaN.
fn convolution_by_phases<'a>(found: &Match<'a>) -> Option<Vec<Value<'a>>> {
    let (x, kernel) = found.pair()?;
    let dims = attributes::conv_dims(found.op).ok()?;
    let sizes = ir::shape_of(kernel);
    // The zero of a quantized type is no element of it in general.
    let types = [element_of(x), element_of(kernel), ir::element_of(found.ty)];
    if types.into_iter().any(|ty| Format::of(ty).is_none()) {
        return None;
    }
    if [&ir::shape_of(x), &sizes, &found.shape].into_iter().any(|sizes| sizes.contains(&0)) {
        return None;
    }
    let spatial = spatial(found, &dims)?;
    if !is_cheaper(found, &sizes, &dims, &spatial) {
        return None;
    }
    let split: Vec<_> = (0..spatial.len()).filter(|dim| spatial[*dim].split).collect();
    let parts = interleaved(found, &dims, &spatial, &split, x, kernel);
    let mut whole = found.shape.clone();
    for dim in &split {
        whole[dims.output_spatial[*dim]] = spatial[*dim].outputs() * spatial[*dim].phases();
    }
    one(found.hlo.prefix(found.hlo.reshape(parts, &whole), &found.shape))
}

/// Returns the outputs of all phases in a tensor with the dimensions of the output and, after each
/// split dimension, one dimension of its phases.
fn interleaved<'a>(
    found: &Match<'a>,
    dims: &ConvDims,
    spatial: &[Spatial],
    split: &[usize],
    x: Value<'a>,
    kernel: Value<'a>,
) -> Value<'a> {
    let hlo = found.hlo;
    let counts: Vec<_> = split.iter().map(|dim| spatial[*dim].phases()).collect();
    let mut parts: Vec<_> = (0..counts.iter().product())
        .map(|number| {
            let output =
                one_phase(found, dims, spatial, &indices(number, &counts, split), x, kernel);
            let mut shape = Vec::new();
            for (dim, size) in ir::shape_of(output).into_iter().enumerate() {
                shape.push(size);
                if split.iter().any(|it| dims.output_spatial[*it] == dim) {
                    shape.push(1);
                }
            }
            hlo.reshape(output, &shape)
        })
        .collect();
    // The last split dimension has the phases that are next to each other in `parts`.
    for dim in split.iter().rev() {
        let output = dims.output_spatial[*dim];
        let before = split.iter().filter(|it| dims.output_spatial[**it] < output).count();
        parts = parts
            .chunks(spatial[*dim].phases() as usize)
            .map(|parts| hlo.concatenate(parts, output + before + 1))
            .collect();
    }
    parts[0]
}

/// Returns, for each spatial dimension, the index of its phase: a mixed-radix digit of `number` in
/// the dimensions `split`, whose last one is the least significant, and zero in the others.
fn indices(mut number: i64, counts: &[i64], split: &[usize]) -> impl Fn(usize) -> i64 {
    let mut digits = vec![0; counts.len()];
    for (digit, count) in digits.iter_mut().zip(counts).rev() {
        *digit = number % count;
        number /= count;
    }
    let split = split.to_vec();
    move |dim| split.iter().position(|it| *it == dim).map_or(0, |index| digits[index])
}

/// Builds the convolution of one phase. `index` is the index of the phase in each spatial dimension.
fn one_phase<'a>(
    found: &Match<'a>,
    dims: &ConvDims,
    spatial: &[Spatial],
    index: &impl Fn(usize) -> i64,
    x: Value<'a>,
    kernel: Value<'a>,
) -> Value<'a> {
    let hlo = found.hlo;
    let context = hlo.at.context();
    let mut shape = found.shape.clone();
    for (it, dim) in spatial.iter().zip(&dims.output_spatial) {
        shape[*dim] = it.outputs();
    }
    let ty = ir::tensor(&shape, ir::element_of(found.ty));
    let phases = spatial.iter().enumerate().map(|(dim, it)| it.phase(index(dim)));
    let Some(phases) = phases.collect::<Option<Vec<_>>>() else { return hlo.zeros(ty) };
    let sizes = ir::shape_of(kernel);
    let (mut starts, mut limits, mut strides) =
        (vec![0; sizes.len()], sizes.clone(), vec![1; sizes.len()]);
    for ((it, phase), dim) in spatial.iter().zip(&phases).zip(&dims.kernel_spatial) {
        (starts[*dim], limits[*dim]) = it.elements(phase);
        strides[*dim] = it.phases();
    }
    let part = hlo.slice(kernel, &starts, &limits, &strides);
    let padding: Vec<_> = phases.iter().map(|phase| phase.padding).collect();
    let dilations: Vec<_> =
        spatial.iter().map(|it| if it.split { 1 } else { it.dilation }).collect();
    let op = hlo.at.op(ir::op_name(found.op)).operands(&[x, part]);
    let op = op.attrs_of(found.op, &["padding", "lhs_dilation"]);
    let op = op.attr("padding", ir::padding_attr(context, &padding));
    op.attr("lhs_dilation", ir::dense_i64_attr(context, &dilations)).result(ty).value()
}
