// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! `hloom-copy-branch-results`: gives results of branches memory of their own, if which memory they
//! refer to is decided at run time in a way that a launch cannot follow.
//!
//! Before: `%r = scf.if %c -> memref<8xf32, strided<[1], offset: ?>> { .. scf.yield %slice } else ..`
//! After:  `%r = memref.alloc() : memref<8xf32>`, `scf.if %c { .. copy %slice to %r } else ..`
//!
//! A kernel takes memory of static layout, and the host reads no offsets from the device. Selections
//! between memrefs become branches that copy.

use hloom_ir::linalg::generic::{Generic, identity_map};
use hloom_ir::pass::{Failure, OptionValues, PassInfo};
use hloom_ir::pipeline::Level;
use hloom_ir::{self as ir, Builder, Context, Op, Shaped, Type, Value};
use melior::ir::operation::OperationLike;
use melior::ir::r#type::MemRefType;
use melior::ir::{TypeLike, ValueLike};

/// The pass `hloom-copy-branch-results`.
pub static PASS: PassInfo = PassInfo {
    argument: "hloom-copy-branch-results",
    description: "give results of branches memory of their own if their layout is dynamic",
    anchor: "func.func",
    level: Level::Buffers,
    options: &[],
    dialects: &["linalg", "memref", "scf"],
    run,
};

fn run<'a>(context: &'a Context, function: Op<'a>, _: &OptionValues) -> Result<(), Failure<'a>> {
    if ir::facts::is_body(function) {
        return Ok(());
    }
    // Inner branches first, because outer ones may yield their results.
    for op in ir::walk(function).into_iter().rev() {
        match ir::op_name(op) {
            "scf.if" | "scf.index_switch" => branches(context, op),
            "arith.select" if ir::results(op)[0].r#type().is_mem_ref() => select(context, op),
            _ => {}
        }
    }
    Ok(())
}

/// Returns true for a memref whose layout is not static.
fn is_dynamic(ty: Type) -> bool {
    MemRefType::try_from(ty).is_ok_and(|memref| {
        let (strides, offset) = memref.strides_and_offset();
        offset == Shaped::DYNAMIC || strides.contains(&Shaped::DYNAMIC)
    })
}

/// Allocates memory for a value of a type. Returns it, and a view of it of this type.
fn allocate<'a>(at: Builder<'a>, ty: Type<'a>) -> Option<(Value<'a>, Value<'a>)> {
    let shaped = Shaped::of(ty).filter(Shaped::is_static)?;
    let own = ir::memref(&shaped.shape, shaped.element);
    let memory = at.op("memref.alloc").segments(&[0, 0]).result(own).value();
    let view = if own == ty { memory } else { at.simple("memref.cast", &[memory], ty) };
    Some((memory, view))
}

/// Emits a copy of a memref.
fn copy<'a>(at: Builder<'a>, source: Value<'a>, destination: Value<'a>) {
    let rank = ir::shape_of(destination).len();
    let map = identity_map(at.context(), rank);
    Generic::new(at, &vec![true; rank])
        .input(source, map)
        .output(destination, map)
        .build(|_, elements| vec![elements[0]]);
}

/// Copies the results of dynamic layout in the branches of `op`, and removes them from its results.
fn branches<'a>(context: &'a Context, op: Op<'a>) {
    let builder = Builder::before(context, op);
    let results = ir::results(op);
    let memory: Vec<_> = results
        .iter()
        .map(|result| result.r#type())
        .map(|ty| if is_dynamic(ty) { allocate(builder, ty) } else { None })
        .collect();
    if memory.iter().all(Option::is_none) {
        return;
    }
    for block in ir::regions(op).into_iter().flat_map(ir::blocks) {
        let Some(end) = ir::ops(block).pop() else { continue };
        let at = Builder::before(context, end);
        let mut kept = Vec::new();
        for (value, memory) in ir::operands(end).into_iter().zip(&memory) {
            match memory {
                Some((memory, _)) => copy(at, value, *memory),
                None => kept.push(value),
            }
        }
        at.op("scf.yield").operands(&kept).build();
        ir::erase(end);
    }
    let (kept, copied): (Vec<_>, Vec<_>) =
        results.into_iter().zip(memory).partition(|(_, memory)| memory.is_none());
    let types: Vec<_> = kept.iter().map(|(result, _)| result.r#type()).collect();
    let mut new = builder.op(ir::op_name(op)).operands(&ir::operands(op)).attrs_of(op, &[]);
    for region in 0..op.region_count() {
        new = new.region(ir::take_region(op, region));
    }
    let new = new.results(&types).build();
    for ((old, _), result) in kept.into_iter().zip(ir::results(new)) {
        ir::replace_all_uses(old, result);
    }
    for (old, memory) in copied {
        if let Some((_, view)) = memory {
            ir::replace_all_uses(old, view);
        }
    }
    ir::erase(op);
}

/// Replaces a selection between memrefs by a branch that copies one of them.
fn select<'a>(context: &'a Context, op: Op<'a>) {
    let builder = Builder::before(context, op);
    let operands = ir::operands(op);
    let Some((memory, view)) = allocate(builder, ir::results(op)[0].r#type()) else { return };
    let branch = |source: Value<'a>| {
        builder.region(&[], |inside, _| {
            copy(inside, source, memory);
            inside.op("scf.yield").build();
        })
    };
    let (then, otherwise) = (branch(operands[1]), branch(operands[2]));
    builder.op("scf.if").operands(&operands[..1]).region(then).region(otherwise).build();
    ir::replace(op, [view]);
}
