// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Simplification rules that replace deprecated operations by newer ones: `broadcast`, `dot`,
//! `einsum`, `unary_einsum`, `torch_index_select`.

use crate::build::{Hlo, element_of};
use crate::elements::Format;
use crate::simplify::matching::{Match, list, one};
use crate::simplify::rule::Rule;
use hloom_dialects::op::Op as Kind;
use hloom_ir::attributes;
use hloom_ir::{self as ir, Value};

pub const RULES: &[(Kind, Rule)] = &[
    (Kind::StablehloBroadcast, broadcast),
    (Kind::StablehloDot, dot),
    (Kind::StablehloEinsum, einsum),
    (Kind::StablehloUnaryEinsum, unary_einsum),
    (Kind::StablehloTorchIndexSelect, torch_index_select),
];

/// `broadcast(x, sizes)` = `broadcast_in_dim(x)` along the last dimensions
fn broadcast<'a>(found: &Match<'a>) -> Option<Vec<Value<'a>>> {
    let first = list(found.op, "broadcast_sizes")?.len();
    let dims: Vec<_> = (first..found.shape.len()).map(|dim| dim as i64).collect();
    one(found.hlo.broadcast(found.operand(0)?, &dims, &found.shape))
}

/// `dot(x, y)` = `dot_general(x, y)` over the last dimension of x and the first of y
fn dot<'a>(found: &Match<'a>) -> Option<Vec<Value<'a>>> {
    let (x, y) = found.pair()?;
    let last = (ir::shape_of(x).len() as i64).checked_sub(1).filter(|last| *last >= 0)?;
    let precision = found.attribute("precision_config");
    one(found.hlo.dot_general((x, y), (&[], &[]), (&[last], &[0]), precision, found.ty))
}

/// An operand of an einsum, with a letter for each dimension.
#[derive(Clone)]
struct Labeled<'a> {
    value: Value<'a>,
    labels: Vec<char>,
}

impl<'a> Labeled<'a> {
    /// Labels the dimensions of `value`. Returns `None` for repeated letters (diagonals), for
    /// ellipses, and if the number of letters differs from the rank.
    fn new(value: Value<'a>, labels: &str) -> Option<Self> {
        let labels: Vec<_> = labels.chars().filter(|letter| !letter.is_whitespace()).collect();
        let once = labels.iter().enumerate().all(|(at, letter)| !labels[..at].contains(letter));
        let fits = labels.len() == ir::shape_of(value).len();
        (once && fits && labels.iter().all(|letter| letter.is_ascii_alphabetic()))
            .then_some(Self { value, labels })
    }

    /// Sums over the dimensions whose letters are not in `kept`.
    fn sum(self, hlo: Hlo<'a>, kept: &[char]) -> Option<Self> {
        let (labels, gone): (Vec<_>, Vec<_>) =
            self.labels.iter().copied().partition(|letter| kept.contains(letter));
        if gone.is_empty() {
            return Some(self);
        }
        let element = element_of(self.value);
        let scalar = ir::tensor(&[], element);
        if Format::of(element).is_none() && ir::is_complex(element).is_none() {
            return None;
        }
        let zero = hlo.zeros(scalar);
        let dims: Vec<_> = self.positions(&gone);
        Some(Self { value: hlo.reduce(self.value, zero, &dims, "add"), labels })
    }

    fn positions(&self, letters: &[char]) -> Vec<i64> {
        letters
            .iter()
            .filter_map(|letter| self.labels.iter().position(|own| own == letter))
            .map(|dim| dim as i64)
            .collect()
    }

