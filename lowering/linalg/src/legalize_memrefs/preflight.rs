// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Checks that every operation of a function on memrefs can be lowered.

use hloom_ir::linalg::structured::Structured;
use hloom_ir::pass::Failure;
use hloom_ir::{self as ir, Op, Shaped, Type, Value};
use melior::ir::operation::OperationLike;
use melior::ir::r#type::MemRefType;
use melior::ir::{AttributeLike, TypeLike, ValueLike};

/// The dialects whose operations a function on memrefs may contain.
const DIALECTS: [&str; 8] =
    ["affine", "arith", "complex", "func", "linalg", "math", "memref", "scf"];
/// Operations of the dialects in [`DIALECTS`] that have no lowering. The results of several
/// `memref.view` may overlap, but kernels assume that their arguments do not.
const REFUSED: [&str; 5] =
    ["memref.dma_start", "memref.dma_wait", "memref.realloc", "memref.view", "memref.alloca_scope"];

/// Adds a message to `refused` for every operation of `function` that cannot be lowered. If
/// `spaces` is true, memrefs in GPU address spaces are permitted.
pub fn check<'a>(function: Op<'a>, spaces: bool, refused: &mut Failure<'a>) {
    for op in ir::walk(function) {
        if let Some(reason) = refusal(op, spaces) {
            let name = ir::op_name(op);
            refused.merge(Failure::at(op, format!("`{name}` on memrefs: {reason}")));
        }
    }
}

/// Returns the reason why an operation cannot be lowered, or `None` if it can be lowered. If
/// `spaces` is true, memrefs in GPU address spaces are permitted.
fn refusal(op: Op, spaces: bool) -> Option<String> {
    let name = ir::op_name(op);
    if !DIALECTS.contains(&ir::dialect(op)) {
        let dialects = DIALECTS.join(", ");
        return Some(format!("expected an operation of {dialects}"));
    }
    if REFUSED.contains(&name) || is_named_linalg(name) {
        return Some("hloom has no lowering for this operation".to_owned());
    }
    if name == "func.call" {
        let callee = op.attribute("callee").map(|it| it.to_string()).unwrap_or_default();
        return Some(format!("expected a call that can be inlined, found a call of `{callee}`"));
    }
    if ir::regions(op).into_iter().any(|region| ir::blocks(region).len() > 1) {
        return Some("one of its regions has several blocks".to_owned());
    }
    if name == "func.func" {
        let block = ir::regions(op).into_iter().flat_map(ir::blocks).next()?;
        let mut types = ir::args(block).into_iter().map(|it| it.r#type());
        return types.find_map(argument_refusal);
    }
    if name == "memref.get_global" && is_variable(op) {
        return Some("expected a constant `memref.global`, found a variable".to_owned());
    }
    if Structured::of(op).is_some_and(|op| overwrites_input(&op)) {
        let reason = "an output and another operand share memory, but differ in the memref or in \
                      the indexing map";
        return Some(reason.to_owned());
    }
    if name == "func.return" {
        return ir::operands(op).into_iter().find_map(|it| memory_refusal(it.r#type()));
    }
    ir::results(op).into_iter().map(|it| it.r#type()).filter(Type::is_mem_ref).find_map(|ty| {
        let shaped = Shaped::of(ty);
        if shaped.is_none_or(|shaped| !shaped.is_static()) {
            return Some(format!("expected a static shape, found `{ty}`"));
        }
        let is_refused = !spaces && is_in_named_space(ty);
        is_refused.then(|| format!("expected the default memory space, found `{ty}`"))
    })
}

/// Returns true for a memref type whose memory space is not an integer, such as a GPU address
/// space. LLVM's types cannot represent such a space.
fn is_in_named_space(ty: Type) -> bool {
    let space = MemRefType::try_from(ty).ok().and_then(|ty| ty.memory_space());
    space.is_some_and(|space| !space.is_integer())
}

/// Returns true if the `memref.global` to which a `memref.get_global` refers is not a constant, or
/// is not found.
fn is_variable(op: Op) -> bool {
    let module = std::iter::successors(Some(op), |op| op.parent_operation()).last();
    let name = op.attribute("name").map(|it| it.to_string()).unwrap_or_default();
    let symbols = module.into_iter().flat_map(ir::regions).flat_map(ir::blocks).flat_map(ir::ops);
    let mut global = symbols.filter(|it| {
        ir::symbol_name(*it).is_some_and(|symbol| symbol == name.trim_start_matches('@'))
    });
    global.next().is_none_or(|global| global.attribute("constant").is_err())
}

/// Returns true if the result may depend on the order of the iterations, because an output shares
/// memory with another operand that is a different memref or has a different indexing map.
fn overwrites_input(op: &Structured) -> bool {
    let operands = ir::operands(op.op);
    let is_overwritten = |input: usize, output: usize| {
        let (read, written) = (operands[input], operands[output]);
        root(read) == root(written) && (read != written || op.maps[input] != op.maps[output])
    };
    let outputs = op.inputs..op.maps.len();
    outputs.into_iter().any(|output| {
        let others = (0..op.maps.len()).filter(|other| *other != output);
        others.into_iter().any(|input| is_overwritten(input, output))
    })
}

/// Returns the memref to whose memory `value` refers, directly or through views.
fn root<'a>(value: Value<'a>) -> Value<'a> {
    let viewed = |value: &Value<'a>| -> Option<Value<'a>> {
        let op = ir::defining_op(*value).filter(|op| ir::dialect(*op) == "memref")?;
        ir::operands(op).first().copied().filter(|it| it.r#type().is_mem_ref())
    };
    std::iter::successors(Some(value), viewed).last().unwrap_or(value)
}

/// Returns true for linalg operations other than `linalg.fill`, `linalg.generic` and operations in
/// the body of a `linalg.generic`.
fn is_named_linalg(name: &str) -> bool {
    let known = ["linalg.fill", "linalg.generic", "linalg.index", "linalg.yield"];
    name.starts_with("linalg.") && !known.contains(&name)
}

/// Returns the reason why a result of a function on memrefs must not have type `ty`, or `None` if it
/// may: `ty` must be a memref type of static shape with at least one element.
fn memory_refusal(ty: Type) -> Option<String> {
    let shaped = Shaped::of(ty).filter(|_| ty.is_mem_ref());
    match shaped {
        None => Some(format!("expected memrefs as results of the function, found `{ty}`")),
        Some(shaped) if !shaped.is_static() => {
            Some(format!("expected a static shape, found `{ty}`"))
        }
        Some(shaped) if shaped.elements() == 0 => {
            Some(format!("expected a memref with at least one element, found `{ty}`"))
        }
        Some(_) => None,
    }
}

/// Returns the reason why an argument of a function on memrefs must not have type `ty`, or `None` if
/// it may. The type must be a memref type of static shape with at least one element, with the
/// identity layout and in the default memory space.
fn argument_refusal(ty: Type) -> Option<String> {
    let Some(shaped) = Shaped::of(ty).filter(|_| ty.is_mem_ref()) else {
        return Some(format!("expected memrefs as arguments of the function, found `{ty}`"));
    };
    let is_plain = |ty: Type| {
        shaped.is_static()
            && ty == ir::memref(&shaped.shape, shaped.element)
            && MemRefType::try_from(ty).is_ok()
    };
    if !is_plain(ty) {
        return Some(format!(
            "expected a static shape, the identity layout and the default memory space, found `{ty}`"
        ));
    }
    memory_refusal(ty)
}
