// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Finds and applies overwrites, in which an operation computes a result in the memory of a tensor
//! that it reads.
//!
//! An overwrite is correct if each element of the result depends only on the same element, or the
//! same slice, of the tensor, and if the tensor is not read afterwards. This module checks the
//! first condition; the pass [`reuse_operands`](crate::reuse_operands) checks the second.

use hloom_ir::linalg::structured::Structured;
use hloom_ir::{self as ir, Builder, Context, Forall, Op, Shaped, Value};
use melior::ir::ValueLike;
use melior::ir::operation::OperationLike;

/// A result that can be computed in the memory of a tensor if the tensor is not read afterwards.
pub enum Overwrite<'a> {
    /// An elementwise operation whose result at index `number` can overwrite its input at index
    /// `input`.
    Whole { generic: Structured<'a>, number: usize, input: usize },
    /// An `scf.forall` whose result at index `number` can overwrite a tensor. Each task reads the
    /// slice `read` of the tensor and writes the slice `written` of the result. Both slices cover
    /// the same elements, which no other task writes.
    Parts { nest: Op<'a>, number: usize, written: Op<'a>, read: Op<'a> },
}

impl<'a> Overwrite<'a> {
    /// Returns the possible overwrites of an operation. They include overwrites whose output
    /// operand is already the tensor; in all other cases, the output operand must be a
    /// `tensor.empty`.
    pub fn all(op: Op<'a>) -> Vec<Self> {
        match Structured::of(op) {
            Some(generic) => Self::of_generic(op, &generic),
            None if ir::op_name(op) == "scf.forall" => Self::of_loop(op),
            None => Vec::new(),
        }
    }

    fn of_generic(op: Op<'a>, generic: &Structured<'a>) -> Vec<Self> {
        let operands = ir::operands(op);
        if !generic.is_elementwise() {
            return Vec::new();
        }
        let may = |(number, input): &(usize, usize)| {
            let output = operands[generic.inputs + number];
            generic.maps[*input] == generic.maps[generic.inputs + number]
                && operands[*input].r#type() == output.r#type()
                && (operands[*input] == output || is_empty(output))
        };
        let whole =
            |(number, input)| Some(Self::Whole { generic: Structured::of(op)?, number, input });
        let numbers = 0..operands.len() - generic.inputs;
        let pairs =
            numbers.flat_map(|number| (0..generic.inputs).map(move |input| (number, input)));
        pairs.filter(may).filter_map(whole).collect()
    }

    fn of_loop(nest: Op<'a>) -> Vec<Self> {
        let block = ir::regions(nest).into_iter().flat_map(ir::blocks).next();
        let (operands, arguments) = (ir::operands(nest), block.map(ir::args).unwrap_or_default());
        let results = ir::results(nest).len();
        let outputs = operands[operands.len() - results..].iter();
        let shared = arguments[arguments.len() - results..].iter();
        let mut found = Vec::new();
        for (number, (output, shared)) in outputs.zip(shared).enumerate() {
            let part = written_part(nest, *shared).filter(|_| is_empty(*output));
            let Some((written, writer, result)) = part else { continue };
            let may = |read: &Op<'a>| {
                let whole = ir::operands(*read)[0];
                let is_other =
                    |(user, _): (Op<'a>, usize)| user == *read || !ir::is_inside(user, nest);
                whole.r#type() == output.r#type() && ir::uses(whole).into_iter().all(is_other)
            };
            let reads = parts_read(written, &writer, result).into_iter().filter(may);
            found.extend(reads.map(|read| Self::Parts { nest, number, written, read }));
        }
        found
    }

    /// Returns the index of the operation's result that overwrites the tensor.
    pub fn number(&self) -> usize {
        match self {
            Self::Whole { number, .. } | Self::Parts { number, .. } => *number,
        }
    }

    /// Returns the tensor that the result can overwrite.
    pub fn tensor(&self) -> Value<'a> {
        match self {
            Self::Whole { generic, input, .. } => ir::operands(generic.op)[*input],
            Self::Parts { read, .. } => ir::operands(*read)[0],
        }
    }

    /// Returns true if the tensor to overwrite is already the output operand of the operation.
    pub fn is_there_already(&self) -> bool {
        match self {
            Self::Whole { generic, number, input } => {
                let operands = ir::operands(generic.op);
                operands[*input] == operands[generic.inputs + number]
            }
            Self::Parts { .. } => false,
        }
    }

    /// Rewrites the operation so that its result overwrites the tensor. Returns the rewritten
    /// operation.
    pub fn apply(self, context: &'a Context) -> Op<'a> {
        match self {
            Self::Whole { generic, number, input } => reuse(context, &generic, number, input),
            Self::Parts { nest, number, written, read } => {
                let (operand, whole) = (ir::operands(nest).len(), ir::operands(read)[0]);
                ir::move_before(written, read);
                ir::replace(read, ir::results(written));
                ir::set_operand(nest, operand - ir::results(nest).len() + number, whole);
                nest
            }
        }
    }
}

fn is_empty(value: Value) -> bool {
    ir::defining_op(value).is_some_and(|op| ir::op_name(op) == "tensor.empty")
}

/// Returns the slice of the shared output `shared` of `nest` that a task computes elementwise and
/// no other task writes. Also returns the operation that computes this slice, and the number of the
/// operation's result.
fn written_part<'a>(nest: Op<'a>, shared: Value<'a>) -> Option<(Op<'a>, Structured<'a>, usize)> {
    let [(one, _), (other, _)] = ir::uses(shared)[..] else { return None };
    let (part, insert) =
        if ir::op_name(one) == "tensor.extract_slice" { (one, other) } else { (other, one) };
    if ir::op_name(insert) != "tensor.parallel_insert_slice" || !is_same_part(part, 1, insert, 2) {
        return None;
    }
    let [(user, operand)] = ir::uses(ir::results(part)[0])[..] else { return None };
    let writer = Structured::of(user)?;
    let number = operand.checked_sub(writer.inputs)?;
    let writes = ir::operands(insert)[0] == *ir::results(user).get(number)?;
    (writes && writer.is_elementwise() && is_tasks_own(nest, part))
        .then_some((part, writer, number))
}

