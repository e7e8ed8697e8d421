// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! `hlo-expand-collectives`: expands communication to runtime calls and arithmetic (StableHLO
//! specification, sections "all_gather", "all_reduce", "all_to_all", "collective_broadcast",
//! "collective_permute", "collective_reduce", "infeed", "outfeed", "partition_id", "recv",
//! "reduce_scatter", "replica_id", "send", and the deprecated `cross-replica-sum`).
//!
//! The runtime calls, which the pass represents as custom calls, move bytes between participants, and
//! combine the operands of common reductions, such as sums. Other reductions become such a call
//! followed by StableHLO arithmetic.
//!
//! ```mlir
//! %all = stablehlo.custom_call @hloom.all_gather(%x) {groups = [array<i64: 0, 1>],
//!     strategy = "flattened_ids", dimension = 0, channel = 1, operation = "stablehlo.all_reduce"}
//! ```
//!
//! With the option `contiguous`, the calls are those of C functions, which exchange contiguous blocks
//! ([`contiguous`]).

mod collective;
mod combination;
mod contiguous;
mod movement;
mod participant;
mod ranks;
mod reduction;
mod transfer;

use collective::{Collective, Expanded};
use hloom_dialects::op::Op as Kind;
use hloom_dialects::op_view::{OpView, read_integers};
use hloom_dialects::shape::TensorType;
use hloom_hlo_passes::build::Hlo;
use hloom_ir::pass::{Failure, OptionValues, PassInfo, PassOption};
use hloom_ir::pipeline::Level;
use hloom_ir::{self as ir, Builder, Context, Op, Type};
use melior::ir::{TypeLike, ValueLike};
use movement::{all_gather, all_to_all};
use participant::{or_zeros, own_number};
use ranks::Contiguous;
pub use reduction::combined_by;

/// The pass `hlo-expand-collectives`.
pub static PASS: PassInfo = PassInfo {
    argument: "hlo-expand-collectives",
    description: "expand collectives, sends, receives, infeeds and outfeeds to runtime calls and \
                  arithmetic",
    anchor: "builtin.module",
    level: Level::Hlo,
    options: &[PassOption {
        name: "contiguous",
        description: "for C functions: use runtime calls only to exchange contiguous blocks \
                      between ranks, and StableHLO operations for everything else",
        default: "false",
    }],
    dialects: &["stablehlo"],
    run,
};

fn run<'a>(
    context: &'a Context,
    module: Op<'a>,
    options: &OptionValues,
) -> Result<(), Failure<'a>> {
    let is_contiguous = options.flag("contiguous", module)?;
    let mut refused = Failure::default();
    // In reverse order, nested operations come before their parent, which is erased.
    for (position, op) in ir::walk(module).into_iter().enumerate().rev() {
        let Some(view) = OpView::from_operation(op) else { continue };
        // The body of `async_start` must be a collective; `hlo-expand-async` expands both.
        if ir::enclosing(op, "stablehlo.async_start").is_some() {
            continue;
        }
        let expand = match view.op() {
            Kind::StablehloPartitionId | Kind::StablehloReplicaId => number,
            Kind::StablehloAllGather => gather,
            Kind::StablehloAllToAll => exchange,
            Kind::StablehloCollectiveBroadcast => broadcast,
            Kind::StablehloCollectivePermute => permute,
            Kind::StablehloCollectiveReduce => reduction::collective_reduce,
            Kind::StablehloAllReduce => reduction::all_reduce,
            Kind::StablehloCrossReplicaSum => reduction::cross_replica_sum,
            Kind::StablehloReduceScatter => reduction::reduce_scatter,
            Kind::StablehloSend | Kind::StablehloRecv => transfer::message,
            Kind::StablehloInfeed | Kind::StablehloOutfeed => transfer::feed,
            _ => continue,
        };
        // The runtime calls move buffers of known sizes.
        let values = ir::operands(op).into_iter().chain(ir::results(op));
        if let Some(ty) = values.map(|value| value.r#type()).find(|ty| is_dynamic(*ty)) {
            let message = format!("`{}`: expected a static shape, found `{ty}`", ir::op_name(op));
            refused.merge(Failure::at(op, message));
            continue;
        }
        let contiguous = is_contiguous.then(|| Contiguous::new(module, op, position));
        let hlo = Hlo { at: Builder::before(context, op) };
        let collective = Collective { hlo, op, view, contiguous };
        match expand(&collective) {
            Ok(results) => ir::replace(op, results),
            Err(failure) => refused.merge(failure),
        }
    }
    refused.into_result()
}

fn is_dynamic(ty: Type) -> bool {
    ty.is_tensor() && TensorType::from_type(ty).is_none_or(|tensor| !tensor.is_static())
}

fn number<'a>(of: &Collective<'a>) -> Expanded<'a> {
    let name = ir::op_name(of.op).trim_start_matches("stablehlo.");
    Ok(vec![own_number(of, name, ir::results(of.op)[0].r#type())])
}

fn gather<'a>(of: &Collective<'a>) -> Expanded<'a> {
    let dimension = of.number("all_gather_dim");
    of.each(|operand, result| all_gather(of, operand, dimension, result))
}

fn exchange<'a>(of: &Collective<'a>) -> Expanded<'a> {
    let dimensions = [of.number("split_dimension"), of.number("concat_dimension")];
    of.each(|operand, result| all_to_all(of, operand, dimensions, result))
}

fn broadcast<'a>(of: &Collective<'a>) -> Expanded<'a> {
    if of.view.optional_boolean("has_dynamic_root").unwrap_or(false) {
        let message = "`stablehlo.collective_broadcast` with a dynamic root cannot be expanded";
        return Err(Failure::at(of.op, message));
    }
    let members = of.groups()?.rows().concat();
    of.each(|operand, result| {
        let received = match &of.contiguous {
            Some(form) => contiguous::broadcast(of, form, operand, result)?,
            None => of.group_call("collective_broadcast", operand, result, &[])?,
        };
        or_zeros(of, received, &members)
    })
}

fn permute<'a>(of: &Collective<'a>) -> Expanded<'a> {
    let ids = of.view.attribute("source_target_pairs").and_then(read_integers).unwrap_or_default();
    let pairs = ids.chunks_exact(2);
    let targets = pairs.clone().filter_map(|pair| u32::try_from(pair[1]).ok());
    let targets: Vec<_> = targets.collect();
    let pairs = pairs.map(|pair| ir::dense_i64_attr(of.context(), pair));
    let pairs = ir::array_attr(of.context(), &pairs.collect::<Vec<_>>());
    let settings = [("pairs", pairs)];
    of.each(|operand, result| {
        let received = match &of.contiguous {
            Some(form) => contiguous::permute(of, form, operand, result)?,
            None => of.group_call("collective_permute", operand, result, &settings)?,
        };
        or_zeros(of, received, &targets)
    })
}
