// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! A view of `linalg.generic`: its iteration space, maps and body.

use super::ffi::is_parallel;
use super::generic::linalg_index;
use crate::renaming::Renaming;
use crate::{self as ir, Block, Builder, Op, Shaped, Value};
use melior::ir::attribute::ArrayAttribute;
use melior::ir::operation::OperationLike;
use melior::ir::{AffineMap, ValueLike};

/// A view of a `linalg.generic`.
pub struct Structured<'a> {
    /// The `linalg.generic`.
    pub op: Op<'a>,
    /// For each iteration dimension, true for a parallel dimension and false for a reduction.
    pub parallel: Vec<bool>,
    /// The indexing maps, one for each operand, with inputs before outputs.
    pub maps: Vec<AffineMap<'a>>,
    /// The number of operands that are inputs.
    pub inputs: usize,
}

impl<'a> Structured<'a> {
    /// Reads `op`. Returns `None` if it is not a `linalg.generic`.
    pub fn of(op: Op<'a>) -> Option<Self> {
        if ir::op_name(op) != "linalg.generic" {
            return None;
        }
        let array = |name: &str| ArrayAttribute::try_from(op.attribute(name).ok()?).ok();
        let (iterators, maps) = (array("iterator_types")?, array("indexing_maps")?);
        let parallel = (0..iterators.len())
            .map(|index| Some(is_parallel(iterators.element(index).ok()?)))
            .collect::<Option<Vec<_>>>()?;
        let maps = (0..maps.len())
            .map(|index| ir::affine_map_of(maps.element(index).ok()?))
            .collect::<Option<Vec<_>>>()?;
        let outputs = ir::segment_size(op, 1)?;
        let inputs = op.operand_count().checked_sub(outputs)?;
        Some(Self { op, parallel, maps, inputs })
    }

    /// Returns the number of iterations in each dimension, computed from the shapes of the operands
    /// that the dimension indexes. Returns `None` if the shapes do not determine all numbers.
    pub fn extents(&self) -> Option<Vec<i64>> {
        let mut extents = vec![None; self.parallel.len()];
        for (operand, map) in ir::operands(self.op).into_iter().zip(&self.maps) {
            let Some(shaped) = Shaped::of(operand.r#type()) else { continue };
            for (index, size) in shaped.shape.iter().enumerate() {
                if let Some(dim) = map.result(index).ok().and_then(ir::dim_position) {
                    extents[dim] = Some(*size);
                }
            }
        }
        extents.into_iter().collect()
    }

    /// Returns true if every iteration dimension is parallel.
    pub fn is_elementwise(&self) -> bool {
        self.parallel.iter().all(|parallel| *parallel)
    }

    /// Returns true if the body uses old values of the outputs.
    pub fn reads_outputs(&self) -> bool {
        (self.inputs..self.maps.len()).any(|operand| self.reads(operand))
    }

    /// Returns true if the body uses the element of an operand.
    pub fn reads(&self, operand: usize) -> bool {
        let arguments = self.body().map(ir::args).unwrap_or_default();
        arguments.get(operand).is_some_and(|argument| ir::has_uses(*argument))
    }

    /// Returns the block of the body.
    pub fn body(&self) -> Option<Block<'a>> {
        ir::regions(self.op).into_iter().flat_map(ir::blocks).next()
    }

    /// Returns the operations of the body except the terminator.
    pub fn body_ops(&self) -> Vec<Op<'a>> {
        let mut ops = self.body().map(ir::ops).unwrap_or_default();
        ops.pop();
        ops
    }

    /// Clones the operations of the body, which have no regions, to the end of the builder's block,
    /// with `arguments` in place of the body's arguments. Returns the new elements of the outputs.
    pub fn clone_body(&self, builder: Builder<'a>, arguments: &[Value<'a>]) -> Vec<Value<'a>> {
        self.clone_body_to_loops(builder, arguments, linalg_index)
    }

    /// Clones the body like [`Self::clone_body`] to an operation with other loops. `counter` emits
    /// the index of a loop of this operation.
    pub fn clone_body_to_loops(
        &self,
        builder: Builder<'a>,
        arguments: &[Value<'a>],
        counter: impl Fn(Builder<'a>, i64) -> Value<'a>,
    ) -> Vec<Value<'a>> {
        let Some(body) = self.body() else { return Vec::new() };
        let mut renaming = Renaming::new(&ir::args(body), arguments);
        for op in self.body_ops() {
            match ir::integer(op, "dim").filter(|_| ir::op_name(op) == "linalg.index") {
                Some(dim) => {
                    let new = counter(builder.at(op.location()), dim);
                    renaming.add(ir::results(op)[0], new);
                }
                None => renaming.clone_op(builder, op),
            }
        }
        let terminator = ir::ops(body).pop();
        let results = terminator.map(ir::operands).unwrap_or_default();
        results.into_iter().map(|result| renaming.of(result)).collect()
    }

    /// Returns true if the body adds a product of two inputs to one output, as in matrix products
    /// and convolutions. The factors may be widened first.
    pub fn is_contraction(&self) -> bool {
        if self.is_elementwise() || self.inputs != 2 || self.maps.len() != 3 {
            return false;
        }
        let Some(body) = self.body() else { return false };
        let arguments = ir::args(body);
        let ops = self.body_ops();
        let Some(terminator) = ir::ops(body).pop() else { return false };
        let [sum] = ir::operands(terminator)[..] else { return false };
        let Some(add) = ir::defining_op(sum).filter(|op| is_add(ir::op_name(*op))) else {
            return false;
        };
        let widened = |value: Value<'a>| match ir::defining_op(value) {
            Some(op) if is_widening(ir::op_name(op)) => ir::operands(op)[0],
            _ => value,
        };
        let terms = ir::operands(add);
        let product = match (terms[0] == arguments[2], terms[1] == arguments[2]) {
            (true, false) => terms[1],
            (false, true) => terms[0],
            _ => return false,
        };
        let Some(multiply) = ir::defining_op(product).filter(|op| is_multiply(ir::op_name(*op)))
        else {
            return false;
        };
        let factors: Vec<_> = ir::operands(multiply).into_iter().map(widened).collect();
        let of_inputs = (factors[0] == arguments[0] && factors[1] == arguments[1])
            || (factors[0] == arguments[1] && factors[1] == arguments[0]);
        of_inputs
            && ops.iter().all(|op| {
                let name = ir::op_name(*op);
                is_add(name) || is_multiply(name) || is_widening(name)
            })
    }

    /// Returns true if the body has no operations and only forwards an element, as in a broadcast
    /// or transposition.
    pub fn is_layout_only(&self) -> bool {
        self.is_elementwise() && self.body_ops().is_empty()
    }
}

fn is_add(name: &str) -> bool {
    matches!(name, "arith.addf" | "arith.addi" | "arith.ori" | "complex.add")
}

fn is_multiply(name: &str) -> bool {
    matches!(name, "arith.mulf" | "arith.muli" | "arith.andi" | "complex.mul")
}

fn is_widening(name: &str) -> bool {
    matches!(name, "arith.extf" | "arith.extsi" | "arith.extui")
}
