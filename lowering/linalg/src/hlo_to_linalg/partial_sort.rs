// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Lowers a `sort` of which only the first elements of each row are used, such as a top-k.
//!
//! The first `keep` elements can be found without sorting the whole row. Each row has a buffer of
//! candidates, which is initially filled with the first elements of the row. When the buffer is
//! full, it is sorted, and all candidates except the first `keep` are dropped. A later element
//! becomes a candidate if it precedes the last of these `keep` candidates. Elements are visited in
//! order, and the sort of the buffer is stable, so that equal elements stay in order.
//!
//! Few elements of a row become candidates unless the row is in reverse order: about `keep *
//! ln(size / keep)` if the elements are in random order. Each other element costs one comparison. A
//! branch-free loop, which LLVM vectorizes, compares blocks of elements.

use super::loops::{self, Built};
use super::sort_row::sort_row;
use super::{Emitter, scalars};
use hloom_dialects::op::Op as HloOp;
use hloom_ir::attributes;
use hloom_ir::linalg::slices::{Offset, extract_slice};
use hloom_ir::pass::Failure;
use hloom_ir::{self as ir, Block, Builder, Op, Shaped, Type, Value};
use melior::ir::ValueLike;

/// The number of elements in a block of a row. A branch-free loop compares all elements of a block
/// with the last kept candidate.
const BLOCK: i64 = 64;

/// The smallest ratio of the size of a row to the size of the buffer of candidates, before
/// [`Sizes::of`] enlarges the buffer.
const LEAST_RATIO: i64 = 4;

/// The numbers of elements in the rows and buffers of a partial sort.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Sizes {
    /// Number of elements in a row.
    row: i64,
    /// Number of elements of each sorted row that the program uses.
    keep: i64,
    /// Number of elements in the buffer of candidates of a row.
    buffer: i64,
}

impl Sizes {
    /// Returns the sizes for rows with `row` elements, of which `keep` are used. Returns `None` if
    /// no element is used, or if the row is too short for a partial sort.
    fn of(row: i64, keep: i64) -> Option<Self> {
        let buffer = keep.checked_mul(2)?.max(keep + BLOCK);
        if keep < 1 || buffer.checked_mul(LEAST_RATIO)? > row {
            return None;
        }
        // The elements after the first buffer are a whole number of blocks.
        Some(Self { row, keep, buffer: buffer + (row - buffer) % BLOCK })
    }

