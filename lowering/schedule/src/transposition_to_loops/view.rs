// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Recognizes transpositions, and describes them by strides.

use crate::contraction_to_loops::plan::Memory;
use hloom_ir::facts;
use hloom_ir::linalg::structured::Structured;
use hloom_ir::{self as ir, Op, Shaped, Type, Value};
use melior::ir::block::BlockArgument;
use melior::ir::operation::OperationLike;
use melior::ir::r#type::MemRefType;
use melior::ir::{BlockLike, ValueLike};

/// The minimum length of a row and of a column, in elements. For shorter rows and columns, shuffles
/// have little benefit.
const LEAST: i64 = 8;

/// A loop of a transposition.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Dim {
    /// The number of iterations of the loop.
    pub extent: i64,
    /// The stride of the loop in the input, in elements.
    pub input: i64,
    /// The stride of the loop in the output, in elements.
    pub output: i64,
}

/// A transposition of memrefs.
pub struct Transposition<'a> {
    op: Op<'a>,
    /// The loop along which the output is contiguous.
    pub row: Dim,
    /// The loop along which the input is contiguous.
    pub column: Dim,
    /// The loops except `row` and `column`, by decreasing stride in the output.
    pub outer: Vec<Dim>,
    /// The memory of the input.
    pub input: Memory<'a>,
    /// The memory of the output.
    pub output: Memory<'a>,
    /// The element type of the input and the output.
    pub element: Type<'a>,
}

/// Returns true for an operation on tensors that [`Transposition::of`] accepts once its operands
/// are dense memrefs.
///
/// Returns false if the input or a use of the result is a slice with strides other than 1. The
/// memref of such a slice may not be dense in the dimension that vectors follow.
pub fn is_transposition<'a>(generic: &Structured<'a>) -> bool {
    let strides = |value: Value<'a>| {
        let shape = Shaped::of(value.r#type()).filter(Shaped::is_static)?.shape;
        let mut stride = 1i64;
        let mut strides: Vec<_> = shape
            .iter()
            .rev()
            .map(|size| {
                let own = stride;
                stride = stride.saturating_mul(*size);
                own
            })
            .collect();
        strides.reverse();
        Some(strides)
    };
    let of_slice = ir::operands(generic.op).first().copied().and_then(ir::defining_op);
    let users = ir::results(generic.op).into_iter().flat_map(ir::uses).map(|(user, _)| user);
    of_slice.into_iter().chain(users).all(|op| !has_steps(op)) && loops(generic, strides).is_some()
}

/// Returns true for an operation with the attribute `static_strides`, such as a slice, if a stride
/// is dynamic or other than 1.
fn has_steps(op: Op) -> bool {
    let steps = op.attribute("static_strides").ok().and_then(ir::i64_array);
    steps.is_some_and(|steps| steps.iter().any(|step| *step != 1))
}

