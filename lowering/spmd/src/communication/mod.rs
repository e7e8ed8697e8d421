// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Lists the collectives of a partitioned program, with the bytes that they move.
//!
//! The analysis reads the program of one partition and runs nothing, so it works for any number of
//! partitions. A collective in a loop counts once for each iteration, if the number of iterations
//! is known. Both branches of a conditional count, so the totals are upper bounds. [`cost`]
//! contains the messages and bytes of each collective.

pub mod cost;

use cost::Traffic;
use hloom_dialects::diagnostic::render_location;
use hloom_dialects::op::Op as Kind;
use hloom_dialects::op_view::{OpView, read_integers};
use hloom_evaluator::Groups;
use hloom_hlo_passes::unroll_loops::trip_count;
use hloom_ir::pass::Failure;
use hloom_ir::{self as ir, Op, Value};
use melior::ir::ValueLike;
use melior::ir::operation::OperationLike;
use std::collections::HashMap;

/// A collective operation of a program.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Collective {
    /// The name of the operation without its dialect, such as `all_reduce`.
    pub kind: String,
    /// The position `file:line:column` in the source, or the name of the location.
    pub location: String,
    /// The number of participants in each group. For a `collective_permute`, the number of
    /// participants that are sources or targets.
    pub group: usize,
    /// The size of the operands of one participant in bytes.
    pub operand_bytes: u64,
    /// The messages and bytes that one participant sends in one execution. If participants send
    /// different amounts, this is the largest.
    pub traffic: Traffic,
    /// The number of times that the program executes the collective; `None` in a loop with an
    /// unknown number of iterations.
    pub executions: Option<u64>,
}

/// Returns the collectives of the function `main`, or of the only function, in program order.
/// `devices` is the number of participants of a collective without groups.
///
/// # Errors
/// Fails if there is no such function, if a collective has a dynamic shape or invalid groups, or
/// if functions call each other recursively.
pub fn collectives<'a>(module: Op<'a>, devices: usize) -> Result<Vec<Collective>, Failure<'a>> {
    let all: Vec<_> =
        ir::walk(module).into_iter().filter(|op| ir::op_name(*op) == "func.func").collect();
    let named = |op: Op<'a>| Some((ir::symbol_name(op)?, op));
    let functions: HashMap<_, _> = all.iter().copied().filter_map(named).collect();
    let only = (all.len() == 1).then(|| all[0]);
    let Some(entry) = functions.get("main").copied().or(only) else {
        return Err(Failure::at(
            module,
            "expected a function `@main` or a module with a single function",
        ));
    };
    let mut list = List { functions, devices, found: Vec::new(), calls: Vec::new() };
    list.inside(entry, Some(1))?;
    Ok(list.found)
}

/// The state of the traversal that lists the collectives of a program.
struct List<'a> {
    functions: HashMap<String, Op<'a>>,
    devices: usize,
    found: Vec<Collective>,
    /// The called functions that are being traversed, outermost first.
    calls: Vec<Op<'a>>,
}