    /// Returns the sizes for the `sort` operation `op` along `dim`. Returns `None` if its results
    /// have uses other than slices of the first elements, or if [`Self::of`] returns `None`.
    pub fn of_sort(op: Op, dim: usize) -> Option<Self> {
        let mut keep = 0;
        for result in ir::results(op) {
            for (user, _) in ir::uses(result) {
                keep = keep.max(end_of_slice(user, dim)?);
            }
        }
        Self::of(*Shaped::of(ir::operands(op)[0].r#type())?.shape.get(dim)?, keep)
    }
}

/// Returns true if `operand` of a sort along `dim` is an integer iota along `dim`: each of its
/// elements is its own position in its row.
pub fn is_iota(operand: Value, dim: usize) -> bool {
    let element = ir::element_of(operand.r#type());
    ir::is_integer(element)
        && ir::defining_op(operand).is_some_and(|op| {
            ir::hlo_op(op) == Some(HloOp::StablehloIota)
                && attributes::integer(op, "iota_dimension").ok() == i64::try_from(dim).ok()
        })
}

/// Returns the limit index along `dim` of a `slice` that begins at the first element and has stride
/// 1 along `dim`. Returns `None` for other operations.
fn end_of_slice(op: Op, dim: usize) -> Option<i64> {
    let is_slice = ir::hlo_op(op) == Some(HloOp::StablehloSlice);
    let along = |name| attributes::integers(op, name).ok()?.get(dim).copied();
    (is_slice && along("start_indices")? == 0 && along("strides")? == 1)
        .then(|| along("limit_indices"))?
}

/// Emits the sort of `operands`, which are tensors with contiguous rows, by `comparator`. Returns
/// tensors with the first elements of each sorted row. `iotas` states which operands contain the
/// position of each element in its row; these operands are not read.
///
/// # Errors
/// Fails if the comparator is not scalar arithmetic.
pub fn emit<'a>(
    emitter: &Emitter<'a>,
    builder: Builder<'a>,
    comparator: Block<'a>,
    operands: &[Value<'a>],
    iotas: &[bool],
    sizes: Sizes,
) -> Built<'a> {
    let shape = Shaped::of(operands[0].r#type()).map(|shaped| shaped.shape).unwrap_or_default();
    let dim = shape.len() - 1;
    let with_rows_of = |size: i64, element| {
        let mut shape = shape.clone();
        shape[dim] = size;
        ir::tensor(&shape, element)
    };
    let elements: Vec<_> = operands.iter().map(|value| ir::element_of(value.r#type())).collect();
    let buffers: Vec<_> = [0, 1]
        .into_iter()
        .flat_map(|_| &elements)
        .map(|element| loops::buffer(builder, with_rows_of(sizes.buffer, *element)))
        .collect();
    let sorted = loops::rows(builder, &buffers, dim, |builder, place, buffers| {
        let mut offsets: Vec<_> = place.iter().map(|at| Offset::Dynamic(*at)).collect();
        offsets.push(Offset::Static(0));
        let ones = vec![1; shape.len()];
        let mut extents = ones.clone();
        extents[dim] = sizes.row;
        let row = |index: usize| {
            let element = elements[index];
            if iotas[index] {
                return Elements::Positions(element);
            }
            let ty = ir::tensor(&[sizes.row], element);
            let row = extract_slice(builder, operands[index], &offsets, &extents, &ones, ty);
            Elements::Tensor(row)
        };
        let elements = (0..operands.len()).map(row).collect();
        Row { emitter, comparator, sizes, elements }.sort(builder, buffers)
    })?;
    let zeros = Offset::constants(&vec![0; shape.len()]);
    let ones = vec![1; shape.len()];
    let mut kept = shape.clone();
    kept[dim] = sizes.keep;
    let first = |(sorted, element): (&Value<'a>, _)| {
        let ty = with_rows_of(sizes.keep, element);
        extract_slice(builder, *sorted, &zeros, &kept, &ones, ty)
    };
    Ok(sorted.iter().zip(elements.iter().copied()).map(first).collect())
}

/// The emission of the partial sort of one row.
struct Row<'e, 'a> {
    emitter: &'e Emitter<'a>,
    comparator: Block<'a>,
    sizes: Sizes,
    /// For each operand of the sort, the elements of the row.
    elements: Vec<Elements<'a>>,
}

/// The elements of one operand of the sort, in the current row.
enum Elements<'a> {
    /// The row of the operand, extracted as a rank-1 tensor.
    Tensor(Value<'a>),
    /// The operand is an iota: each element is its position in the row, as an integer of this type.
    Positions(Type<'a>),
}

impl<'a> Elements<'a> {
    fn read(&self, builder: Builder<'a>, at: Value<'a>) -> Value<'a> {
        match self {
            Self::Tensor(row) => loops::read(builder, *row, &[at]),
            Self::Positions(ty) => builder.simple("arith.index_cast", &[at], *ty),
        }
    }
}

impl<'a> Row<'_, 'a> {
    /// Sorts the row. `buffers` contains the buffers of candidates, followed by the scratch buffers
    /// of the sort. Returns all buffers; the buffers of candidates contain the sorted candidates.
    fn sort(&self, builder: Builder<'a>, buffers: &[Value<'a>]) -> Built<'a> {
        let Sizes { row, buffer, .. } = self.sizes;
        let count = self.elements.len();
        let mut carried = loops::counted(builder, buffer, buffers, |builder, at, buffers| {
            let mut next = self.put(builder, at, at, &buffers[..count]);
            next.extend(&buffers[count..]);
            Ok(next)
        })?;
        // The buffer is full, so that the first block sorts it.
        let full = builder.index(buffer);
        carried.push(full);
        // A last iteration after all blocks only sorts the candidates. A sort after the loop would
        // be a second copy of its code.
        let end = builder.index(row);
        let bounds = [full, builder.index(row + 1), builder.index(BLOCK)];
        let mut carried = loops::range(builder, bounds, &carried, |builder, begin, carried| {
            let carried = self.make_room(builder, begin, carried)?;
            let is_block = builder.cmpi("slt", begin, end);
            loops::guarded(builder, is_block, &carried, |builder| {
                let any = self.any_candidate(builder, begin, &carried)?;
                loops::guarded(builder, any, &carried, |builder| {
                    loops::counted(builder, BLOCK, &carried, |builder, offset, carried| {
                        self.visit(builder, builder.binary("arith.addi", begin, offset), carried)
                    })
                })
            })
        })?;
        carried.truncate(2 * count);
        Ok(carried)
    }

    /// If the buffer has no room for the block of the row that begins at `begin`, or if `begin` is
    /// the end of the row, sorts the candidates and drops all except the first `keep`.
    ///
    /// Dropped candidates stay in the buffer until they are overwritten. A later sort moves them
    /// after the kept candidates, so that they are dropped again.
    fn make_room(
        &self,
        builder: Builder<'a>,
        begin: Value<'a>,
        carried: &[Value<'a>],
    ) -> Built<'a> {
        let Sizes { row, keep, buffer } = self.sizes;
        let count = self.elements.len();
        let full = builder.cmpi("sgt", carried[2 * count], builder.index(buffer - BLOCK));
        let last = builder.cmpi("eq", begin, builder.index(row));
        let sorts = builder.binary("arith.ori", full, last);
        loops::guarded(builder, sorts, carried, |builder| {
            let buffers = &carried[..2 * count];
            let mut sorted = sort_row(self.emitter, builder, self.comparator, buffer, buffers)?;
            sorted.push(builder.index(keep));
            Ok(sorted)
        })
    }

    /// Emits an `i1` that is true if an element of the block that begins at `begin` precedes the
    /// last kept candidate.
    fn any_candidate(
        &self,
        builder: Builder<'a>,
        begin: Value<'a>,
        carried: &[Value<'a>],
    ) -> Result<Value<'a>, Failure<'a>> {
        let last = self.last_kept(builder, carried);
        let none = builder.int(0, ir::int(builder.context(), 1));
        let any = loops::counted(builder, BLOCK, &[none], |builder, offset, any| {
            let at = builder.binary("arith.addi", begin, offset);
            let candidate = self.goes_before(builder, at, &last)?;
            Ok(vec![builder.binary("arith.ori", any[0], candidate)])
        })?;
        Ok(any[0])
    }

    /// Makes element `at` of the row a candidate if it precedes the last kept candidate.
    fn visit(&self, builder: Builder<'a>, at: Value<'a>, carried: &[Value<'a>]) -> Built<'a> {
        let count = self.elements.len();
        let last = self.last_kept(builder, carried);
        let candidate = self.goes_before(builder, at, &last)?;
        loops::guarded(builder, candidate, carried, |builder| {
            let number = carried[2 * count];
            let mut next = self.put(builder, at, number, &carried[..count]);
            next.extend(&carried[count..2 * count]);
            next.push(builder.binary("arith.addi", number, builder.index(1)));
            Ok(next)
        })
    }

    /// Writes element `from` of the row to position `to` of the buffers of candidates.
    fn put(
        &self,
        builder: Builder<'a>,
        from: Value<'a>,
        to: Value<'a>,
        candidates: &[Value<'a>],
    ) -> Vec<Value<'a>> {
        let pairs = self.elements.iter().zip(candidates);
        pairs
            .map(|(row, candidates)| {
                let element = row.read(builder, from);
                loops::write(builder, element, *candidates, &[to])
            })
            .collect()
    }

    /// Reads the last kept candidate, which has an element for each operand.
    fn last_kept(&self, builder: Builder<'a>, carried: &[Value<'a>]) -> Vec<Value<'a>> {
        let last = builder.index(self.sizes.keep - 1);
        let candidates = &carried[..self.elements.len()];
        candidates.iter().map(|buffer| loops::read(builder, *buffer, &[last])).collect()
    }

    /// Emits the condition that element `at` of the row precedes `other`, which has an element for
    /// each operand.
    fn goes_before(
        &self,
        builder: Builder<'a>,
        at: Value<'a>,
        other: &[Value<'a>],
    ) -> Result<Value<'a>, Failure<'a>> {
        let pairs = self.elements.iter().zip(other);
        let arguments: Vec<_> =
            pairs.flat_map(|(row, other)| [row.read(builder, at), *other]).collect();
        Ok(scalars::body(self.emitter, builder, self.comparator, &arguments)?[0])
    }
}

#[cfg(test)]
mod tests {
    use super::Sizes;

    #[test]
    fn buffers_leave_whole_blocks() {
        assert_eq!(Sizes::of(1000, 5), Some(Sizes { row: 1000, keep: 5, buffer: 104 }));
        assert_eq!(Sizes::of(1 << 20, 100), Some(Sizes { row: 1 << 20, keep: 100, buffer: 256 }));
    }

    #[test]
    fn short_rows_are_sorted_whole() {
        assert_eq!(Sizes::of(275, 5), None);
        assert_eq!(Sizes::of(1000, 126), None);
        assert_eq!(Sizes::of(1000, 0), None);
        assert_eq!(Sizes::of(i64::MAX, i64::MAX / 2), None);
    }
}