impl<'a> Transposition<'a> {
    /// Reads a linalg operation. Returns `None` unless it copies between memrefs with static shapes
    /// and strides such that rows become columns, and vector code is profitable.
    pub fn of(op: Op<'a>) -> Option<Self> {
        let generic = Structured::of(op).filter(|_| ir::results(op).is_empty())?;
        let strides = |value: Value| {
            let memref = MemRefType::try_from(value.r#type()).ok()?;
            Shaped::of(value.r#type()).filter(Shaped::is_static)?;
            let (strides, _) = memref.strides_and_offset();
            let known = strides.iter().all(|stride| *stride >= 0);
            (known && memref.memory_space().is_none()).then_some(strides)
        };
        let Loops { row, column, outer } = loops(&generic, strides)?;
        let dims = || outer.iter().chain([&row, &column]);
        let memory = |value: Value<'a>, stride: fn(&Dim) -> i64| {
            let offset =
                MemRefType::try_from(value.r#type()).map_or(0, |ty| ty.strides_and_offset().1);
            let steps = dims().map(|dim| (dim.extent - 1).saturating_mul(stride(dim)));
            Memory {
                value,
                offset: (offset != Shaped::DYNAMIC).then_some(offset),
                first: 0,
                span: steps.fold(1, i64::saturating_add),
            }
        };
        let operands = ir::operands(op);
        let [input, output] = operands[..] else { return None };
        let (from, to) = (memory(input, |dim| dim.input), memory(output, |dim| dim.output));
        let element = ir::element_of(input.r#type());
        Some(Self { op, row, column, outer, input: from, output: to, element })
    }

    /// Returns the number of bits of an element of the input and the output.
    pub fn bits(&self) -> i64 {
        i64::from(ir::element_width(self.element))
    }

    /// Returns the number of bytes that the transposition writes.
    pub fn output_bytes(&self) -> i64 {
        let extents = self.outer.iter().map(|dim| dim.extent);
        let extents = extents.chain([self.row.extent, self.column.extent]);
        extents.fold(self.bits() / 8, i64::saturating_mul)
    }

    /// Returns true if the offset of every row of the output is known to be a multiple of
    /// `elements` elements.
    pub fn is_aligned_to(&self, elements: i64) -> bool {
        let strides = self.outer.iter().chain([&self.column]).map(|dim| dim.output);
        self.output.offset == Some(0) && { strides }.all(|stride| stride % elements == 0)
    }

    /// Returns true if the output is a result of the program that no other operation accesses.
    pub fn writes_unread_result(&self) -> bool {
        let mut value = self.output.value;
        while let Some(op) = ir::defining_op(value) {
            if !ir::is_view(op) {
                return false;
            }
            value = ir::operands(op)[0];
        }
        let Ok(argument) = BlockArgument::try_from(value) else { return false };
        let Some(function) = argument.owner().parent_operation() else { return false };
        let Some(inputs) = ir::integer(function, facts::INPUTS) else { return false };
        // The last argument is the arena.
        let arguments = argument.owner().argument_count() as i64;
        let number = argument.argument_number() as i64;
        (inputs..arguments - 1).contains(&number) && self.alone_uses(value)
    }

    fn alone_uses(&self, value: Value<'a>) -> bool {
        ir::uses(value).into_iter().all(|(user, _)| {
            user == self.op
                || (ir::is_view(user)
                    && ir::results(user).into_iter().all(|view| self.alone_uses(view)))
        })
    }
}

/// The loops of a transposition: those of a row and of a column of the output, and the outer loops.
struct Loops {
    row: Dim,
    column: Dim,
    outer: Vec<Dim>,
}

/// Returns the loops of an operation. `strides` returns the strides of an operand. Returns `None`
/// if the operation is not a transposition for which vector code is profitable.
fn loops<'a>(
    generic: &Structured<'a>,
    strides: impl Fn(Value<'a>) -> Option<Vec<i64>>,
) -> Option<Loops> {
    let [input, output] = ir::operands(generic.op)[..] else { return None };
    let element = ir::element_of(output.r#type());
    let has_vectors = (ir::is_integer(element) || ir::is_float(element))
        && matches!(ir::element_width(element), 8 | 16 | 32 | 64);
    if !has_vectors || !generic.is_layout_only() || !generic.reads(0) || generic.reads_outputs() {
        return None;
    }
    let rank = generic.parallel.len();
    let shape = Shaped::of(output.r#type()).filter(Shaped::is_static)?.shape;
    let [from, to] = [ir::projected_dims(&generic.maps[0])?, ir::projected_dims(&generic.maps[1])?];
    if to.len() != rank || shape.contains(&0) {
        return None;
    }
    let mut dims = vec![Dim { extent: 0, input: 0, output: 0 }; rank];
    for ((dim, size), stride) in to.iter().zip(&shape).zip(strides(output)?) {
        (dims[*dim].extent, dims[*dim].output) = (*size, stride);
    }
    for (dim, stride) in from.iter().zip(strides(input)?) {
        dims[*dim].input = stride;
    }
    dims.retain(|dim| dim.extent > 1);
    dims.sort_by_key(|dim| std::cmp::Reverse(dim.output));
    merge(&mut dims);
    let position = |stride: fn(&Dim) -> i64| dims.iter().position(|dim| stride(dim) == 1);
    let (row, column) = (position(|dim| dim.output)?, position(|dim| dim.input)?);
    let (row, column) = (dims[row], dims[column]);
    dims.retain(|dim| *dim != row && *dim != column);
    let is_worth = row.input > 1 && column.output > 1 && row.extent.min(column.extent) >= LEAST;
    is_worth.then_some(Loops { row, column, outer: dims })
}

/// Merges adjacent loops that are equivalent to a single loop in both operands.
fn merge(dims: &mut Vec<Dim>) {
    let mut at = 1;
    while at < dims.len() {
        let (outer, inner) = (dims[at - 1], dims[at]);
        let continues = |outer: i64, stride: i64| Some(outer) == stride.checked_mul(inner.extent);
        if continues(outer.input, inner.input) && continues(outer.output, inner.output) {
            dims[at - 1] = Dim { extent: outer.extent * inner.extent, ..inner };
            dims.remove(at);
        } else {
            at += 1;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn loops_that_continue_each_other_merge() {
        let dim = |extent, input, output| Dim { extent, input, output };
        // NHWC to NCHW: height and width are one loop.
        let mut dims = vec![dim(2, 60, 60), dim(5, 1, 12), dim(3, 20, 4), dim(4, 5, 1)];
        merge(&mut dims);
        assert_eq!(dims, [dim(2, 60, 60), dim(5, 1, 12), dim(12, 5, 1)]);
        // Rows with padding between them are not.
        let mut padded = vec![dim(3, 24, 4), dim(4, 5, 1)];
        merge(&mut padded);
        assert_eq!(padded.len(), 2);
    }
}