/// Returns the inputs of `writer` that are slices of other tensors at the same position as `part`,
/// and that `writer` is the last operation to read. `part` is the destination of result `number` of
/// `writer`.
fn parts_read<'a>(part: Op<'a>, writer: &Structured<'a>, number: usize) -> Vec<Op<'a>> {
    let has_map = |operand: usize| writer.maps[operand] == writer.maps[writer.inputs + number];
    let read = |input: &Value<'a>| {
        let has_type = |_: &Op<'a>| input.r#type() == ir::results(part)[0].r#type();
        let read = ir::defining_op(*input).filter(has_type)?;
        let is_before = |(user, operand): (Op<'a>, usize)| {
            (user == writer.op && has_map(operand))
                || (user.block() == writer.op.block() && user.is_before_in_block(writer.op))
        };
        let reads_part = is_same_part(read, 1, part, 1);
        (reads_part && ir::uses(*input).into_iter().all(is_before)).then_some(read)
    };
    ir::operands(writer.op)[..writer.inputs].iter().filter_map(read).collect()
}

/// Returns true if any two iterations of the parallel loop `nest` have disjoint slices `part`.
fn is_tasks_own<'a>(nest: Op<'a>, part: Op<'a>) -> bool {
    let array = |name: &str| part.attribute(name).ok().and_then(ir::i64_array).unwrap_or_default();
    let (offsets, sizes) = (array("static_offsets"), array("static_sizes"));
    let is_dense = array("static_strides").iter().all(|stride| *stride == 1);
    let mut given = ir::operands(part).into_iter().skip(1);
    let offset = |offset| if offset == Shaped::DYNAMIC { given.next() } else { None };
    let offsets: Vec<_> = offsets.into_iter().map(offset).collect();
    let block = ir::regions(nest).into_iter().flat_map(ir::blocks).next();
    let variables = block.map(ir::args).unwrap_or_default();
    let forall = Forall::of(nest).filter(|_| is_dense && !sizes.contains(&Shaped::DYNAMIC));
    forall.is_some_and(|forall| forall.has_disjoint_parts(&variables, &offsets, &sizes))
}

/// Returns true if two slices have the same offsets, sizes and strides. Their dynamic values are
/// the operands of `one` starting at number `from`, and the operands of `other` starting at number
/// `other_from`.
fn is_same_part<'a>(one: Op<'a>, from: usize, other: Op<'a>, other_from: usize) -> bool {
    let same = |name: &str| one.attribute(name).ok() == other.attribute(name).ok();
    ir::op_name(one) == "tensor.extract_slice"
        && ["static_offsets", "static_sizes", "static_strides"].into_iter().all(same)
        && ir::operands(one)[from..] == ir::operands(other)[other_from..]
}

fn reuse<'a>(
    context: &'a Context,
    generic: &Structured<'a>,
    number: usize,
    input: usize,
) -> Op<'a> {
    let op = generic.op;
    let mut operands = ir::operands(op);
    let reused = operands.remove(input);
    let inputs = generic.inputs - 1;
    let outputs = operands.len() - inputs;
    operands[inputs + number] = reused;
    let mut maps: Vec<_> = generic.maps.iter().map(|map| ir::affine_map_attr(*map)).collect();
    maps.remove(input);
    let Some(body) = generic.body() else { return op };
    let arguments = ir::args(body);
    ir::replace_all_uses(arguments[input], arguments[generic.inputs + number]);
    ir::erase_argument(body, input);
    let results: Vec<_> = ir::results(op).iter().map(|result| result.r#type()).collect();
    let new = Builder::before(context, op)
        .op("linalg.generic")
        .operands(&operands)
        .attr("indexing_maps", ir::array_attr(context, &maps))
        .attr("iterator_types", ir::iterator_types(context, &generic.parallel))
        .segments(&[inputs as i32, outputs as i32])
        .results(&results)
        .region(ir::take_region(op, 0))
        .build();
    ir::replace(op, ir::results(new));
    new
}
