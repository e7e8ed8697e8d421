// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Computes results in the caller's memory instead of copying them there at the end.
//!
//! Before: `%t = memref.alloc()`, operations that compute `%t`, `memref.copy %t, %result`
//! After:  the operations compute `%result`
//!
//! `hloom-results-to-out-params` does the same for tensors, if it can prove on tensors that there
//! are no other uses of the memory. A result that is padded, concatenated, reshaped or written by a
//! runtime call still has its own temporary after bufferization. On memrefs, all aliases are
//! visible, so the proof is simple: only the copy uses the memory of the result, and the temporary
//! has no uses after the copy.

use super::lifetime::Lifetimes;
use hloom_ir::facts;
use hloom_ir::{self as ir, Block, Builder, Context, Op, Shaped, Value};
use melior::ir::ValueLike;
use melior::ir::operation::OperationLike;

/// Replaces temporaries that are copied to results by the memory of the results. `body` is the
/// block of `function`. Functions that do not take the memory of their results as arguments remain
/// unchanged.
pub fn remove<'a>(context: &'a Context, function: Op<'a>, body: Block<'a>) {
    let inputs = ir::integer(function, facts::INPUTS).and_then(|count| usize::try_from(count).ok());
    let Some(inputs) = inputs else { return };
    let lifetimes = Lifetimes::new(function);
    // Copies only: the loop erases allocations, which the list must not hold.
    let copies = ir::ops(body).into_iter().filter(|op| ir::op_name(*op) == "memref.copy");
    // The last copy of a temporary that several results receive is the one to remove.
    for copy in copies.collect::<Vec<_>>().into_iter().rev() {
        let [source, result] = ir::operands(copy)[..] else { continue };
        let is_result = ir::args(body).into_iter().skip(inputs).any(|argument| argument == result);
        if !is_result || ir::uses(result).len() != 1 {
            continue;
        }
        let Some((allocation, views)) = allocation_of(source) else { continue };
        let ends_here = |allocation| {
            lifetimes.of(allocation).is_ok_and(|live| live.end == lifetimes.span(copy).end)
        };
        if allocation.block() == Some(body) && ends_here(allocation) {
            let mut memory = result;
            for view in views {
                memory = undo(Builder::before(context, allocation), view, memory);
            }
            ir::erase(copy);
            ir::replace(allocation, [memory]);
        }
    }
}

/// Returns the allocation of which `value` is a reshape, and the chain of reshapes between them,
/// the last reshape first. Returns `None` if `value` is neither an allocation nor a reshape of one,
/// or if a memref in the chain is not dense.
fn allocation_of<'a>(value: Value<'a>) -> Option<(Op<'a>, Vec<Op<'a>>)> {
    let (mut value, mut views) = (value, Vec::new());
    loop {
        let op = ir::defining_op(value)?;
        match ir::op_name(op) {
            "memref.alloc" => return is_dense(value).then_some((op, views)),
            "memref.collapse_shape" | "memref.expand_shape" if is_dense(value) => {
                views.push(op);
                value = *ir::operands(op).first()?;
            }
            _ => return None,
        }
    }
}

/// Returns true if a memref has a static shape and its elements are contiguous.
fn is_dense(value: Value) -> bool {
    Shaped::of(value.r#type()).is_some_and(|shaped| {
        shaped.is_static() && value.r#type() == ir::memref(&shaped.shape, shaped.element)
    })
}

/// Reshapes `memory`, which has the type of the result of the reshape `view`, to the type of the
/// operand of `view`.
fn undo<'a>(builder: Builder<'a>, view: Op<'a>, memory: Value<'a>) -> Value<'a> {
    let ty = ir::operands(view)[0].r#type();
    let expands = ir::op_name(view) == "memref.collapse_shape";
    let name = if expands { "memref.expand_shape" } else { "memref.collapse_shape" };
    let mut reshape = builder.op(name).operands(&[memory]);
    if let Ok(groups) = view.attribute("reassociation") {
        reshape = reshape.attr("reassociation", groups);
    }
    if expands {
        let shape = Shaped::of(ty).map(|shaped| shaped.shape).unwrap_or_default();
        reshape =
            reshape.attr("static_output_shape", ir::dense_i64_attr(builder.context(), &shape));
    }
    reshape.result(ty).value()
}
