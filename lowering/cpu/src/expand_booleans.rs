// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! `hloom-expand-booleans`: loads and stores booleans as bytes.
//!
//! A boolean occupies a byte of memory. LLVM does not vectorize loads and stores of `i1`, because
//! the type has fewer bits than its memory: vectorized loops would read a mask one element at a
//! time. The pass loads an `i8` and compares it with zero:
//!
//! ```mlir
//! %b = llvm.load %p : !llvm.ptr -> i1
//! // becomes
//! %byte = llvm.load %p : !llvm.ptr -> i8
//! %b = llvm.icmp "ne" %byte, %zero : i8
//! ```
//!
//! The byte is 0 or 1 in every tensor that a runtime or a frontend passes to a program. For other
//! bytes, a load of `i1` is undefined in LLVM; the comparison yields true, as in the interpreter.

use hloom_ir::pass::{Failure, OptionValues, PassInfo};
use hloom_ir::pipeline::Level;
use hloom_ir::{self as ir, Builder, Context, Op};
use melior::ir::ValueLike;

/// The pass `hloom-expand-booleans`.
pub static PASS: PassInfo = PassInfo {
    argument: "hloom-expand-booleans",
    description: "load and store booleans as bytes, so that LLVM vectorizes the accesses",
    anchor: "builtin.module",
    level: Level::Target,
    options: &[],
    dialects: &["llvm"],
    run,
};

/// The value of the attribute `predicate` of `llvm.icmp` for the comparison `ne`.
const NOT_EQUAL: i64 = 1;

fn run<'a>(context: &'a Context, module: Op<'a>, _: &OptionValues) -> Result<(), Failure<'a>> {
    for op in ir::walk(module) {
        match ir::op_name(op) {
            "llvm.load" => expand_load(context, op),
            "llvm.store" => expand_store(context, op),
            _ => {}
        }
    }
    Ok(())
}

fn expand_load<'a>(context: &'a Context, load: Op<'a>) {
    let [result] = ir::results(load)[..] else { return };
    let (boolean, byte) = (ir::int(context, 1), ir::int(context, 8));
    if result.r#type() != boolean {
        return;
    }
    let builder = Builder::before(context, load);
    let zero = builder.op("llvm.mlir.constant").attr("value", ir::int_attr(byte, 0)).result(byte);
    let zero = zero.value();
    let loaded = builder.op("llvm.load").operands(&ir::operands(load)).attrs_of(load, &[]);
    let loaded = loaded.result(byte).value();
    let compared = builder
        .op("llvm.icmp")
        .operands(&[loaded, zero])
        .attr("predicate", ir::i64_attr(context, NOT_EQUAL))
        .result(boolean)
        .value();
    ir::replace(load, [compared]);
}

fn expand_store<'a>(context: &'a Context, store: Op<'a>) {
    let operands = ir::operands(store);
    if operands[0].r#type() != ir::int(context, 1) {
        return;
    }
    let builder = Builder::before(context, store);
    let byte = builder.simple("llvm.zext", &operands[..1], ir::int(context, 8));
    ir::set_operand(store, 0, byte);
}
