// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Describes the buffers of a function for the memory report.
//!
//! The attribute `hloom.report_buffers` on a function requests the description, which is stored in
//! the attribute `hloom.buffers`. The description lists the buffers in the arena, and the memory of
//! the function's arguments and results, with the operations that use them.

use super::lifetime::{Lifetimes, aliases};
use super::packing::Request;
use hloom_ir::facts;
use hloom_ir::sources::sources_of;
use hloom_ir::{self as ir, Attribute, Block, Context, Op, Value};
use melior::ir::ValueLike;
use melior::ir::operation::OperationLike;
use std::collections::HashSet;

/// The buffers of a function and the operations that use them, collected for the memory report.
pub struct Report<'a> {
    context: &'a Context,
    buffers: Vec<Attribute<'a>>,
}

impl<'a> Report<'a> {
    /// Creates an empty report of a function. Returns `None` if the function has no attribute
    /// `hloom.report_buffers`.
    pub fn of(context: &'a Context, function: Op<'a>) -> Option<Self> {
        // An attribute of the input program has not been checked, so it is discarded.
        ir::remove_attribute(function, facts::BUFFERS);
        function.attribute(facts::REPORT_BUFFERS).ok()?;
        ir::remove_attribute(function, facts::REPORT_BUFFERS);
        Some(Self { context, buffers: Vec::new() })
    }

    /// Adds the memory of the arguments and results of a function.
    pub fn add_arguments(&mut self, body: Block<'a>, lifetimes: &Lifetimes) {
        for (number, argument) in ir::args(body).into_iter().enumerate() {
            let ty = argument.r#type();
            self.add(&format!("argument = {number} : i64, type = {ty}"), argument, lifetimes);
        }
    }

    /// Adds a temporary, which is at the given offset of the arena.
    pub fn add_temporary(
        &mut self,
        allocation: Op<'a>,
        request: &Request,
        offset: u64,
        lifetimes: &Lifetimes,
    ) {
        let value = ir::results(allocation)[0];
        let (ty, bytes) = (value.r#type(), request.size);
        let (begin, end) = (request.live.start, request.live.end);
        let text = format!(
            "type = {ty}, bytes = {bytes} : i64, offset = {offset} : i64, live = array<i64: {begin}, \
             {end}>"
        );
        self.add(&text, value, lifetimes);
    }

    /// Adds a dictionary attribute that describes a buffer: `fields` in MLIR's syntax; the position
    /// of each use, with a flag for writes; and the index of the source operation of each use, or
    /// -1.
    fn add(&mut self, fields: &str, value: Value<'a>, lifetimes: &Lifetimes) {
        let mut uses = uses_of(value, lifetimes);
        uses.sort_by_key(|it| it.position);
        let pairs: Vec<_> =
            uses.iter().flat_map(|it| [it.position as i64, i64::from(it.writes)]).collect();
        let sources: Vec<_> = uses.iter().map(|it| it.source.map_or(-1, |it| it as i64)).collect();
        let array = |values: &[i64]| ir::dense_i64_attr(self.context, values);
        let (uses, sources) = (array(&pairs), array(&sources));
        let text = format!("{{{fields}, uses = {uses}, sources = {sources}}}");
        self.buffers.push(ir::parse_attribute(self.context, &text));
    }

    /// Stores the report in the attribute `hloom.buffers` of the function.
    pub fn store(self, function: Op<'a>) {
        ir::set_attribute(function, facts::BUFFERS, ir::array_attr(self.context, &self.buffers));
    }
}

/// A use of a buffer by an operation.
struct Use {
    position: usize,
    writes: bool,
    source: Option<usize>,
}

/// Returns the uses of a buffer and of its aliases, except the uses by views and terminators.
fn uses_of<'a>(buffer: Value<'a>, lifetimes: &Lifetimes) -> Vec<Use> {
    let mut seen = HashSet::new();
    let mut pending = vec![buffer];
    let mut uses = Vec::new();
    while let Some(value) = pending.pop() {
        if !seen.insert(ir::value_address(value)) {
            continue;
        }
        for (user, operand) in ir::uses(value) {
            // Memory that escapes has been refused before.
            let Ok(through) = aliases(user, user) else { continue };
            let is_view = !through.is_empty();
            pending.extend(through);
            if is_view || matches!(ir::op_name(user), "scf.yield" | "scf.condition") {
                continue;
            }
            let source = sources_of(user.location()).first().copied();
            let position = lifetimes.position(nest_around(user));
            uses.push(Use { position, writes: writes(user, operand), source });
        }
    }
    uses
}

/// Returns the outermost loop nest around an operation, or the operation itself. Functions, while
/// loops and branches are not part of a nest.
fn nest_around(op: Op<'_>) -> Op<'_> {
    let mut nest = op;
    while let Some(above) = nest.parent_operation() {
        if matches!(ir::op_name(above), "func.func" | "scf.while" | "scf.if" | "scf.index_switch") {
            break;
        }
        nest = above;
    }
    nest
}

/// Returns true if an operation may write its operand number `operand`.
fn writes(op: Op, operand: usize) -> bool {
    match ir::op_name(op) {
        "memref.store" | "memref.copy" => operand == 1,
        // A runtime call has its results last, but their number is not known here.
        "func.call" => true,
        name if name.starts_with("linalg.") => {
            let outputs = ir::segment_size(op, 1).unwrap_or(1);
            operand + outputs >= ir::operands(op).len()
        }
        _ => false,
    }
}
