// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! `hloom-unroll-reductions`: unrolls reduction loops around a loop that LLVM vectorizes.
//!
//! LLVM vectorizes the innermost loop. If that loop runs along the elements of the output, each
//! iteration of the reduction loops around it loads and stores the output. With this pass, the body
//! instead adds several elements at a time:
//!
//! ```text
//! for r in 0..64: for c in 0..512: out[c] += in[r, c]
//! // becomes
//! for r in 0..8: for c in 0..512: out[c] = ((out[c] + in[8*r, c]) + in[8*r + 1, c]) + ..
//! ```
//!
//! The elements are added in the same order as before. Short reductions, such as pooling windows
//! and sums of three coordinates, are unrolled completely, so that only parallel loops remain.

use crate::split_dimension::{split_dimension, strides};
use hloom_ir::linalg::code_size::expanded;
use hloom_ir::linalg::generic::Generic;
use hloom_ir::linalg::structured::Structured;
use hloom_ir::pass::{Failure, OptionValues, PassInfo};
use hloom_ir::pipeline::Level;
use hloom_ir::{self as ir, Builder, Context, Op, Shaped, Value};
use melior::ir::{AffineExpr, AffineMap, ValueLike};

/// The pass `hloom-unroll-reductions`.
pub static PASS: PassInfo = PassInfo {
    argument: "hloom-unroll-reductions",
    description: "unroll reduction loops around the loop that LLVM vectorizes",
    anchor: "func.func",
    level: Level::Target,
    options: &[],
    dialects: &["linalg", "memref"],
    run,
};

/// Minimum number of iterations of the loop that LLVM vectorizes. Reductions around shorter loops
/// are not unrolled.
const VECTOR_LOOP: i64 = 8;
/// The maximum number of elements that an unrolled body combines if a reduction loop remains. More
/// loads at a time do not improve performance.
const MOST_COPIES: i64 = 8;
/// The maximum number of elements that an unrolled body combines if no reduction loop remains.
const MOST_WHOLE_COPIES: i64 = 16;
/// Largest estimated code size of the body of an unrolled reduction, in operations after math
/// expansion.
const MAX_CODE_SIZE: i64 = 128;

fn run<'a>(context: &'a Context, function: Op<'a>, _: &OptionValues) -> Result<(), Failure<'a>> {
    // Collect before rewriting: erasing a reduction also erases the operations of its body.
    let reductions: Vec<_> = ir::walk(function).into_iter().filter_map(Reduction::of).collect();
    for reduction in reductions {
        let op = reduction.generic.op;
        reduction.unroll(Builder::before(context, op));
        ir::erase(op);
    }
    Ok(())
}

/// A reduction on memrefs for which unrolling is profitable.
struct Reduction<'a> {
    generic: Structured<'a>,
    /// The unroll factor of each loop: 1 for a loop that does not change, and the extent for a loop
    /// that is unrolled completely.
    factors: Vec<i64>,
    extents: Vec<i64>,
}

impl<'a> Reduction<'a> {
    fn of(op: Op<'a>) -> Option<Self> {
        let generic = Structured::of(op).filter(|_| ir::results(op).is_empty())?;
        let extents = generic.extents()?;
        let ops = generic.body_ops();
        // The operands of `linalg.index` are numbers of loops, which change.
        let scalar = |op: &Op| ir::regions(*op).is_empty() && ir::op_name(*op) != "linalg.index";
        let scalar = ops.iter().all(scalar);
        let linear = generic.maps.iter().all(|map| linear_results(map).is_some());
        if generic.is_elementwise() || !scalar || !linear {
            return None;
        }
        let size = (expanded(ops) as i64).max(1);
        let reductions: Vec<_> =
            (0..extents.len()).rev().filter(|dim| !generic.parallel[*dim]).collect();
        let whole: i64 = reductions.iter().map(|dim| extents[*dim]).fold(1, i64::saturating_mul);
        let mut factors = vec![1; extents.len()];
        let vector = |dim: &usize| generic.parallel[*dim] && extents[*dim] >= VECTOR_LOOP;
        if whole <= MOST_WHOLE_COPIES && whole * size <= MAX_CODE_SIZE {
            // One parallel loop is left for vectors, and the output has all that are left.
            (0..extents.len()).find(vector)?;
            let output = indices(&generic.maps[generic.inputs]);
            let has = |dim: usize| output.iter().any(|index| index.dim() == Some(dim));
            (0..extents.len()).all(|dim| !generic.parallel[dim] || has(dim)).then_some(())?;
            let inputs = ir::operands(op).into_iter().take(generic.inputs);
            inputs.into_iter().all(|input| strides(input).is_some()).then_some(())?;
            reductions.iter().for_each(|dim| factors[*dim] = extents[*dim]);
        } else {
            vector(&extents.len().checked_sub(1)?).then_some(())?;
            // The innermost reduction loop, so that the order of additions stays.
            let dim = *reductions.first()?;
            let most = MOST_COPIES.min(MAX_CODE_SIZE / size);
            let divides = |factor: &i64| extents[dim] % factor == 0;
            factors[dim] = (2..=most).rev().find(divides)?;
            let splits = (0..generic.inputs).all(|input| can_split(&generic, input, dim));
            if factors[dim] < extents[dim] && !splits {
                return None;
            }
        }
        (factors.iter().product::<i64>() > 1).then_some(Self { generic, factors, extents })
    }