impl<'a> List<'a> {
    /// Adds the collectives in the regions of the operation `parent`. The regions run `executions`
    /// times.
    fn inside(&mut self, parent: Op<'a>, executions: Option<u64>) -> Result<(), Failure<'a>> {
        for op in ir::regions(parent).into_iter().flat_map(ir::blocks).flat_map(ir::ops) {
            if ir::op_name(op) == "func.call" {
                self.call(op, executions)?;
                continue;
            }
            let Some(kind) = ir::hlo_op(op) else { continue };
            match kind {
                Kind::StablehloAllGather
                | Kind::StablehloAllReduce
                | Kind::StablehloAllToAll
                | Kind::StablehloCollectiveBroadcast
                | Kind::StablehloCollectivePermute
                | Kind::StablehloCollectiveReduce
                | Kind::StablehloCrossReplicaSum
                | Kind::StablehloReduceScatter => self.add(op, executions)?,
                Kind::StablehloWhile => {
                    let trips = trip_count(op).and_then(|trips| u64::try_from(trips).ok());
                    let executions =
                        executions.zip(trips).map(|(outer, trips)| outer.saturating_mul(trips));
                    self.inside(op, executions)?;
                }
                Kind::StablehloAsyncStart | Kind::StablehloCase | Kind::StablehloIf => {
                    self.inside(op, executions)?;
                }
                _ => {}
            }
        }
        Ok(())
    }

    /// Adds the collectives of the function that the call `op` calls.
    fn call(&mut self, op: Op<'a>, executions: Option<u64>) -> Result<(), Failure<'a>> {
        let name = ir::attributes::symbol(op, "callee").unwrap_or_default();
        let Some(callee) = self.functions.get(&name).copied() else {
            return Err(Failure::at(
                op,
                format!("`func.call`: the module has no function `@{name}`"),
            ));
        };
        if self.calls.contains(&callee) {
            return Err(Failure::at(op, format!("`{name}` calls itself")));
        }
        self.calls.push(callee);
        self.inside(callee, executions)?;
        self.calls.pop();
        Ok(())
    }

    /// Adds the collective `op`, which runs `executions` times.
    fn add(&mut self, op: Op<'a>, executions: Option<u64>) -> Result<(), Failure<'a>> {
        let Some(view) = OpView::from_operation(op) else { return Ok(()) };
        let refuse = |why: String| Failure::at(op, format!("`{}`: {why}", ir::op_name(op)));
        let groups = Groups::of_operation(&view).map_err(|error| refuse(error.to_string()))?;
        let largest = groups.rows().iter().map(Vec::len).max().filter(|size| *size > 0);
        let group = largest.unwrap_or(self.devices);
        let mut operands = Vec::new();
        for operand in ir::operands(op) {
            let ty = operand.r#type();
            let bytes = bytes(operand);
            operands.push(bytes.ok_or_else(|| {
                refuse(format!("expected operands of static shape, found `{ty}`"))
            })?);
        }
        let each = operands.iter().map(|bytes| match view.op() {
            Kind::StablehloAllGather => cost::all_gather(group, *bytes),
            Kind::StablehloAllReduce | Kind::StablehloCrossReplicaSum => {
                cost::all_reduce(group, *bytes)
            }
            Kind::StablehloCollectiveBroadcast => cost::collective_broadcast(group, *bytes),
            Kind::StablehloCollectivePermute => {
                cost::collective_permute(largest_fan_out(&view), *bytes)
            }
            Kind::StablehloCollectiveReduce => cost::collective_reduce(group, *bytes),
            _ => cost::all_to_all(group, *bytes),
        });
        self.found.push(Collective {
            kind: ir::op_name(op).trim_start_matches("stablehlo.").to_owned(),
            location: render_location(op.location()),
            group,
            operand_bytes: operands.iter().copied().fold(0, u64::saturating_add),
            traffic: each.fold(Traffic::default(), Traffic::plus),
            executions,
        });
        Ok(())
    }
}

/// Returns the largest number of other participants to which one source of a `collective_permute`
/// sends its operand.
fn largest_fan_out(op: &OpView) -> u64 {
    let mut counts = HashMap::new();
    let ids = op.attribute("source_target_pairs").and_then(read_integers).unwrap_or_default();
    for pair in ids.chunks_exact(2).filter(|pair| pair[0] != pair[1]) {
        *counts.entry(pair[0]).or_insert(0) += 1;
    }
    counts.into_values().max().unwrap_or(0)
}

/// Returns the size of a tensor in bytes, or `None` if its shape is dynamic.
fn bytes(value: Value) -> Option<u64> {
    let Some(shaped) = ir::Shaped::of(value.r#type()) else { return Some(0) };
    if !shaped.is_static() {
        return None;
    }
    let bits = match ir::is_complex(shaped.element) {
        Some(part) => 2 * ir::element_width(part),
        None => ir::element_width(shaped.element),
    };
    let elements = u64::try_from(shaped.elements()).ok()?;
    Some(elements.saturating_mul(u64::from(bits)).div_ceil(8))
}
