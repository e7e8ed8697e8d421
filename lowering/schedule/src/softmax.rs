// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! The operations of attention, `softmax(scores) * values`, along the keys.
//!
//! They are `m = max x`, `e = exp(x - m)`, `s = sum e`, `p = e / s` and a product with `p`, where
//! `x` is a function of the scores, such as a mask. If `x` is divided into blocks of keys, each
//! operation has a tile for each block. The pass [`tile_and_fuse`](crate::tile_and_fuse) computes
//! the blocks in sequence.
//!
//! Fusion has copied cheap functions of the scores into both the maximum and the exponential. The
//! maximum must be the maximum of the exponents; otherwise, the results for infinite and large
//! scores would differ from the original program.

use crate::tile_dependence::has_monotone_maps;
use hloom_ir::facts::is_scheduled;
use hloom_ir::linalg::code_size::expanded;
use hloom_ir::linalg::combiner::Combiner;
use hloom_ir::linalg::structured::Structured;
use hloom_ir::{self as ir, Op, Type, Value};
use melior::ir::attribute::FloatAttribute;
use melior::ir::operation::OperationLike;
use melior::ir::{TypeLike, ValueLike};
use std::collections::HashSet;

/// The loop of the last product that a dimension follows; `None` for a dimension of size 1, and for
/// a dimension that does not follow a loop.
pub type Axis = Option<usize>;

/// An operation of attention, whose loops are related to the loops of the last product.
pub struct Stage<'a> {
    /// The structured operation, which has one result.
    pub generic: Structured<'a>,
    /// The number of iterations of each loop of the operation.
    pub extents: Vec<i64>,
    /// For each loop of the operation, the loop of the last product whose tiles determine the tiles of
    /// this loop.
    pub axes: Vec<Axis>,
}

