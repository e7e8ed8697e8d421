// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! `hlo-partition`: a program of whole tensors becomes the program of each of several
//! partitions, which has parts of them.
//!
//! What the program says of shardings, with Shardy's dialect or as XLA's partitioner is
//! told it, is kept; [`propagate`] decides about the rest. [`rewrite`] then makes the
//! function of a partition: an operation computes with parts where one of the [`rules`]
//! says how ([`plan`] chooses between ways), and with whole operands otherwise, which is always
//! right. Where a value is
//! needed by another sharding than it has, [`steps`] says how to get there, and
//! [`collectives`] does it.
//!
//! Of shardings nothing is left but `mhlo.sharding` of the entry's arguments and results:
//! how each is sharded in the end.

mod collectives;
mod entry;
mod from_shardy;
pub mod import_shardy;
mod local;
mod manual;
mod markers;
mod one_device;
mod plan;
mod propagate;
mod rewrite;
mod rules;
mod sharding;
mod shardy;
mod split;
mod steps;

use crate::hlo::dynamism::refine_arguments::entry;
use crate::ir::{self, Context, Op, Value};
use crate::pass::{Failure, OptionValues, PassInfo, PassOption};
use collectives::Collectives;
use hloom_dialects::attributes::stablehlo::ChannelHandle;
use hloom_dialects::op_view::OpView;
use manual::Manual;
use melior::ir::ValueLike;
use propagate::Shardings;
use rewrite::Rewrite;
use sharding::{Annotation, Sharding};

/// How many partitions there may be.
const MOST: usize = 1 << 16;

/// The pass.
pub static PASS: PassInfo = PassInfo {
    argument: "hlo-partition",
    description: "partition a program whose values are sharded: one program for all partitions",
    anchor: "builtin.module",
    options: &[PassOption {
        name: "partitions",
        description: "how many partitions there are; 0 for as many as the module says",
        default: "0",
    }],
    dialects: &["stablehlo", "func"],
    run,
};

fn run<'a>(
    context: &'a Context,
    module: Op<'a>,
    options: &OptionValues,
) -> Result<(), Failure<'a>> {
    let devices = partitions(module, options.number("partitions", module)?)?;
    let function = entry(module)?;
    from_shardy::rewrite(context, module, function, devices, true)?;
    let block = from_shardy::first_block(function)?;
    let manual = Manual::of(block);
    one_device::check(function, &manual, devices)?;
    let returned = ir::ops(block).pop().map(ir::operands).unwrap_or_default();
    let arguments = said(function, "argument", &ir::args(block), devices)?;
    let results = said(function, "result", &returned, devices)?;
    let shardings = Shardings::propagate(block, &manual, arguments, results, devices)?;
    let collectives = Collectives::new(context, devices, last_channel(module));
    Rewrite::new(context, &shardings, &manual, collectives, devices).function(function)?;
    erase_meshes(module);
    let number = ir::i32_attr(context, i32::try_from(devices).unwrap_or(i32::MAX));
    ir::set_attribute(module, "mhlo.num_partitions", number);
    Ok(())
}

/// How many partitions there are.
fn partitions<'a>(module: Op<'a>, asked: i64) -> Result<usize, Failure<'a>> {
    let count = match asked {
        0 => partitions_said(module)?,
        asked => checked(module, asked)?,
    };
    let said = ir::integer(module, "mhlo.num_partitions");
    if let Some(said) = said.filter(|said| asked != 0 && *said != asked) {
        let message = format!("the program is for {said} partitions, not {asked}");
        return Err(Failure::at(module, message));
    }
    match ir::integer(module, "mhlo.num_replicas") {
        Some(replicas) if replicas != 1 => {
            let message = format!("a program for {replicas} replicas cannot be partitioned");
            Err(Failure::at(module, message))
        }
        _ => Ok(count),
    }
}

/// How many partitions a module says that there are.
fn partitions_said(module: Op) -> Result<usize, Failure> {
    checked(module, ir::integer(module, "mhlo.num_partitions").unwrap_or(1))
}

fn checked(module: Op, partitions: i64) -> Result<usize, Failure> {
    let wrong = || Failure::at(module, format!("{partitions} is no number of partitions"));
    usize::try_from(partitions).ok().filter(|count| (1..=MOST).contains(count)).ok_or_else(wrong)
}

/// What is said of the entry's arguments or results.
fn said<'a>(
    function: Op<'a>,
    what: &str,
    values: &[Value<'a>],
    devices: usize,
) -> Result<Vec<Option<Sharding>>, Failure<'a>> {
    let name = if what == "argument" { "arg_attrs" } else { "res_attrs" };
    let said = entry::said(function, name, values.len()).into_iter().zip(values).enumerate();
    let one = |(index, (text, value)): (usize, (Option<String>, &Value<'a>))| {
        let wrong = |why: &str| Failure::at(function, format!("{what} {index}: {why}"));
        let Some(text) = text.filter(|_| ir::Shaped::of(value.r#type()).is_some()) else {
            return Ok(None);
        };
        let shape = ir::shape_of(*value);
        match Annotation::read(&text, 0, shape.len(), devices).map_err(|why| wrong(&why))? {
            Annotation::Unknown => Ok(None),
            Annotation::Tiles(sharding) => {
                let uneven =
                    sharding.dims.iter().zip(&shape).find(|(it, size)| !it.divides(**size));
                match uneven {
                    None => Ok(Some(sharding)),
                    Some((split, size)) => {
                        let tiles = split.tiles();
                        let message = format!("`{text}` splits a size of {size} in {tiles} parts");
                        Err(wrong(&message))
                    }
                }
            }
            Annotation::Maximal(_) | Annotation::Manual | Annotation::PartlyManual => {
                Err(wrong(&format!("`{text}` is not supported at the entry")))
            }
        }
    };
    said.map(one).collect()
}

/// The last channel that a collective of the program is on.
fn last_channel(module: Op) -> i64 {
    let channel = |op| {
        let channel = OpView::from_operation(op)?.optional_typed::<ChannelHandle>("channel_handle");
        channel.map(|channel| channel.handle)
    };
    ir::walk(module).into_iter().filter_map(channel).max().unwrap_or(0).max(0)
}

/// Erases the meshes that no group of a collective names.
fn erase_meshes(module: Op) {
    let ops = ir::walk(module);
    let groups: Vec<_> = ops
        .iter()
        .filter_map(|op| {
            use melior::ir::operation::OperationLike as _;
            op.attribute("replica_groups").ok().map(|groups| groups.to_string())
        })
        .filter(|groups| groups.contains('@'))
        .collect();
    for op in ops.into_iter().filter(|op| ir::op_name(*op) == "sdy.mesh") {
        let name = format!("@{}", ir::symbol_name(op).unwrap_or_default());
        if !groups.iter().any(|groups| groups.contains(&name)) {
            ir::erase(op);
        }
    }
}
