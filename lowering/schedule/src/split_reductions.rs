// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! `hloom-split-reductions`: splits large reductions to few elements into parts that threads share.
//!
//! Before: `sum(x : tensor<1048576xf32>)`, one sequential loop
//! After:  `sum(sum(x : tensor<32x32768xf32>, dimension 1), dimension 0)`
//!
//! Each part starts with the neutral element of the reduction, and the reduction of the parts with
//! the original initial value. The number of parts depends only on the shape, so that the result
//! does not depend on the number of threads.
//!
//! HLO leaves the order of a reduction open (StableHLO specification, section "reduce"); sums of
//! floats are marked `reassoc`. The pass leaves other reductions of floats, and reductions of
//! several results, unchanged.

use crate::groups::loop_extents;
use hloom_ir::facts::{is_body, is_scheduled};
use hloom_ir::linalg::generic::{Generic, map_of_dims, splat_tensor};
use hloom_ir::linalg::reshape::expand;
use hloom_ir::linalg::structured::Structured;
use hloom_ir::pass::{Failure, OptionValues, PassInfo};
use hloom_ir::pipeline::Level;
use hloom_ir::{self as ir, Builder, Context, Op, Shaped, Type, Value};
use melior::ir::operation::OperationLike;
use melior::ir::{AffineExpr, AffineMap, ValueLike};

/// The pass `hloom-split-reductions`.
pub static PASS: PassInfo = PassInfo {
    argument: "hloom-split-reductions",
    description: "split large reductions to few elements into parts for threads",
    anchor: "func.func",
    level: Level::Loops,
    options: &[],
    dialects: &["arith", "linalg", "tensor"],
    run,
};

/// Most elements of a result whose reduction is split. More results are work for threads already.
const MOST_RESULTS: i64 = 64;
/// Minimum number of iterations of a part.
const PART: i64 = 32 * 1024;
/// Maximum number of parts of a reduction.
const MOST_PARTS: i64 = 64;

fn run<'a>(context: &'a Context, function: Op<'a>, _: &OptionValues) -> Result<(), Failure<'a>> {
    if is_body(function) {
        return Ok(());
    }
    // Collect before rewriting: replacing a reduction also erases the operations of its body.
    let ops = ir::walk(function).into_iter().filter(|op| !is_scheduled(*op));
    let reductions: Vec<_> = ops.filter_map(Reduction::of).collect();
    for reduction in reductions {
        let op = reduction.generic.op;
        let result = reduction.split(Builder::before(context, op));
        ir::replace(op, [result]);
    }
    Ok(())
}

/// A reduction that is worth splitting.
struct Reduction<'a> {
    generic: Structured<'a>,
    extents: Vec<i64>,
    /// The operation of the body that adds an element to the old value.
    combine: Op<'a>,
    neutral: Neutral,
    /// The loop to split.
    dim: usize,
    parts: i64,
}

impl<'a> Reduction<'a> {
    fn of(op: Op<'a>) -> Option<Self> {
        let generic = Structured::of(op)?;
        let extents = loop_extents(&generic)?;
        // The operands of `linalg.index` are numbers of loops, which change.
        let scalar = |op: Op| ir::regions(op).is_empty() && ir::op_name(op) != "linalg.index";
        let scalar = generic.body_ops().into_iter().all(scalar);
        if generic.is_elementwise() || generic.maps.len() != generic.inputs + 1 || !scalar {
            return None;
        }
        let product = |parallel: bool| -> i64 {
            let dims = extents.iter().zip(&generic.parallel).filter(|(_, is)| **is == parallel);
            dims.map(|(extent, _)| *extent).fold(1, i64::saturating_mul)
        };
        if product(true) > MOST_RESULTS {
            return None;
        }
        let combine = combining_op(&generic)?;
        let neutral = Neutral::of(combine)?;
        let most = (product(true).saturating_mul(product(false)) / PART).min(MOST_PARTS);
        let parts_of = |dim: usize| (2..=most).rev().find(|parts| extents[dim] % parts == 0);
        let (dim, parts) = (0..extents.len())
            .filter(|dim| !generic.parallel[*dim] && indexes_alone(&generic, *dim))
            .filter_map(|dim| Some((dim, parts_of(dim)?)))
            // The outermost loop of those with most parts, so that parts are contiguous.
            .rev()
            .max_by_key(|(_, parts)| *parts)?;
        Some(Self { generic, extents, combine, neutral, dim, parts })
    }