/// The operations of attention: a softmax between two products.
pub struct Softmax<'a> {
    /// The operation that computes the maxima of the exponents.
    pub maxima: Stage<'a>,
    /// The operation that computes the exponentials, and the number of its input with the maxima.
    pub exponentials: (Stage<'a>, usize),
    /// The operation that sums the exponentials, its only input.
    pub sums: Stage<'a>,
    /// The operation that computes the quotients, and the numbers of its inputs with the
    /// exponentials and their sums.
    pub weights: (Stage<'a>, [usize; 2]),
    /// The operation that computes the last product, and the number of its input with the weights.
    pub product: (Stage<'a>, usize),
    /// The operations that compute scores and masks: one contraction, and elementwise operations.
    pub scores: Vec<Stage<'a>>,
    /// The number of the loop over the keys among the loops of the last product.
    pub keys: usize,
    /// The element type of maxima, exponentials, sums and results.
    pub element: Type<'a>,
    /// The number of keys that a GPU thread block handles at a time.
    pub block: i64,
}

impl<'a> Softmax<'a> {
    /// Reads the operations of attention whose last product is `product`, with the weights as input
    /// number `input`. Returns `None` if the operations do not have this form, or if computing in blocks
    /// of keys would change the results.
    pub fn of(product: Structured<'a>, input: usize) -> Option<Self> {
        let product = Stage::last(product)?;
        let mut summed = (0..product.axes.len()).filter(|dim| !product.generic.parallel[*dim]);
        let keys = summed.find(|dim| product.axes[*dim].is_some())?;
        let weights = product.producer(input)?;
        let quotient = quotient(&weights.generic)?;
        let (exponentials, mut sums) =
            (weights.producer(quotient[0])?, weights.producer(quotient[1])?);
        let (maximum, exponent) = exponent(&exponentials.generic)?;
        let mut maxima = exponentials.producer(maximum)?;
        let maximized = maximized(&maxima.generic)?;
        let [product_op, weights_op, sums_op, exponentials_op] =
            [&product, &weights, &sums, &exponentials].map(|stage| stage.generic.op);
        let is_softmax = is_sum(&sums.generic)
            && ir::operands(sums_op)[..1] == ir::results(exponentials_op)
            && sums.follow(0, &exponentials.result_axes()?)
            && Comparison::of(&exponentials, &mut maxima).are_same(exponent, maximized)
            && weights.is_used_by(&[product_op])
            && sums.is_used_by(&[weights_op])
            && exponentials.is_used_by(&[sums_op, weights_op])
            && maxima.is_used_by(&[exponentials_op]);
        let is_open = Combiner::of(&product.generic).is_some()
            && product.begins_with(0.0)
            && sums.begins_with(0.0)
            && maxima.begins_with(f64::NEG_INFINITY);
        let along_keys = |stage: &Stage<'a>| stage.reduces(&[keys]);
        let are_along_keys = [&product, &sums, &maxima].into_iter().all(along_keys)
            && weights.reduces(&[])
            && exponentials.reduces(&[]);
        let element = product.result_element()?;
        let has_type = |stage: &Stage<'a>| stage.result_element() == Some(element);
        let are_same_floats = (element.is_f32() || element.is_f64())
            && [&exponentials, &sums, &maxima].into_iter().all(has_type);
        if !is_softmax || !is_open || !are_along_keys || !are_same_floats {
            return None;
        }
        let scores = scores(&exponentials, &maxima, keys);
        if !scores.iter().any(|stage| stage.generic.is_contraction()) {
            return None;
        }
        Some(Self {
            maxima,
            exponentials: (exponentials, maximum),
            sums,
            weights: (weights, quotient),
            product: (product, input),
            scores,
            keys,
            element,
            block: 0,
        })
    }

    /// Returns the operations of the attention except the last product.
    pub fn members(&self) -> impl Iterator<Item = Op<'a>> {
        let [exponentials, weights] = [&self.exponentials.0, &self.weights.0];
        let stages = [&self.maxima, exponentials, &self.sums, weights].into_iter();
        stages.chain(&self.scores).map(|stage| stage.generic.op)
    }

    /// Returns the estimated code size of the operations before the last product, after math expansion.
    pub fn code_size(&self) -> usize {
        let generics = self.members().filter_map(Structured::of);
        generics.map(|generic| expanded(generic.body_ops())).sum()
    }

    /// Returns the total number of keys of the attention.
    pub fn key_count(&self) -> i64 {
        self.product.0.extents[self.keys]
    }

    /// Returns the size in bytes of the memory that a tile needs. `sizes` contains the number of
    /// iterations in the tile of each loop of the last product; for the loop over the keys, it is the
    /// number of keys in a block.
    pub fn bytes(&self, sizes: &[i64]) -> i64 {
        let mut rest = sizes.to_vec();
        rest[self.keys] = self.key_count() % sizes[self.keys];
        // The values up to a block of keys, and the result.
        let kept = [(&self.maxima, 1), (&self.sums, 1), (&self.product.0, 2)];
        let kept = kept.map(|(stage, count)| stage.result_bytes(sizes).saturating_mul(count));
        let blocks = [sizes, &rest[..]].map(|sizes| self.block_bytes(sizes));
        kept.into_iter().chain(blocks).fold(0, i64::saturating_add)
    }

    /// Returns the size in bytes of the memory that a block of keys needs in addition to the
    /// accumulated values.
    fn block_bytes(&self, sizes: &[i64]) -> i64 {
        if sizes[self.keys] == 0 {
            return 0;
        }
        let [exponentials, weights] = [&self.exponentials.0, &self.weights.0];
        let tiles = [exponentials, weights].into_iter().chain(&self.scores);
        // The values of the block, factors, and one more.
        let rows = [(&self.maxima, 3), (&self.sums, 4)];
        let all = tiles.map(|stage| (stage, 1)).chain(rows);
        all.map(|(stage, count)| stage.result_bytes(sizes).saturating_mul(count))
            .fold(0, i64::saturating_add)
    }
}

impl<'a> Stage<'a> {
    /// Creates the stage of the last product, each of whose loops follows itself.
    fn last(generic: Structured<'a>) -> Option<Self> {
        let extents = generic.extents()?;
        let axis = |(dim, extent): (usize, &i64)| (*extent != 1).then_some(dim);
        let axes = extents.iter().enumerate().map(axis).collect();
        Some(Self { generic, extents, axes })
    }

    /// Reads the operation that computes an operand, if it is in the same block, has one result and can be
    /// tiled.
    fn producer(&self, operand: usize) -> Option<Self> {
        let op = ir::defining_op(ir::operands(self.generic.op)[operand])?;
        let generic = Structured::of(op).filter(has_monotone_maps)?;
        let has_one_result = generic.maps.len() == generic.inputs + 1;
        if !has_one_result || op.block() != self.generic.op.block() || is_scheduled(op) {
            return None;
        }
        let (extents, result) = (generic.extents()?, self.axes_of(operand)?);
        let mut axes = vec![None; extents.len()];
        for (dim, axis) in
            ir::projected_dims(&generic.maps[generic.inputs])?.into_iter().zip(result)
        {
            axes[dim] = axis.filter(|_| extents[dim] != 1);
        }
        Some(Self { generic, extents, axes })
    }

    /// Returns the loops of the last product that the dimensions of an operand follow. Returns
    /// `None` if an index is not a loop, unless the dimension has size 1.
    pub fn axes_of(&self, operand: usize) -> Option<Vec<Axis>> {
        let map = &self.generic.maps[operand];
        let shape = ir::shape_of(ir::operands(self.generic.op)[operand]);
        let axis = |(index, size): (usize, &i64)| match ir::dim_position(map.result(index).ok()?) {
            Some(dim) => Some(self.axes[dim]),
            None => (*size == 1).then_some(None),
        };
        shape.iter().enumerate().map(axis).collect()
    }

    /// Returns, for each dimension of the result, the loop of the last product that the dimension
    /// follows.
    pub fn result_axes(&self) -> Option<Vec<Axis>> {
        self.axes_of(self.generic.inputs)
    }

    /// Makes the loops that index an operand follow the axes of its dimensions, unless they already
    /// follow an axis. Returns false if a loop already follows a different axis.
    fn follow(&mut self, operand: usize, axes: &[Axis]) -> bool {
        let map = &self.generic.maps[operand];
        let dim = |index: usize| map.result(index).ok().and_then(ir::dim_position);
        let dims: Vec<_> = (0..axes.len()).map(dim).collect();
        dims.into_iter().zip(axes).all(|(dim, axis)| match dim {
            Some(dim) => self.follow_loop(dim, *axis),
            None => axis.is_none(),
        })
    }

    /// Makes loop `dim` follow an axis, unless it already follows one. Returns false if the loop already
    /// follows a different axis.
    fn follow_loop(&mut self, dim: usize, axis: Axis) -> bool {
        if self.extents[dim] == 1 {
            return axis.is_none();
        }
        if self.axes[dim].is_none() {
            self.axes[dim] = axis;
        }
        axis.is_some() && self.axes[dim] == axis
    }

    /// Returns true if each loop with more than one iteration follows an axis, and exactly the loops
    /// that follow an axis in `summed` are reduction loops.
    fn reduces(&self, summed: &[usize]) -> bool {
        (0..self.axes.len()).all(|dim| match self.axes[dim] {
            Some(axis) => self.generic.parallel[dim] != summed.contains(&axis),
            None => self.extents[dim] == 1,
        })
    }

    /// Returns true if all users of the result are among `users`, which lists an operation once for
    /// each use.
    fn is_used_by(&self, users: &[Op<'a>]) -> bool {
        let mut uses = ir::results(self.generic.op).into_iter().flat_map(ir::uses);
        let mut others = users.to_vec();
        uses.all(|(user, _)| {
            let position = others.iter().position(|other| *other == user);
            position.map(|position| others.remove(position)).is_some()
        })
    }

    /// Returns true if the output of the operation is filled with `number`.
    fn begins_with(&self, number: f64) -> bool {
        let output = ir::operands(self.generic.op)[self.generic.inputs];
        let fill = ir::defining_op(output).filter(|op| ir::op_name(*op) == "linalg.fill");
        let constant = fill.and_then(|fill| ir::defining_op(ir::operands(fill)[0]));
        let value = constant.and_then(|constant| constant.attribute("value").ok());
        let value = value.and_then(|value| FloatAttribute::try_from(value).ok());
        value.is_some_and(|value| value.value() == number)
    }

    /// Returns the element type of the operation's result.
    fn result_element(&self) -> Option<Type<'a>> {
        let result = *ir::results(self.generic.op).first()?;
        Some(ir::element_of(result.r#type()))
    }

    /// Returns the shape of the operation's result for a tile. `sizes` contains the number of iterations
    /// in the tile of each loop of the last product.
    pub fn result_shape(&self, sizes: &[i64]) -> Vec<i64> {
        let dims = ir::projected_dims(&self.generic.maps[self.generic.inputs]);
        let size = |dim: usize| self.axes[dim].map_or(self.extents[dim], |axis| sizes[axis]);
        dims.unwrap_or_default().into_iter().map(size).collect()
    }

    /// Returns the size in bytes of the operation's result for a tile, including padding for
    /// alignment.
    fn result_bytes(&self, sizes: &[i64]) -> i64 {
        let width = self.result_element().map_or(64, ir::element_width);
        let elements = self.result_shape(sizes).into_iter().fold(1, i64::saturating_mul);
        // Each result is aligned.
        elements.saturating_mul(i64::from(width.div_ceil(8))).saturating_add(15)
    }
}

/// Returns the value that a body with one result yields.
fn yielded<'a>(generic: &Structured<'a>) -> Option<Value<'a>> {
    let [value] = ir::operands(ir::ops(generic.body()?).pop()?)[..] else { return None };
    Some(value)
}

/// Returns the operation that computes a value if it has the given name, and `None` otherwise.
fn computed_by<'a>(value: Value<'a>, name: &str) -> Option<Op<'a>> {
    ir::defining_op(value).filter(|op| ir::op_name(*op) == name)
}

