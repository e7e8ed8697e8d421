// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! `hlo-partition`: converts a program on global tensors to the program that each partition runs on
//! its shards.
//!
//! The pass keeps all shardings that the program specifies, in Shardy's dialect or in the notation
//! of XLA's SPMD partitioner, except splits into unequal tiles; [`propagate`] chooses the others.
//! Then [`rewrite`] builds the function of a partition. If one of the [`rules`] describes an
//! operation, the operation computes with shards, and [`plan`] chooses the shardings of its
//! operands and results. Any other operation computes with whole operands, which is always correct.
//! If an operation needs a value with another sharding, [`steps`] finds the conversions, and
//! [`collectives`] builds their operations. Finally, [`merge`] merges reductions, and
//! [`hoist`] moves them out of loops.
//!
//! In the partitioned program, only the arguments and results of the entry function have shardings:
//! the attribute `mhlo.sharding` gives the final sharding of each. The file `docs/partitioning.md`
//! describes the notations and the result.

mod collectives;
mod combination;
mod entry;
mod from_shardy;
mod halo;
mod hoist;
pub mod import_shardy;
mod local;
mod local_indices;
mod manual;
mod markers;
mod merge;
mod mesh;
mod nested;
mod one_device;
mod plan;
mod propagate;
mod rewrite;
mod rules;
mod sharding;
mod shardy;
mod split;
mod steps;
mod unreduced;

use crate::limits::MAX_PARTICIPANTS;
use collectives::Collectives;
use hloom_dialects::attributes::stablehlo::ChannelHandle;
use hloom_dialects::op_view::OpView;
use hloom_hlo_passes::dynamism::refine_arguments::entry;
use hloom_ir::pass::{Failure, OptionValues, PassInfo, PassOption};
use hloom_ir::pipeline::Level;
use hloom_ir::{self as ir, Context, Op, Value};
use manual::Manual;
use melior::ir::ValueLike;
use propagate::Shardings;
use rewrite::Rewrite;

pub use manual::is_of_replicas;
pub use sharding::{Annotation, Sharding};
pub use split::Split;

/// The pass `hlo-partition`.
pub static PASS: PassInfo = PassInfo {
    argument: "hlo-partition",
    description: "partition a program with shardings into one program for all partitions (SPMD)",
    anchor: "builtin.module",
    level: Level::Hlo,
    options: &[
        PassOption {
            name: "partitions",
            description: "number of partitions; 0 for the value of the module's attribute \
                          `mhlo.num_partitions`",
            default: "0",
        },
        PassOption {
            name: "replicas",
            description: "number of replicas; 0 for the value of the module's attribute \
                          `mhlo.num_replicas`",
            default: "0",
        },
    ],
    dialects: &["stablehlo", "func"],
    run,
};

fn run<'a>(
    context: &'a Context,
    module: Op<'a>,
    options: &OptionValues,
) -> Result<(), Failure<'a>> {
    let devices = count(module, "partitions", options.number("partitions", module)?)?;
    let replicas = count(module, "replicas", options.number("replicas", module)?)?;
    if replicas * devices > MAX_PARTICIPANTS {
        let message = format!(
            "expected at most {MAX_PARTICIPANTS} partitions of all replicas, found {replicas} replicas \
             of {devices} partitions"
        );
        return Err(Failure::at(module, message));
    }
    let number = |count: usize| ir::i32_attr(context, i32::try_from(count).unwrap_or(i32::MAX));
    if replicas > 1 {
        ir::set_attribute(module, "mhlo.num_replicas", number(replicas));
    }
    let function = entry(module)?;
    from_shardy::rewrite(context, module, function, devices, true)?;
    let block = from_shardy::first_block(function)?;
    let manual = Manual::of(block);
    one_device::check(function, &manual, devices)?;
    let returned = ir::ops(block).pop().map(ir::operands).unwrap_or_default();
    let arguments = shardings(function, "argument", &ir::args(block), devices)?;
    let results = shardings(function, "result", &returned, devices)?;
    let shardings = Shardings::propagate(block, &manual, arguments, results, devices)?;
    let channel = last_channel(module);
    let collectives = Collectives::new(context, [replicas, devices], channel);
    Rewrite::new(context, &shardings, &manual, collectives, devices).function(function)?;
    merge::run(context, module, channel);
    while hoist::run(module, channel) {
        merge::run(context, module, channel);
    }
    erase_meshes(module);
    ir::set_attribute(module, "mhlo.num_partitions", number(devices));
    Ok(())
}

/// Returns the number of partitions or replicas; `what` is `partitions` or `replicas`. `asked` is the
/// value of the option; zero stands for the number that the module specifies, or one.
fn count<'a>(module: Op<'a>, what: &str, asked: i64) -> Result<usize, Failure<'a>> {
    let specified = ir::integer(module, &format!("mhlo.num_{what}"));
    let count = if asked == 0 { specified.unwrap_or(1) } else { asked };
    let number = usize::try_from(count).ok().filter(|it| (1..=MAX_PARTICIPANTS).contains(it));
    let number = number.ok_or_else(|| {
        let message = format!("expected 1 to {MAX_PARTICIPANTS} {what}, found {count}");
        Failure::at(module, message)
    })?;
    match specified.filter(|specified| *specified != count) {
        Some(specified) => {
            let message = format!("the program is for {specified} {what}, not {asked}");
            Err(Failure::at(module, message))
        }
        None => Ok(number),
    }
}

/// A sharding that the program specifies, and the dimensions that propagation may split further.
type Given = (Sharding, Vec<usize>);

/// Reads the shardings of the entry function's arguments or results. `what` is `argument` or
/// `result`. The entry is `None` for a value without a sharding.
fn shardings<'a>(
    function: Op<'a>,
    what: &str,
    values: &[Value<'a>],
    devices: usize,
) -> Result<Vec<Option<Given>>, Failure<'a>> {
    let name = if what == "argument" { "arg_attrs" } else { "res_attrs" };
    let open = entry::open_dimensions(function, name, values.len());
    let texts = entry::shardings(function, name, values.len());
    let texts = texts.into_iter().zip(values).enumerate();
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
                    None => Ok(Some((sharding, open[index].clone()))),
                    Some((split, size)) => {
                        let tiles = split.tiles();
                        Err(wrong(&format!(
                            "`{text}` splits a dimension of size {size} into {tiles} unequal parts"
                        )))
                    }
                }
            }
            Annotation::Maximal(_) | Annotation::Manual | Annotation::PartlyManual => {
                Err(wrong(&format!("expected a tiled or replicated sharding, found `{text}`")))
            }
        }
    };
    texts.map(one).collect()
}

/// Returns the largest channel id of a collective in the program, or zero if there are no
/// collectives.
fn last_channel(module: Op) -> i64 {
    let channel = |op| {
        let channel = OpView::from_operation(op)?.optional_typed::<ChannelHandle>("channel_handle");
        channel.map(|channel| channel.handle)
    };
    ir::walk(module).into_iter().filter_map(channel).max().unwrap_or(0).max(0)
}

/// Erases the meshes that no collective refers to in its replica groups.
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
