// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Factors of operations, and the splits of factors that follow from the shardings of tensors.
//!
//! A factor is a loop of the computation of an operation. Each dimension of an operand or a result
//! consists of factors, so a split of the dimension determines splits of its factors.

use crate::partition::halo::Window;
use crate::partition::sharding::Sharding;
use crate::partition::split::Split;
use hloom_dialects::op_view::OpView;
use hloom_ir as ir;

/// The numbers of the factors of a tensor dimension, major to minor.
pub type Dim = Vec<usize>;

/// A sharding rule: the factors of the dimensions of an operation's operands and results.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Rule {
    /// The factors of each dimension of each operand.
    pub operands: Vec<Vec<Dim>>,
    /// The factors of each dimension of each result.
    pub results: Vec<Vec<Dim>>,
    /// The number of iterations of each factor.
    pub sizes: Vec<i64>,
    /// The operation that combines the partial results of devices if a factor that does not occur
    /// in a result is split; `None` if such a factor cannot be split.
    pub combine: Option<&'static str>,
    /// The factors along which shardings propagate, although the operation needs the dimension as a
    /// whole, in ascending order.
    pub whole: Vec<usize>,
    /// Pairs of a factor and the maximum number of tiles into which it may be split.
    pub most: Vec<(usize, usize)>,
    /// Whether each tensor has its own loop nest, so that factors of several tensors may have the
    /// same split.
    pub is_independent: bool,
}

/// The purpose for which [`Rule::choose`] chooses splits.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Purpose {
    /// To propagate shardings through the operation.
    Propagate,
    /// To compute the operation on shards.
    Compute,
}

/// For each factor of a sharding rule, its split; `None` for a factor without a split.
pub type Factors = Vec<Option<Split>>;

