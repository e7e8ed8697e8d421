// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Copies of memory by the threads of a block.
//!
//! The operations of a block have static shapes, except the copy of a tile's result: the last block
//! may store fewer elements than other blocks. Such a copy is between views of memrefs of static
//! shape, which bound its size. Threads past the actual size copy nothing. The copy accesses those
//! memrefs and not the views, because later passes do not support views in the code of a block.

use super::loops::{on_threads, only_if};
use hloom_ir::linalg::slices::{Offset, offsets_and_sizes};
use hloom_ir::linalg::structured::Structured;
use hloom_ir::{self as ir, Builder, Op, Shaped, Value};
use melior::ir::{AffineMap, TypeLike, ValueLike};

/// A copy from one memref to another, such as a `memref.copy`.
pub struct MemoryCopy<'a> {
    source: Part<'a>,
    target: Part<'a>,
}

/// The source or target of a copy: a memref of static shape, or a view of one. The sizes of the
/// view may be computed at run time.
struct Part<'a> {
    memory: Value<'a>,
    offsets: Vec<Offset<'a>>,
    sizes: Vec<Offset<'a>>,
}

impl<'a> MemoryCopy<'a> {
    /// Describes a copy. Returns `None` if a size is computed at run time and has no known bound.
    pub fn new(source: Value<'a>, target: Value<'a>) -> Option<Self> {
        Some(Self { source: Part::of(source)?, target: Part::of(target)? })
    }

    /// Returns the copy that a `memref.copy` performs, or a `linalg.generic` that copies memory
    /// whose size is computed at run time. Returns `None` for other operations.
    pub fn of(op: Op<'a>) -> Option<Self> {
        let operands = ir::operands(op);
        if ir::op_name(op) == "memref.copy" {
            return Self::new(operands[0], operands[1]);
        }
        let generic = Structured::of(op)?;
        let body = generic.body()?;
        let is_dynamic =
            |value: &Value| Shaped::of(value.r#type()).is_some_and(|shape| !shape.is_static());
        let is_copy = operands.len() == 2
            && operands.iter().any(is_dynamic)
            && generic.inputs == 1
            && generic.is_layout_only()
            && generic.maps.iter().all(AffineMap::is_identity)
            && ir::operands(ir::ops(body).pop()?) == ir::args(body)[..1];
        if is_copy { Self::new(operands[0], operands[1]) } else { None }
    }

    /// Emits a loop over threads, in which each thread copies one element.
    pub fn emit(&self, builder: Builder<'a>) {
        let most = self.source.most().into_iter().zip(self.target.most());
        let mut most: Vec<_> = most.map(|(one, other)| one.min(other)).collect();
        let rank = most.len();
        if most.is_empty() {
            // A loop has at least one dimension.
            most.push(1);
        }
        on_threads(builder, &most, |at, variables| {
            let indices = &variables[..rank];
            let is_inside = |(index, size): (&Value<'a>, &Offset<'a>)| match size {
                Offset::Static(_) => None,
                Offset::Dynamic(size) => Some(at.cmpi("ult", *index, *size)),
            };
            let conditions = indices.iter().zip(&self.source.sizes).filter_map(is_inside);
            let condition = conditions.reduce(|one, other| at.binary("arith.andi", one, other));
            only_if(at, condition, |at| {
                let element = ir::element_of(self.source.memory.r#type());
                let value = at.simple("memref.load", &self.source.place(at, indices), element);
                let stored = [&[value], &self.target.place(at, indices)[..]].concat();
                at.op("memref.store").operands(&stored).build();
            });
        });
    }
}

impl<'a> Part<'a> {
    /// Describes the memref `memory`. Returns `None` if one of its sizes is computed at run time,
    /// unless it is a view of a memref of static shape.
    fn of(memory: Value<'a>) -> Option<Self> {
        let shaped = Shaped::of(memory.r#type()).filter(|_| memory.r#type().is_mem_ref())?;
        if shaped.is_static() {
            let offsets = vec![Offset::Static(0); shaped.rank()];
            return Some(Self { memory, offsets, sizes: Offset::constants(&shaped.shape) });
        }
        let view = ir::defining_op(memory)?;
        let (offsets, sizes) = offsets_and_sizes(view)?;
        let whole = ir::operands(view)[0];
        let is_static = Shaped::of(whole.r#type())?.is_static();
        (is_static && sizes.len() == shaped.rank()).then_some(Self {
            memory: whole,
            offsets,
            sizes,
        })
    }

    /// Returns the maximum size of each dimension of the copied part.
    fn most(&self) -> Vec<i64> {
        let most = |(size, most): (&Offset<'a>, i64)| match size {
            Offset::Static(size) => *size,
            Offset::Dynamic(_) => most,
        };
        self.sizes.iter().zip(ir::shape_of(self.memory)).map(most).collect()
    }

    /// Emits the operands for a load or store of an element: the memref of static shape, and the
    /// indices in it. `indices` are the indices of the element in the view.
    fn place(&self, at: Builder<'a>, indices: &[Value<'a>]) -> Vec<Value<'a>> {
        let index = |(index, offset): (&Value<'a>, &Offset<'a>)| match offset {
            Offset::Static(0) => *index,
            Offset::Static(offset) => at.binary("arith.addi", *index, at.index(*offset)),
            Offset::Dynamic(offset) => at.binary("arith.addi", *index, *offset),
        };
        let indices = indices.iter().zip(&self.offsets).map(index);
        std::iter::once(self.memory).chain(indices).collect()
    }
}
