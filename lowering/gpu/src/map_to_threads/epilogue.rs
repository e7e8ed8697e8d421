// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Elementwise operations that are applied to the result of a matrix product.
//!
//! The threads that compute the product apply such an operation to the sums in their registers. The
//! result of the product is then not stored, unless the operation stores its own results in the
//! same memory.

use super::loops::only_if;
use super::nest::Nest;
use crate::host::{is_transparent, root};
use hloom_ir::{self as ir, Builder, Op, Value};
use melior::ir::BlockLike;
use melior::ir::block::BlockArgument;
use melior::ir::operation::OperationLike;

/// An elementwise operation that is applied to the result of a matrix product.
pub struct Epilogue<'a> {
    pub nest: Nest<'a>,
    /// The numbers of the operands that are the result of the product.
    products: Vec<usize>,
    /// For each loop dimension of the operation, the position of this dimension among the indices
    /// of the product's result.
    indices: Vec<usize>,
}

impl<'a> Epilogue<'a> {
    /// Returns the elementwise operation after a product, if the product can include it. Returns
    /// `None` if another operation needs the result of the product, or if the operation overwrites
    /// memory that other thread blocks of the product still read.
    pub fn after(product: &Nest<'a>) -> Option<Self> {
        let op = product.generic.op;
        let following = std::iter::successors(op.next_in_block(), |op| op.next_in_block());
        let next: Op<'a> = following.into_iter().find(|op| !is_transparent(*op))?;
        let nest = Nest::of(next)?;
        let memory = *ir::operands(op).get(product.generic.inputs)?;
        let operands = ir::operands(next);
        let products: Vec<_> = (0..operands.len()).filter(|it| operands[*it] == memory).collect();
        let indices = indices_of(&nest, *products.first()?)?;
        let is_alike = |operand: &usize| indices_of(&nest, *operand).as_ref() == Some(&indices);
        let outputs = nest.generic.inputs..operands.len();
        let inputs = &ir::operands(op)[..product.generic.inputs];
        let overwrites = |output: usize| {
            let memory = root(operands[output]);
            !has_own_memory(memory) || inputs.iter().any(|input| root(*input) == memory)
        };
        let is_elementwise = nest.generic.parallel.iter().all(|it| *it)
            && nest.generic.body_ops().len() <= MOST_OPS
            && inputs.iter().all(|input| has_own_memory(root(*input)))
            && outputs.clone().all(|output| nest.writes_all(output) && !overwrites(output))
            && products.iter().all(is_alike);
        let is_stored = products.iter().any(|it| outputs.contains(it));
        (is_elementwise && (is_stored || is_temporary(memory, op, next))).then_some(Self {
            nest,
            products,
            indices,
        })
    }

    /// Emits the operation on elements of the product's result, and the stores of its results. For
    /// each element, `elements` contains its indices in the product's result, the condition under
    /// which it is stored (`None` means always), and its value.
    pub fn store(
        &self,
        at: Builder<'a>,
        elements: &[(Vec<Value<'a>>, Option<Value<'a>>, Value<'a>)],
    ) {
        let own = |position: &[Value<'a>]| -> Vec<Value<'a>> {
            self.indices.iter().map(|index| position[*index]).collect()
        };
        // Elements beyond the result have the indices of others, which other threads store: only threads
        // that store an element load it.
        if elements.iter().any(|(_, is_stored, _)| is_stored.is_some()) {
            for (position, is_stored, value) in elements {
                only_if(at, *is_stored, |at| {
                    let indices = own(position);
                    let results =
                        self.nest.body(at, &indices, &self.arguments(at, &indices, *value));
                    self.nest.store_at(at, &indices, &results);
                });
            }
            return;
        }
        // LLVM does not move loads before stores of other memory, so they come first.
        let indices: Vec<_> = elements.iter().map(|(position, ..)| own(position)).collect();
        let all = || indices.iter().zip(elements);
        let loaded: Vec<_> =
            all().map(|(indices, (.., value))| self.arguments(at, indices, *value)).collect();
        let results: Vec<_> = indices
            .iter()
            .zip(&loaded)
            .map(|(indices, it)| self.nest.body(at, indices, it))
            .collect();
        for (indices, results) in indices.iter().zip(&results) {
            self.nest.store_at(at, indices, results);
        }
    }

    /// Emits the block arguments of the operation for one element: `value` for the product's
    /// result, and loads for the other operands.
    fn arguments(
        &self,
        at: Builder<'a>,
        indices: &[Value<'a>],
        value: Value<'a>,
    ) -> Vec<Value<'a>> {
        let argument = |operand: usize| match self.products.contains(&operand) {
            true => value,
            false => self.nest.load(at, operand, indices),
        };
        (0..self.nest.generic.maps.len()).map(argument).collect()
    }
}

/// Maximum number of operations in the body of an elementwise operation that a product includes.
/// The code of a thread contains up to 64 copies of the body.
const MOST_OPS: usize = 32;

/// Returns true if a memref is not part of another memref: an allocation, a constant or an argument
/// of the function. The result of a branch or a loop may be part of another memref.
fn has_own_memory(memory: Value) -> bool {
    match ir::defining_op(memory) {
        Some(op) => matches!(ir::op_name(op), "memref.alloc" | "memref.get_global"),
        None => BlockArgument::try_from(memory).is_ok_and(|argument| {
            let parent = argument.owner().parent_operation();
            parent.is_some_and(|op| ir::op_name(op) == "func.func")
        }),
    }
}

/// Returns, for each loop dimension, the position of this dimension among the indices of an
/// operand. Returns `None` if the indices are not a permutation of all dimensions.
fn indices_of(nest: &Nest, operand: usize) -> Option<Vec<usize>> {
    let map = &nest.generic.maps[operand];
    let dims = (0..map.result_count()).map(|index| ir::dim_position(map.result(index).ok()?));
    let dims = dims.collect::<Option<Vec<_>>>()?;
    let index = |dim: usize| dims.iter().position(|it| *it == dim);
    let indices = (0..nest.sizes.len()).map(index).collect::<Option<Vec<_>>>()?;
    (indices.len() == dims.len()).then_some(indices)
}

/// Returns true if `memory` is an allocation that only `product`, `next` and deallocations use.
fn is_temporary<'a>(memory: Value<'a>, product: Op<'a>, next: Op<'a>) -> bool {
    let is_allocated = ir::defining_op(memory).is_some_and(|op| ir::op_name(op) == "memref.alloc");
    let is_known =
        |user: Op<'a>| user == product || user == next || ir::op_name(user) == "memref.dealloc";
    is_allocated && ir::uses(memory).into_iter().all(|(user, _)| is_known(user))
}