impl Rule {
    /// Returns a rule with the ranks of the operands and results, and without factors.
    pub(super) fn of(op: &OpView) -> Self {
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

    /// Adds a factor of the given size, and returns its number.
    pub(super) fn factor(&mut self, size: i64) -> usize {
        self.sizes.push(size);
        self.sizes.len() - 1
    }

    /// Adds a factor of the given size that is the only factor of the given dimensions. `operands`
    /// and `results` are pairs of the number of an operand or result and a dimension of it.
    pub(super) fn link(
        &mut self,
        size: i64,
        operands: &[(usize, usize)],
        results: &[(usize, usize)],
    ) {
        let factor = self.factor(size);
        for (operand, dim) in operands {
            self.operands[*operand][*dim] = vec![factor];
        }
        for (result, dim) in results {
            self.results[*result][*dim] = vec![factor];
        }
    }

    /// Adds a factor as [`link`](Self::link) does. Shardings propagate along this factor, although
    /// the operation needs its dimensions as a whole.
    pub(super) fn link_whole(
        &mut self,
        size: i64,
        operands: &[(usize, usize)],
        results: &[(usize, usize)],
    ) {
        self.whole.push(self.sizes.len());
        self.link(size, operands, results);
    }

    /// Adds a factor for a dimension of a sliding window of `operands` operands and `results`
    /// results.
    pub(super) fn link_window(&mut self, window: &Window, [operands, results]: [usize; 2]) {
        self.most.push((self.sizes.len(), window.most));
        let operands: Vec<_> = (0..operands).map(|operand| (operand, window.operand)).collect();
        let results: Vec<_> = (0..results).map(|result| (result, window.result)).collect();
        self.link(window.size, &operands, &results);
    }

    /// Returns true if the operation needs a dimension with these factors as a whole.
    pub fn needs_whole(&self, dim: &Dim) -> bool {
        dim.iter().all(|factor| self.whole.contains(factor))
    }

    /// Returns true if the factor does not occur in a result.
    fn is_reduced(&self, factor: usize) -> bool {
        !self.results.iter().flatten().any(|dim| dim.contains(&factor))
    }

    /// Returns the split factors that do not occur in a result.
    pub fn reduced(&self, factors: &[Option<Split>]) -> Vec<usize> {
        let split = |factor: &usize| factors[*factor].as_ref().is_some_and(|it| !it.is_whole());
        (0..self.sizes.len()).filter(|factor| self.is_reduced(*factor)).filter(split).collect()
    }

    /// Chooses the splits of the factors, preserving the given splits of tensors if possible.
    ///
    /// `given` contains the factors and the splits of the dimensions of each tensor, in order of
    /// descending priority. The first tensor that splits a factor determines its split, if this
    /// split is compatible with the splits that were already chosen.
    pub fn choose<'s>(
        &self,
        given: impl IntoIterator<Item = (&'s Vec<Dim>, &'s [Option<Split>])>,
        purpose: Purpose,
        devices: usize,
    ) -> Factors {
        let mut factors: Factors = vec![None; self.sizes.len()];
        for (dims, splits) in given {
            for (dim, split) in dims.iter().zip(splits) {
                let Some(split) = split else { continue };
                for (factor, part) in self.peel(dim, split) {
                    let taken = factors[factor].is_some();
                    let reduced = self.is_reduced(factor) && self.combine.is_none();
                    let whole = purpose == Purpose::Compute && self.whole.contains(&factor);
                    if taken || reduced || whole || part.is_whole() {
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

    /// Returns variants of `factors` in which factors of the results are also split by `splits`.
    /// Each variant begins with another factor, and gives each split to the next factor that it
    /// divides.
    pub fn with_splits(&self, factors: &Factors, splits: &[Split], devices: usize) -> Vec<Factors> {
        let may_split = |factor: &usize| !self.is_reduced(*factor) && !self.whole.contains(factor);
        let mut order: Vec<_> = (0..self.sizes.len()).filter(may_split).collect();
        let mut variants = Vec::new();
        for _ in 0..order.len() {
            let mut all = factors.clone();
            for split in splits {
                let finer = order.iter().find_map(|factor| {
                    let mut factors = all.clone();
                    factors[*factor] = match &factors[*factor] {
                        Some(major) => Some(major.then(split)?),
                        None => Some(split.clone()),
                    };
                    self.is_possible(&factors, devices).then_some(factors)
                });
                all = finer.unwrap_or(all);
            }
            variants.push(all);
            order.rotate_left(1);
        }
        variants
    }

    /// Divides the split of a dimension into splits of its factors, major to minor.
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

    /// Returns true if the splits divide every dimension into equal contiguous tiles and every tile
    /// has the same number of devices.
    fn is_possible(&self, factors: &[Option<Split>], devices: usize) -> bool {
        let tensors = || self.operands.iter().chain(&self.results);
        let is_balanced = if self.is_independent {
            tensors().all(|dims| {
                let splits = dims.iter().flatten().filter_map(|factor| factors[*factor].as_ref());
                Split::product(devices, splits).is_some()
            })
        } else {
            Split::product(devices, factors.iter().flatten()).is_some()
        };
        let is_small = |(factor, most): &(usize, usize)| {
            factors[*factor].as_ref().is_none_or(|split| split.tiles() <= *most)
        };
        is_balanced
            && self.most.iter().all(is_small)
            && tensors().flatten().all(|dim| {
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

    /// Returns the sharding of a tensor whose dimensions `dims` consist of factors with the splits
    /// `factors`.
    pub fn sharding(dims: &[Dim], factors: &[Option<Split>], devices: usize) -> Sharding {
        let dim = |dim: &Dim| {
            let splits = dim.iter().filter_map(|factor| factors[*factor].as_ref());
            Split::product(devices, splits).unwrap_or_else(|| Split::whole(devices))
        };
        Sharding { dims: dims.iter().map(dim).collect() }
    }
}

/// Returns the sharding rule of an operation whose results have the shapes and shardings of its
/// operands.
pub fn identity(shapes: &[Vec<i64>]) -> Rule {
    let mut rule = Rule { is_independent: true, ..Rule::default() };
    for shape in shapes {
        let dims: Vec<Dim> = shape.iter().map(|size| vec![rule.factor(*size)]).collect();
        rule.operands.push(dims.clone());
        rule.results.push(dims);
    }
    rule
}