/// Returns the number of the input whose element is `value`, if `value` is an argument of the body.
fn input<'a>(generic: &Structured<'a>, value: Value<'a>) -> Option<usize> {
    let arguments = generic.body().map(ir::args)?;
    arguments[..generic.inputs].iter().position(|argument| *argument == value)
}

/// Returns the numbers of the inputs that are the dividend and the divisor of an elementwise
/// quotient. The quotient may be rounded to a smaller type.
fn quotient(generic: &Structured) -> Option<[usize; 2]> {
    let value = yielded(generic)?;
    let rounded = computed_by(value, "arith.truncf");
    let value = rounded.map_or(value, |op| ir::operands(op)[0]);
    let operands = ir::operands(computed_by(value, "arith.divf")?);
    let inputs = [input(generic, operands[0])?, input(generic, operands[1])?];
    let ops = 1 + usize::from(rounded.is_some());
    let is_quotient = generic.inputs == 2 && generic.body_ops().len() == ops;
    (is_quotient && inputs[0] != inputs[1]).then_some(inputs)
}

/// Returns the number of the input that an elementwise exponential subtracts from its exponent, and the
/// exponent, which does not depend on that input.
fn exponent<'a>(generic: &Structured<'a>) -> Option<(usize, Value<'a>)> {
    let exponential = computed_by(yielded(generic)?, "math.exp")?;
    let difference = computed_by(ir::operands(exponential)[0], "arith.subf")?;
    let [exponent, maximum] = ir::operands(difference)[..] else { return None };
    let is_only_use = |value: Value| ir::uses(value).len() == 1;
    let is_exponential = is_only_use(maximum) && is_only_use(ir::results(difference)[0]);
    let number = input(generic, maximum)?;
    (is_exponential && !generic.reads_outputs()).then_some((number, exponent))
}

