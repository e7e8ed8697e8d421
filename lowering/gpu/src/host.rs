// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! The operations of the host program, and those that one thread of a device executes.
//!
//! The host program of a function consists of the operations that no kernel contains.

use hloom_ir::facts::is_runtime_call;
use hloom_ir::{self as ir, Block, Op, Shaped, Value};
use melior::ir::operation::OperationLike;
use melior::ir::{TypeLike, ValueLike};

/// Maximum number of elements of each operand of a structured operation that a single thread
/// executes inside a sequential loop.
const MOST_SEQUENTIAL: i64 = 4096;

/// Returns the MLIR blocks of the host program of a function, outer blocks first.
pub fn blocks<'a>(function: Op<'a>) -> Vec<Block<'a>> {
    let mut found = Vec::new();
    add_blocks(function, &mut found);
    found
}

fn add_blocks<'a>(op: Op<'a>, found: &mut Vec<Block<'a>>) {
    for block in ir::regions(op).into_iter().flat_map(ir::blocks) {
        found.push(block);
        for inner in ir::ops(block) {
            if is_control(inner) {
                add_blocks(inner, found);
            }
        }
    }
}

/// Returns true for a control flow operation of the host program, that is, one that contains
/// kernels, copies or runtime calls.
pub fn is_control(op: Op) -> bool {
    matches!(
        ir::op_name(op),
        "scf.if" | "scf.while" | "scf.for" | "scf.index_switch" | "scf.execute_region"
    ) && !runs_on_thread(op)
}

/// Returns true for constants, allocations and views, for which the host program launches no
/// kernel.
pub fn is_transparent(op: Op) -> bool {
    is_view(op)
        || matches!(
            ir::op_name(op),
            "arith.constant"
                | "complex.constant"
                | "memref.alloc"
                | "memref.alloca"
                | "memref.get_global"
        )
}

/// Returns true for an operation whose result is a memref of the memory of its first operand.
pub fn is_view(op: Op) -> bool {
    ir::is_view(op)
        || matches!(
            ir::op_name(op),
            "memref.assume_alignment"
                | "memref.memory_space_cast"
                | "memref.reinterpret_cast"
                | "memref.view"
        )
}

/// Returns the memref of which a value is a view, directly or through other views. Returns the
/// value itself if it is not a view.
pub fn root(value: Value<'_>) -> Value<'_> {
    match ir::defining_op(value).filter(|op| is_view(*op)) {
        Some(view) => root(ir::operands(view)[0]),
        None => value,
    }
}

/// Returns true if a single thread of the device can execute an operation: arithmetic on scalars,
/// loads, stores, and control flow that contains only such operations. A sequential loop may also
/// contain small structured operations and copies.
pub fn runs_on_thread(op: Op) -> bool {
    if ir::results(op).iter().any(|result| result.r#type().is_mem_ref()) {
        return false;
    }
    let sequential = ir::op_name(op) == "scf.for";
    ir::walk(op).into_iter().all(|inner| match ir::op_name(inner) {
        "func.call" => !is_runtime_call(inner),
        "memref.copy" => sequential && is_small(inner),
        "scf.forall" | "scf.parallel" | "memref.alloc" | "memref.dealloc" | "func.return" => false,
        name if name.starts_with("linalg.") => {
            let is_body = ir::enclosing(inner, "linalg.generic").is_some();
            is_body || (sequential && is_small(inner))
        }
        "scf.yield" | "scf.condition" => inner != op,
        name => {
            let dialect = name.split('.').next().unwrap_or_default();
            matches!(dialect, "arith" | "math" | "complex" | "index" | "affine" | "scf" | "memref")
        }
    })
}

/// Returns true if every tensor or memref operand of an operation has at most [`MOST_SEQUENTIAL`]
/// elements.
fn is_small(op: Op) -> bool {
    let elements = |value: &Value| Shaped::of(value.r#type()).map(|shaped| shaped.elements());
    ir::operands(op).iter().filter_map(elements).all(|elements| elements <= MOST_SEQUENTIAL)
}

/// Returns the outermost `scf.forall` that contains an operation or is this operation, or `None` if
/// there is none. The iterations of this loop are the threads of a kernel.
pub fn kernel_of<'a>(op: Op<'a>) -> Option<Op<'a>> {
    let parent = op.parent_operation().filter(|parent| ir::op_name(*parent) != "func.func");
    let outer = parent.and_then(kernel_of);
    outer.or_else(|| (ir::op_name(op) == "scf.forall").then_some(op))
}