    /// Emits the unrolled reduction, which the caller substitutes for the original operation.
    fn unroll(&self, builder: Builder<'a>) {
        let context = builder.context();
        let operands = ir::operands(self.generic.op);
        let (inputs, outputs) = operands.split_at(self.generic.inputs);
        let vanishes = |dim: usize| self.factors[dim] > 1 && self.factors[dim] == self.extents[dim];
        let kept: Vec<_> = (0..self.extents.len()).filter(|dim| !vanishes(*dim)).collect();
        let parallel: Vec<_> = kept.iter().map(|dim| self.generic.parallel[*dim]).collect();
        let steps = self.steps();

        // Inputs that do not depend on the unrolled loops are read once.
        let sources: Vec<_> = inputs
            .iter()
            .zip(&self.generic.maps)
            .map(|(input, map)| self.source(builder, *input, map))
            .collect();
        // The output gives the extents of all parallel loops. An operand that is not read, such as
        // the window of a pooling, is needed for those of the others only.
        let whole = parallel.iter().all(|parallel| *parallel);
        let mut generic = Generic::new(builder, &parallel);
        let mut places = vec![Vec::new(); steps.len()];
        let mut count = 0;
        for (input, source) in sources.iter().enumerate() {
            if whole && !self.generic.reads(input) {
                places.iter_mut().for_each(|places| places.push(None));
                continue;
            }
            let mut known: Vec<(Access<'a>, usize)> = Vec::new();
            for (step, places) in steps.iter().zip(&mut places) {
                let access = self.access(context, source, &kept, step);
                let same = known.iter().find(|(other, _)| *other == access).map(|(_, at)| *at);
                let place = same.unwrap_or(count);
                places.push(Some(place));
                if same.is_none() {
                    known.push((access, place));
                    count += 1;
                }
            }
            for (access, _) in known {
                generic = generic.input(access.view(builder, source.value), access.map);
            }
        }
        for (output, map) in outputs.iter().zip(&self.generic.maps[inputs.len()..]) {
            let source = Source { value: *output, indices: indices(map) };
            let access = self.access(context, &source, &kept, &vec![0; self.extents.len()]);
            generic = generic.output(*output, access.map);
        }
        generic.build(|builder, arguments| {
            let (elements, old) = arguments.split_at(count);
            places.iter().fold(old.to_vec(), |old, places| {
                // The body does not use the argument that stands for an operand that is not read.
                let elements = places.iter().map(|place| place.map_or(old[0], |at| elements[at]));
                let arguments: Vec<_> = elements.chain(old.iter().copied()).collect();
                self.generic.clone_body(builder, &arguments)
            })
        });
    }

    /// Returns, for each copy of the body, the counter of each loop within the unrolled iterations.
    /// The counter of a loop that is not unrolled is 0.
    fn steps(&self) -> Vec<Vec<i64>> {
        let mut steps = vec![Vec::new()];
        for factor in &self.factors {
            let extend = |step: &Vec<i64>| {
                let step = step.clone();
                (0..*factor).map(move |counter| [step.clone(), vec![counter]].concat())
            };
            steps = steps.iter().flat_map(extend).collect();
        }
        steps
    }

    /// Returns the access of a copy of the body to the input or output `source`. `kept` contains
    /// the numbers of the loops that remain, and `step` is the element of [`Reduction::steps`] for
    /// the copy.
    fn access(
        &self,
        context: &'a Context,
        source: &Source<'a>,
        kept: &[usize],
        step: &[i64],
    ) -> Access<'a> {
        let shape = Shaped::of(source.value.r#type()).map(|shaped| shaped.shape);
        let mut access = Access { map: AffineMap::empty(context), window: Vec::new() };
        let mut results = Vec::new();
        for (index, size) in source.indices.iter().zip(shape.unwrap_or_default()) {
            let mut constant = index.constant + index.unrolled.map_or(0, |dim| step[dim]);
            if !index.outer {
                let counters = index.steps.iter().zip(step);
                constant += counters.map(|(step, counter)| step * counter).sum::<i64>();
            }
            let mut sum = None;
            let mut last = 0;
            for (position, dim) in kept.iter().enumerate() {
                let step = index.steps.get(*dim).copied().unwrap_or(0);
                if step != 0 {
                    last += step * (self.extents[*dim] - 1);
                    let term = AffineExpr::dim(context, position);
                    let term =
                        if step == 1 { term } else { term * AffineExpr::constant(context, step) };
                    sum = Some(sum.map_or(term, |sum: AffineExpr<'a>| sum + term));
                }
            }
            let mixes = |dim: usize| self.factors[dim] > 1 && index.steps.get(dim) != Some(&0);
            let window = sum.is_some() && !index.outer && (0..step.len()).any(mixes);
            access.window.push(if window { (constant, last + 1) } else { (0, size) });
            results.push(match sum {
                Some(sum) if constant == 0 || window => sum,
                Some(sum) => sum + AffineExpr::constant(context, constant),
                None => AffineExpr::constant(context, constant),
            });
        }
        access.map = AffineMap::new(context, kept.len(), 0, &results);
        access
    }

    /// Returns an input as the unrolled operation reads it. If a partly unrolled loop indexes a
    /// dimension, the dimension is split: the new inner dimension contains the elements of the
    /// unrolled iterations.
    fn source(&self, builder: Builder<'a>, input: Value<'a>, map: &AffineMap<'a>) -> Source<'a> {
        let mut source = Source { value: input, indices: indices(map) };
        let partly =
            |dim: &usize| self.factors[*dim] > 1 && self.factors[*dim] < self.extents[*dim];
        let Some(dim) = (0..self.extents.len()).find(partly) else { return source };
        let alone = |index: &Index| index.dim() == Some(dim);
        let Some(place) = source.indices.iter().position(alone) else { return source };
        source.value = split_dimension(builder, input, place, self.factors[dim]);
        let counter = Index { unrolled: Some(dim), ..Index::default() };
        source.indices.insert(place + 1, counter);
        source.indices[place].outer = true;
        source
    }
}

/// An input or output of the unrolled operation, and the indices with which the operation accesses
/// it.
struct Source<'a> {
    value: Value<'a>,
    indices: Vec<Index>,
}

/// An index of a map: a linear expression of the loops.
#[derive(Clone, Debug, Default)]
struct Index {
    steps: Vec<i64>,
    constant: i64,
    /// The loop whose counter within the unrolled iterations is the index, if the index is such a
    /// counter.
    unrolled: Option<usize>,
    /// Whether the index counts groups of iterations that are unrolled into one iteration.
    outer: bool,
}

impl Index {
    /// Returns the loop whose counter is the index, or `None` for other expressions.
    fn dim(&self) -> Option<usize> {
        let mut steps = self.steps.iter().enumerate().filter(|(_, step)| **step != 0);
        match (steps.next(), steps.next(), self.constant) {
            (Some((dim, 1)), None, 0) => Some(dim),
            _ => None,
        }
    }
}

/// The part of an operand that one unrolled copy of the body reads.
#[derive(PartialEq)]
struct Access<'a> {
    map: AffineMap<'a>,
    /// The offset and the size of the part in each dimension. The part is the whole dimension,
    /// unless both remaining and unrolled loops occur in its index. The size is then the number of
    /// elements that the remaining loops reach, as linalg requires if the index is a single loop.
    window: Vec<(i64, i64)>,
}

impl<'a> Access<'a> {
    /// Returns the view of `memref` that the access reads. `memref` has static strides unless the
    /// view is the whole memref.
    fn view(&self, builder: Builder<'a>, memref: Value<'a>) -> Value<'a> {
        let (Some(shaped), Some((strides, offset))) =
            (Shaped::of(memref.r#type()), strides(memref))
        else {
            return memref;
        };
        let (offsets, sizes): (Vec<_>, Vec<_>) = self.window.iter().copied().unzip();
        if sizes == shaped.shape {
            return memref;
        }
        let context = builder.context();
        let moved: i64 = offsets.iter().zip(&strides).map(|(offset, stride)| offset * stride).sum();
        let offset = if offset == Shaped::DYNAMIC { offset } else { offset + moved };
        let attr = |values: &[i64]| ir::dense_i64_attr(context, values);
        builder
            .op("memref.subview")
            .operands(&[memref])
            .segments(&[1, 0, 0, 0])
            .attr("static_offsets", attr(&offsets))
            .attr("static_sizes", attr(&sizes))
            .attr("static_strides", attr(&vec![1; sizes.len()]))
            .result(ir::strided_memref(context, &sizes, shaped.element, &strides, offset))
            .value()
    }
}

fn indices(map: &AffineMap) -> Vec<Index> {
    linear_results(map).unwrap_or_default()
}

/// Returns the indices of a map, or `None` if an index is not linear in the loops.
fn linear_results(map: &AffineMap) -> Option<Vec<Index>> {
    let index = |index: usize| {
        let (steps, constant) = ir::linear(map.result(index).ok()?, map.dim_count())?;
        Some(Index { steps, constant, ..Index::default() })
    };
    (0..map.result_count()).map(index).collect()
}

/// Returns true if loop `dim` does not index an input, or if the dimension that it indexes can be
/// split. The input must then have static strides, and the counter of `dim` must be the whole index
/// of exactly one dimension.
fn can_split(generic: &Structured, input: usize, dim: usize) -> bool {
    let used = indices(&generic.maps[input]);
    let mut used = used.iter().filter(|index| index.steps[dim] != 0);
    match (used.next(), used.next()) {
        (None, _) => true,
        (Some(index), None) => {
            index.dim() == Some(dim) && strides(ir::operands(generic.op)[input]).is_some()
        }
        _ => false,
    }
}
