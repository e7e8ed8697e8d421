// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! `hloom-scalars-to-memory`: computes the scalars of the host program on the device.
//!
//! Offsets of dynamic slices, and counters and predicates of loops, are scalars. Kernels of one thread
//! compute them and store them in device memory, from which other kernels load them. The host program
//! loads only the predicates of its control flow, just before it:
//!
//! ```mlir
//! %c = memref.load %flag[] : memref<i1>
//! scf.if %c { .. }
//! ```
//!
//! Scalars that loops carry and that branches yield are in memory, too, so that control flow carries
//! only memrefs. The counter of an `scf.for` is stored for its kernels. Chains of branches that compare
//! the same number are first replaced by a switch ([`switches`]).

mod control;
mod sink;
mod switches;

use crate::host;
use hloom_ir::pass::{Failure, OptionValues, PassInfo};
use hloom_ir::pipeline::Level;
use hloom_ir::{self as ir, Block, Builder, Context, Forall, Op, Type, Value};
use melior::ir::operation::OperationLike;
use melior::ir::{TypeLike, ValueLike};
use std::collections::HashSet;

/// The pass `hloom-scalars-to-memory`.
pub static PASS: PassInfo = PassInfo {
    argument: "hloom-scalars-to-memory",
    description: "compute the scalars of the host program in kernels, and store them in device \
                  memory",
    anchor: "func.func",
    level: Level::Buffers,
    options: &[],
    dialects: &["arith", "memref", "scf"],
    run,
};

fn run<'a>(context: &'a Context, function: Op<'a>, _: &OptionValues) -> Result<(), Failure<'a>> {
    let body = ir::regions(function).into_iter().flat_map(ir::blocks).next();
    let Some(body) = body.filter(|_| !ir::facts::is_body(function)) else { return Ok(()) };
    switches::merge_branches(context, function);
    let Some(first) = ir::ops(body).first().copied() else { return Ok(()) };
    // Memory is allocated before this constant, as other operations move.
    let first = Builder::before(context, first).index(0);
    let Some(first) = ir::defining_op(first) else { return Ok(()) };
    let mut scalars = Scalars { context, first, loads: Vec::new(), known: HashSet::new() };
    scalars.block(body, &[])?;
    ir::erase(first);
    sink::sink(function, &scalars.loads)
}

/// The state of moving the scalars of a function's host program to device memory.
struct Scalars<'a> {
    context: &'a Context,
    /// The first operation of the function, before which memory is allocated.
    first: Op<'a>,
    /// The loads, in the host program, of the scalars that have been moved to memory.
    loads: Vec<Op<'a>>,
    /// The addresses of the operations in `loads`.
    known: HashSet<usize>,
}

/// An operand to store in memory: the index of the operand, and the memref for its value.
type Store<'a> = (usize, Value<'a>);

impl<'a> Scalars<'a> {
    /// Allocates memory for a scalar of type `ty` at the start of the function.
    fn allocate(&self, ty: Type<'a>) -> Value<'a> {
        let builder = Builder::before(self.context, self.first);
        builder.op("memref.alloc").segments(&[0, 0]).result(ir::memref(&[], ty)).value()
    }

    /// Emits a load of a scalar in the host program, and adds it to `loads`.
    fn load(&mut self, at: Builder<'a>, memory: Value<'a>) -> Value<'a> {
        let load = at.simple("memref.load", &[memory], ir::element_of(memory.r#type()));
        let op = ir::defining_op(load);
        self.known.extend(op.map(ir::address));
        self.loads.extend(op);
        load
    }

    /// Moves those operations of an MLIR block of the host program that a single device thread can
    /// execute into kernels of one thread. The last kernel also stores the operands `last` of the
    /// block's terminator.
    fn block(&mut self, block: Block<'a>, last: &[Store<'a>]) -> Result<(), Failure<'a>> {
        let mut ops = ir::ops(block);
        let Some(terminator) = ops.pop() else { return Ok(()) };
        let mut gathered = Gathered::default();
        for op in ops {
            if host::is_transparent(op) {
                gathered.add_view(op);
            } else if self.known.contains(&ir::address(op)) {
                // A scalar that is in memory already.
            } else if host::runs_on_thread(op) {
                gathered.ops.push(op);
            } else if host::is_control(op) {
                let carried = self.control(op)?;
                self.kernel(op, std::mem::take(&mut gathered), &carried.stores);
                self.rebuild(op, &carried);
            } else {
                self.kernel(op, std::mem::take(&mut gathered), &[]);
            }
        }
        self.kernel(terminator, gathered, last);
        Ok(())
    }

    /// Moves operations into a kernel of one thread before `at`. The kernel stores those of their
    /// results that operations outside it use, and the operands `stores` of `at`.
    fn kernel(&mut self, at: Op<'a>, gathered: Gathered<'a>, stores: &[Store<'a>]) {
        let Gathered { ops, views } = gathered;
        if ops.is_empty() && stores.is_empty() {
            return;
        }
        let builder = Builder::before(self.context, at);
        let builder = ops.first().map_or(builder, |op| builder.at(op.location()));
        let mut end = None;
        let nest = Forall::build(builder, &[1], |terminator, _| end = Some(terminator));
        let end = end.expect("the body of the `scf.forall` must have a terminator");
        for op in &ops {
            ir::move_before(*op, end);
        }
        for (view, copy) in &views {
            for (old, new) in ir::results(*view).into_iter().zip(ir::results(*copy)) {
                ir::replace_uses_inside(old, new, nest);
            }
        }
        let operands = ir::operands(at);
        let inside = Builder::before(self.context, end).at(builder.location());
        let store = |value: Value<'a>, memory: Value<'a>| {
            inside.op("memref.store").operands(&[value, memory]).build();
        };
        let is_outside = |(user, operand): &(Op<'a>, usize)| {
            let is_stored = *user == at && stores.iter().any(|(stored, _)| stored == operand);
            !is_stored && !ir::is_inside(*user, nest)
        };
        for result in ops.into_iter().flat_map(ir::results).filter(|result| is_scalar(*result)) {
            let outside: Vec<_> = ir::uses(result).into_iter().filter(is_outside).collect();
            if outside.is_empty() {
                continue;
            }
            let memory = self.allocate(result.r#type());
            store(result, memory);
            let load = self.load(builder, memory);
            for (user, operand) in outside {
                ir::set_operand(user, operand, load);
            }
        }
        for (operand, memory) in stores {
            store(operands[*operand], *memory);
        }
    }
}

/// Operations that one kernel of a single thread will execute.
#[derive(Default)]
struct Gathered<'a> {
    ops: Vec<Op<'a>>,
    /// Pairs of a view that depends on results of `ops`, and a copy of this view, which is also in
    /// `ops`.
    views: Vec<(Op<'a>, Op<'a>)>,
}

impl<'a> Gathered<'a> {
    /// Adds a copy of a view if the view depends on results of the operations in `ops`.
    fn add_view(&mut self, view: Op<'a>) {
        let is_gathered = |source: Op<'a>| {
            self.ops.contains(&source) || self.views.iter().any(|(view, _)| *view == source)
        };
        if ir::operands(view).into_iter().filter_map(ir::defining_op).any(is_gathered) {
            let copy = ir::clone_before(view, view);
            self.ops.push(copy);
            self.views.push((view, copy));
        }
    }
}

/// Returns true if a value is not a memref, so that control flow of the host program must not carry
/// it.
fn is_scalar(value: Value) -> bool {
    !value.r#type().is_mem_ref()
}