/// Returns true if the operation sums its only input, in any order.
fn is_sum(generic: &Structured) -> bool {
    let sum = yielded(generic).and_then(|value| computed_by(value, "arith.addf"));
    sum.is_some()
        && generic.inputs == 1
        && generic.body_ops().len() == 1
        && Combiner::of(generic).is_some()
}

/// Returns the value in the body of a reduction whose maximum the reduction computes. Returns `None` for
/// other operations.
fn maximized<'a>(generic: &Structured<'a>) -> Option<Value<'a>> {
    Combiner::of(generic)?;
    let maximum = computed_by(yielded(generic)?, "arith.maximumf")?;
    let old = *ir::args(generic.body()?).get(generic.inputs)?;
    ir::operands(maximum).into_iter().find(|operand| *operand != old)
}

/// A comparison of computations in the bodies of two operations.
struct Comparison<'s, 'a> {
    one: &'s Stage<'a>,
    /// The unassigned loops of this operation will follow the loops of `one`, so that both read the
    /// same elements.
    other: &'s mut Stage<'a>,
    /// Pairs of addresses of values, one from each stage, that are known to be equal.
    known: HashSet<[usize; 2]>,
}

impl<'s, 'a> Comparison<'s, 'a> {
    fn of(one: &'s Stage<'a>, other: &'s mut Stage<'a>) -> Self {
        Self { one, other, known: HashSet::new() }
    }

