// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! What of an operation can be computed part by part.
//!
//! The dimensions of operands and results are made of *factors*: the loops that compute the
//! operation. A factor that is split splits every dimension it is in, and each device does
//! its iterations. A dimension without factors is needed whole. This one description of an
//! operation serves to propagate shardings through it and to partition it; an operation
//! without a rule is computed whole by every device.

mod contraction;
mod indexing;
mod reduction;
mod shape;

use super::markers::is_placement;
use super::sharding::Sharding;
use super::split::Split;
use crate::ir::{self, Op as Operation};
use hloom_dialects::op::Op;
use hloom_dialects::op_view::OpView;
use hloom_dialects::verify;

/// The factors of a dimension, major to minor.
pub type Dim = Vec<usize>;

/// How an operation is made of factors.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Rule {
    /// The factors of each dimension of each operand.
    pub operands: Vec<Vec<Dim>>,
    /// Those of each result.
    pub results: Vec<Vec<Dim>>,
    /// How often each factor iterates.
    pub sizes: Vec<i64>,
    /// The operation that combines what devices have of a factor that no result has; none
    /// if such a factor cannot be split.
    pub combine: Option<&'static str>,
}

/// What each factor is split into; none where that is open.
pub type Factors = Vec<Option<Split>>;

impl Rule {
    /// A rule of tensors of these ranks, which have no factors yet.
    fn of(op: &OpView) -> Self {
        let ranks = |types: Vec<ir::Type>| {
            let rank = |ty| ir::Shaped::of(ty).map_or(0, |shaped| shaped.rank());
            types.into_iter().map(|ty| vec![Dim::new(); rank(ty)]).collect()
        };
        Self {
            operands: ranks(op.operand_types()),
            results: ranks(op.result_types()),
            ..Self::default()
        }
    }

    /// A factor of a size.
    fn factor(&mut self, size: i64) -> usize {
        self.sizes.push(size);
        self.sizes.len() - 1
    }

    /// Lets a new factor be these dimensions: of operands and of results.
    fn link(&mut self, size: i64, operands: &[(usize, usize)], results: &[(usize, usize)]) {
        let factor = self.factor(size);
        for (operand, dim) in operands {
            self.operands[*operand][*dim] = vec![factor];
        }
        for (result, dim) in results {
            self.results[*result][*dim] = vec![factor];
        }
    }

    /// Whether no result has a factor.
    fn is_reduced(&self, factor: usize) -> bool {
        !self.results.iter().flatten().any(|dim| dim.contains(&factor))
    }

    /// The factors that are split, and that no result has.
    pub fn reduced(&self, factors: &[Option<Split>]) -> Vec<usize> {
        let split = |factor: &usize| factors[*factor].as_ref().is_some_and(|it| !it.is_whole());
        (0..self.sizes.len()).filter(|factor| self.is_reduced(*factor)).filter(split).collect()
    }

    /// What the factors are to be split into so that most of what is given stays as it is:
    /// the first to ask for a factor has it, if that is possible beside what others have.
    pub fn choose<'s>(
        &self,
        given: impl IntoIterator<Item = (&'s Vec<Dim>, &'s [Option<Split>])>,
        devices: usize,
    ) -> Factors {
        let mut factors: Factors = vec![None; self.sizes.len()];
        for (dims, splits) in given {
            for (dim, split) in dims.iter().zip(splits) {
                let Some(split) = split else { continue };
                for (factor, part) in self.peel(dim, split) {
                    let taken = factors[factor].is_some();
                    let reduced = self.is_reduced(factor) && self.combine.is_none();
                    if taken || reduced || part.is_whole() {
                        continue;
                    }
                    factors[factor] = Some(part);
                    if !self.is_possible(&factors, devices) {
                        factors[factor] = None;
                    }
                }
            }
        }
        factors
    }

    /// A dimension's split as splits of its factors: the major ones first.
    fn peel(&self, dim: &Dim, split: &Split) -> Vec<(usize, Split)> {
        let mut rest = split.clone();
        let mut found = Vec::new();
        for factor in dim {
            let size = self.sizes[*factor];
            if rest.is_whole() {
                break;
            }
            if rest.divides(size) && size != 0 {
                found.push((*factor, rest));
                break;
            }
            let Some(whole) = usize::try_from(size).ok().filter(|size| *size > 0) else { break };
            if !rest.tiles().is_multiple_of(whole) {
                break;
            }
            let inner = rest.tiles() / whole;
            if whole > 1 {
                found.push((*factor, rest.major(inner)));
            }
            rest = rest.minor(inner);
        }
        found
    }

    /// Whether every dimension is in equal contiguous tiles, and devices share them equally.
    fn is_possible(&self, factors: &[Option<Split>], devices: usize) -> bool {
        let all = factors.iter().flatten();
        Split::product(devices, all).is_some()
            && self.operands.iter().chain(&self.results).flatten().all(|dim| {
                let mut inner = false;
                dim.iter().all(|factor| {
                    let size = self.sizes[*factor];
                    let Some(split) = &factors[*factor] else {
                        inner |= size != 1;
                        return true;
                    };
                    let outer = !inner && split.divides(size) && size > 0;
                    inner |= split.tiles() as i64 != size;
                    outer
                })
            })
    }

    /// How a tensor of these dimensions is sharded.
    pub fn sharding(dims: &[Dim], factors: &[Option<Split>], devices: usize) -> Sharding {
        let dim = |dim: &Dim| {
            let splits = dim.iter().filter_map(|factor| factors[*factor].as_ref());
            Split::product(devices, splits).unwrap_or_else(|| Split::whole(devices))
        };
        Sharding { dims: dims.iter().map(dim).collect() }
    }
}