    /// Transposes the dimensions to the order of `labels`. Returns `None` if `labels` does not
    /// consist of the same letters.
    fn arrange(self, hlo: Hlo<'a>, labels: &[char]) -> Option<Value<'a>> {
        let permutation = self.positions(labels);
        (permutation.len() == self.labels.len() && labels.len() == self.labels.len())
            .then(|| hlo.transpose(self.value, &permutation))
    }
}

fn letters(text: &str) -> Vec<char> {
    text.chars().filter(|letter| !letter.is_whitespace()).collect()
}

/// `einsum("ab,bc->ac", x, y)` = `transpose(dot_general(sum(x), sum(y)))`. Letters in both operands
/// and in the result are batch dimensions. Letters in both operands but not in the result are
/// contracted. Letters in only one operand and not in the result are summed.
fn einsum<'a>(found: &Match<'a>) -> Option<Vec<Value<'a>>> {
    let config = ir::text(found.op, "einsum_config")?;
    let (inputs, output) = config.split_once("->")?;
    let (left, right) = inputs.split_once(',')?;
    let (x, y) = found.pair()?;
    let output = letters(output);
    let (x, y) = (Labeled::new(x, left)?, Labeled::new(y, right)?);
    let all = |own: &Labeled<'a>| [&own.labels[..], &output].concat();
    let (in_x, in_y) = (all(&x), all(&y));
    if !output.iter().all(|letter| x.labels.contains(letter) || y.labels.contains(letter)) {
        return None;
    }
    let x = x.sum(found.hlo, &in_y)?;
    let y = y.sum(found.hlo, &in_x)?;
    let both = |letter: &&char| y.labels.contains(letter);
    let shared: Vec<_> = x.labels.iter().filter(both).copied().collect();
    let (batches, contracted): (Vec<_>, Vec<_>) =
        shared.iter().copied().partition(|letter| output.contains(letter));
    let free = |own: &Labeled<'a>| -> Vec<char> {
        own.labels.iter().copied().filter(|letter| !shared.contains(letter)).collect()
    };
    let labels = [batches.clone(), free(&x), free(&y)].concat();
    let size = |letter: &char| {
        let own = if x.labels.contains(letter) { &x } else { &y };
        Some(ir::shape_of(own.value)[own.labels.iter().position(|other| other == letter)?])
    };
    let shape: Vec<_> = labels.iter().map(size).collect::<Option<_>>()?;
    let ty = ir::tensor(&shape, ir::Shaped::of(found.ty)?.element);
    let product = found.hlo.dot_general(
        (x.value, y.value),
        (&x.positions(&batches), &y.positions(&batches)),
        (&x.positions(&contracted), &y.positions(&contracted)),
        found.attribute("precision_config"),
        ty,
    );
    one(Labeled { value: product, labels }.arrange(found.hlo, &output)?)
}

/// `unary_einsum("ab->a", x)` = `transpose(sum(x))`
fn unary_einsum<'a>(found: &Match<'a>) -> Option<Vec<Value<'a>>> {
    let config = ir::text(found.op, "einsum_config")?;
    let (input, output) = config.split_once("->")?;
    let output = letters(output);
    let x = Labeled::new(found.operand(0)?, input)?;
    if !output.iter().all(|letter| x.labels.contains(letter)) {
        return None;
    }
    one(x.sum(found.hlo, &output)?.arrange(found.hlo, &output)?)
}

/// `torch_index_select(x, index)` = `gather(x, index)` of whole slices along `dim`
fn torch_index_select<'a>(found: &Match<'a>) -> Option<Vec<Value<'a>>> {
    let (x, index) = found.pair()?;
    let (sizes, index_rank) = (ir::shape_of(x), ir::shape_of(index).len() as i64);
    let along = attributes::integer(found.op, "dim").ok()?;
    let batches = attributes::integer(found.op, "batch_dims").ok()?;
    let rank = sizes.len() as i64;
    let along = if along < 0 { along + rank } else { along };
    let batches = if batches < 0 { batches + index_rank } else { batches };
    if batches > along || along >= rank || batches < 0 {
        return None;
    }
    // The result has the batch dimensions, then those of the operand. The dimensions of the
    // index replace the selected one.
    let inner = index_rank - batches;
    let offsets: Vec<_> = (batches..along).chain(along + inner..rank - 1 + inner).collect();
    let batching: Vec<_> = (0..batches).collect();
    let slices: Vec<_> = (0..rank)
        .map(|dim| if dim < batches || dim == along { 1 } else { sizes[dim as usize] })
        .collect();
    let context = found.hlo.at.context();
    let mut fields = vec![
        format!("offset_dims = {offsets:?}"),
        format!("collapsed_slice_dims = [{along}]"),
        format!("start_index_map = [{along}]"),
        format!("index_vector_dim = {index_rank}"),
    ];
    if batches > 0 {
        fields.push(format!("operand_batching_dims = {batching:?}"));
        fields.push(format!("start_indices_batching_dims = {batching:?}"));
    }
    let numbers = format!("#stablehlo.gather<{}>", fields.join(", "));
    let gather = found
        .hlo
        .at
        .op("stablehlo.gather")
        .operands(&[x, index])
        .attr("dimension_numbers", ir::parse_attribute(context, &numbers))
        .attr("slice_sizes", ir::dense_i64_attr(context, &slices))
        .attr("indices_are_sorted", ir::bool_attr(context, false))
        .result(found.ty);
    one(gather.value())
}