    /// Returns true if `value` in the body of `one` and `other` in the body of the other operation are
    /// computed in the same way from the same elements.
    fn are_same(&mut self, value: Value<'a>, other: Value<'a>) -> bool {
        let key = [value, other].map(ir::value_address);
        // A value from outside is the same in both.
        let are_same = value == other || self.known.contains(&key) || self.are_equal(value, other);
        if are_same {
            self.known.insert(key);
        }
        are_same
    }

    fn are_equal(&mut self, value: Value<'a>, other: Value<'a>) -> bool {
        let inputs = (input(&self.one.generic, value), input(&self.other.generic, other));
        if let (Some(number), Some(second)) = inputs {
            let is_same_tensor = ir::operands(self.one.generic.op)[number]
                == ir::operands(self.other.generic.op)[second];
            let axes = self.one.axes_of(number);
            return is_same_tensor && axes.is_some_and(|axes| self.other.follow(second, &axes));
        }
        let (Some(op), Some(second)) = (ir::defining_op(value), ir::defining_op(other)) else {
            return false;
        };
        let are_inside =
            op.block() == self.one.generic.body() && second.block() == self.other.generic.body();
        let are_constants = [op, second].iter().all(|op| ir::op_name(*op) == "arith.constant");
        let (values, others) = (ir::operands(op), ir::operands(second));
        let are_alike = ir::op_name(op) == ir::op_name(second)
            && (are_inside || are_constants)
            && ir::results(op).len() == 1
            && ir::regions(op).is_empty()
            && values.len() == others.len();
        if !are_alike {
            return false;
        }
        if ir::op_name(op) == "linalg.index" {
            let dim = |op: Op<'a>| ir::integer(op, "dim").and_then(|dim| usize::try_from(dim).ok());
            let (Some(dim), Some(second)) = (dim(op), dim(second)) else { return false };
            return self.other.follow_loop(second, self.one.axes[dim]);
        }
        op.attributes().eq(second.attributes())
            && values.into_iter().zip(others).all(|(value, other)| self.are_same(value, other))
    }
}

/// Returns the operations that compute the operands of the exponentials and maxima, if computing
/// them for each block of keys is profitable: a contraction for all rows and keys, and elementwise
/// operations along the keys.
fn scores<'a>(exponentials: &Stage<'a>, maxima: &Stage<'a>, keys: usize) -> Vec<Stage<'a>> {
    let mut found = Vec::new();
    while let Some(stage) = next_score(exponentials, maxima, &found, keys) {
        found.push(stage);
    }
    found
}

/// Returns an operation of attention that computes scores or masks and is not yet in `found`, if there
/// is one.
fn next_score<'a>(
    exponentials: &Stage<'a>,
    maxima: &Stage<'a>,
    found: &[Stage<'a>],
    keys: usize,
) -> Option<Stage<'a>> {
    let users: Vec<_> = [exponentials, maxima].into_iter().chain(found).collect();
    let has_contraction = found.iter().any(|stage| stage.generic.is_contraction());
    let is_new = |stage: &Stage<'a>| users.iter().all(|user| user.generic.op != stage.generic.op);
    let has_all_axes = |stage: &Stage<'a>| {
        let axes = stage.result_axes().unwrap_or_default();
        exponentials.axes.iter().flatten().all(|axis| axes.contains(&Some(*axis)))
    };
    // All users must have the same tiles.
    let is_used_here = |stage: &Stage<'a>| {
        let axes = stage.result_axes();
        let mut uses = ir::results(stage.generic.op).into_iter().flat_map(ir::uses);
        uses.all(|(op, operand)| {
            let user = users.iter().find(|user| user.generic.op == op);
            axes.is_some() && user.is_some_and(|user| user.axes_of(operand) == axes)
        })
    };
    let is_accepted = |stage: &Stage<'a>| {
        let is_worthwhile = if stage.generic.is_contraction() {
            !has_contraction && has_all_axes(stage)
        } else {
            stage.reduces(&[]) && stage.axes.contains(&Some(keys))
        };
        is_worthwhile && is_new(stage) && is_used_here(stage)
    };
    let inputs = |user: &&Stage<'a>| -> Vec<Stage<'a>> {
        (0..user.generic.inputs).filter_map(|operand| user.producer(operand)).collect()
    };
    users.iter().flat_map(inputs).find(is_accepted)
}