/// A rule by which as many results as operands are each like one of them.
pub fn identity(shapes: &[Vec<i64>]) -> Rule {
    let mut rule = Rule::default();
    for shape in shapes {
        let dims: Vec<Dim> = shape.iter().map(|size| vec![rule.factor(*size)]).collect();
        rule.operands.push(dims.clone());
        rule.results.push(dims);
    }
    rule
}

/// The rule of an operation; none if it is computed whole.
pub fn rule(operation: Operation) -> Option<Rule> {
    let op = OpView::from_operation(operation)?;
    if !op.operand_types().into_iter().chain(op.result_types()).all(is_plain) {
        return None;
    }
    match op.op() {
        Op::StablehloBroadcastInDim => shape::broadcast_in_dim(&op),
        Op::StablehloConcatenate => shape::along_others(&op, &[op.integer("dimension").ok()?]),
        Op::StablehloConstant | Op::StablehloIota => shape::source(&op),
        Op::StablehloOptimizationBarrier => shape::barrier(&op),
        Op::StablehloPad => shape::pad(&op),
        Op::StablehloReshape => shape::reshape(&op),
        Op::StablehloReverse => shape::along_others(&op, &op.integers("dimensions").ok()?),
        Op::StablehloSlice | Op::StablehloDynamicSlice => shape::slice(&op),
        Op::StablehloSort => shape::sort(&op),
        Op::StablehloTranspose => shape::transpose(&op),
        Op::ChloTopK => shape::top_k(&op),
        Op::StablehloConvolution => contraction::convolution(&op),
        Op::StablehloDotGeneral => contraction::dot_general(&op),
        Op::StablehloCholesky => contraction::batched(&op, 2),
        Op::StablehloFft => contraction::batched(&op, op.integers("fft_length").ok()?.len()),
        Op::StablehloDynamicUpdateSlice => indexing::dynamic_update_slice(&op),
        Op::StablehloGather => indexing::gather(&op),
        Op::StablehloScatter => indexing::scatter(&op),
        Op::StablehloReduce => reduction::reduce(&op),
        Op::StablehloReduceWindow => reduction::reduce_window(&op),
        Op::StablehloMap => shape::elementwise(&op),
        Op::StablehloCustomCall if is_placement(operation) => shape::elementwise(&op),
        other if is_elementwise(other) => shape::elementwise(&op),
        _ => None,
    }
}

/// Whether a type is a tensor of static shape that any part of can be taken.
fn is_plain(ty: ir::Type) -> bool {
    let plain = |element| ir::is_integer(element) || ir::is_float(element);
    ir::Shaped::of(ty).is_some_and(|shaped| {
        let element = ir::is_complex(shaped.element).unwrap_or(shaped.element);
        shaped.is_static() && plain(element)
    })
}

/// Whether each element of the result is computed of the operands' at the same place.
fn is_elementwise(op: Op) -> bool {
    verify::is_elementwise(op) || matches!(op, Op::ChloIsInf | Op::ChloIsNegInf | Op::ChloIsPosInf)
}