    /// Emits both reductions and returns the result.
    fn split(&self, builder: Builder<'a>) -> Value<'a> {
        let operands = ir::operands(self.generic.op);
        let old = operands[self.generic.inputs];
        let result = ir::results(self.generic.op)[0].r#type();
        let element = ir::element_of(result);
        let mut shape = Shaped::of(result).map(|shaped| shaped.shape).unwrap_or_default();
        shape.insert(0, self.parts);

        let mut parallel = self.generic.parallel.clone();
        parallel.insert(0, true);
        let mut partial = Generic::new(builder, &parallel);
        for (operand, map) in operands.iter().zip(&self.generic.maps).take(self.generic.inputs) {
            let (operand, map) = self.part_of(builder, *operand, map);
            partial = partial.input(operand, map);
        }
        let start = self.neutral.value(builder, element);
        let start = splat_tensor(builder, start, ir::tensor(&shape, element));
        let map = self.with_part(builder.context(), &self.generic.maps[self.generic.inputs], 0);
        let partial = partial
            .output(start, map)
            .build(|builder, arguments| self.generic.clone_body(builder, arguments));

        let rank = shape.len();
        let mut parallel = vec![true; rank];
        parallel[0] = false;
        let kept: Vec<_> = (1..rank).collect();
        let map = |dims: &[usize]| map_of_dims(builder.context(), rank, dims);
        let all: Vec<_> = (0..rank).collect();
        let total = Generic::new(builder, &parallel)
            .input(partial[0], map(&all))
            .output(old, map(&kept))
            .build(|builder, arguments| {
                let name = ir::op_name(self.combine);
                let sum = builder.op(name).operands(&[arguments[1], arguments[0]]);
                vec![sum.attrs_of(self.combine, &[]).result(element).value()]
            });
        total[0]
    }

    /// Splits the dimension of an operand that the split loop indexes. Returns the operand and its
    /// map.
    fn part_of(
        &self,
        builder: Builder<'a>,
        operand: Value<'a>,
        map: &AffineMap<'a>,
    ) -> (Value<'a>, AffineMap<'a>) {
        let indexes: Vec<_> = (0..map.result_count())
            .map(|index| map.result(index).ok().and_then(hloom_ir::dim_position))
            .collect();
        let Some(split) = indexes.iter().position(|index| *index == Some(self.dim)) else {
            return (operand, self.with_part(builder.context(), map, usize::MAX));
        };
        let shape = Shaped::of(operand.r#type()).map(|shaped| shaped.shape).unwrap_or_default();
        let mut groups = Vec::new();
        let mut expanded = Vec::new();
        for (index, extent) in shape.iter().enumerate() {
            let first = expanded.len();
            if index == split {
                expanded.extend([self.parts, extent / self.parts]);
            } else {
                expanded.push(*extent);
            }
            groups.push((first..expanded.len()).collect());
        }
        let operand = expand(builder, operand, &groups, &expanded);
        (operand, self.with_part(builder.context(), map, split))
    }

    /// Returns a map with the loop over parts as its first loop, which also is index `place`, if
    /// there is such an index.
    fn with_part(&self, context: &'a Context, map: &AffineMap<'a>, place: usize) -> AffineMap<'a> {
        let count = self.extents.len() + 1;
        let mut results = Vec::new();
        for index in 0..=map.result_count() {
            if index == place {
                results.push(AffineExpr::dim(context, 0));
            }
            if let Ok(result) = map.result(index) {
                results.push(result.shift_dims(count - 1, 1, 0));
            }
        }
        AffineMap::new(context, count, 0, &results)
    }
}

/// Returns true if loop `dim` is an index of its own wherever it is used, and all indices are
/// linear.
fn indexes_alone(generic: &Structured, dim: usize) -> bool {
    generic.maps.iter().all(|map| {
        (0..map.result_count()).all(|index| {
            let Ok(expression) = map.result(index) else { return false };
            let linear = ir::linear(expression, map.dim_count());
            let alone = ir::dim_position(expression) == Some(dim);
            linear.is_some_and(|(steps, _)| steps[dim] == 0 || alone)
        })
    })
}

/// Returns the operation of a body that adds an element, which does not depend on the old value, to
/// the old value.
fn combining_op<'a>(generic: &Structured<'a>) -> Option<Op<'a>> {
    let body = generic.body()?;
    let old = *ir::args(body).get(generic.inputs)?;
    let [result] = ir::operands(ir::ops(body).pop()?)[..] else { return None };
    let combine = ir::defining_op(result)?;
    let uses = ir::uses(old);
    let only = matches!(uses[..], [(user, _)] if user == combine);
    (only && ir::uses(result).len() == 1).then_some(combine)
}

/// The neutral element of a reduction.
#[derive(Clone, Copy, Debug)]
enum Neutral {
    Float(f64),
    /// An integer, from the number of its bits.
    Integer(fn(u32) -> i64),
}

impl Neutral {
    /// Returns the neutral element of an operation that may be evaluated in any order.
    fn of(combine: Op) -> Option<Self> {
        let reassociates = || {
            let flags = combine.attribute("fastmath").ok()?.to_string();
            (flags.contains("reassoc") || flags.contains("fast>")).then_some(())
        };
        let least = |bits: u32| i64::MIN >> (64 - bits);
        let greatest = |bits: u32| i64::MAX >> (64 - bits);
        Some(match ir::op_name(combine) {
            "arith.addf" => reassociates().map(|()| Self::Float(-0.0))?,
            "arith.mulf" => reassociates().map(|()| Self::Float(1.0))?,
            "arith.maximumf" => Self::Float(f64::NEG_INFINITY),
            "arith.minimumf" => Self::Float(f64::INFINITY),
            "arith.addi" | "arith.ori" | "arith.xori" | "arith.maxui" => Self::Integer(|_| 0),
            "arith.muli" => Self::Integer(|_| 1),
            "arith.andi" | "arith.minui" => Self::Integer(|_| -1),
            "arith.maxsi" => Self::Integer(least),
            "arith.minsi" => Self::Integer(greatest),
            _ => return None,
        })
    }

    fn value<'a>(self, builder: Builder<'a>, element: Type<'a>) -> Value<'a> {
        match self {
            Self::Float(value) => builder.float(value, element),
            Self::Integer(value) => builder.int(value(ir::element_width(element)), element),
        }
    }
}
