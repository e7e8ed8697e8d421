// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! `hlo-expand-collectives`: what processes do together becomes calls of the runtime's library,
//! which move bytes, and arithmetic (specification, sections "all_gather", "all_reduce",
//! "all_to_all", "collective_broadcast", "collective_permute", "partition_id",
//! "reduce_scatter", "replica_id").
//!
//! ```mlir
//! %all = stablehlo.custom_call @hloom.all_gather(%x) {groups = [array<i64: 0, 1>],
//!     strategy = "flattened_ids", dimension = 0, channel = 1}
//! ```

mod reduction;

use super::build::Hlo;
use crate::ir::{self, Attribute, Builder, Context, Op, Type, Value};
use crate::pass::{Failure, OptionValues, PassInfo};
use hloom_dialects::attributes::stablehlo::ChannelHandle;
use hloom_dialects::op::Op as Kind;
use hloom_dialects::op_view::{OpView, read_integers};
use hloom_evaluator::{Groups, Strategy};
use melior::ir::ValueLike;

/// The pass.
pub static PASS: PassInfo = PassInfo {
    argument: "hlo-expand-collectives",
    description: "make collectives calls of the library, and arithmetic",
    anchor: "builtin.module",
    options: &[],
    dialects: &["stablehlo"],
    run,
};

fn run<'a>(context: &'a Context, module: Op<'a>, _: &OptionValues) -> Result<(), Failure<'a>> {
    let mut refused = Failure::default();
    // What a region holds before the operation that has it, which is erased.
    for op in ir::walk(module).into_iter().rev() {
        let Some(view) = OpView::from_operation(op) else { continue };
        let expand = match view.op() {
            Kind::StablehloPartitionId | Kind::StablehloReplicaId => number,
            Kind::StablehloAllGather => gather,
            Kind::StablehloAllToAll => exchange,
            Kind::StablehloCollectiveBroadcast => broadcast,
            Kind::StablehloCollectivePermute => permute,
            Kind::StablehloAllReduce => reduction::all_reduce,
            Kind::StablehloReduceScatter => reduction::reduce_scatter,
            _ => continue,
        };
        let collective = Collective { hlo: Hlo { at: Builder::before(context, op) }, op, view };
        match expand(&collective) {
            Ok(results) => ir::replace(op, results),
            Err(failure) => refused.merge(failure),
        }
    }
    refused.into_result()
}

/// The results, or why there are none.
type Expanded<'a> = Result<Vec<Value<'a>>, Failure<'a>>;

/// A collective that is expanded.
struct Collective<'a> {
    hlo: Hlo<'a>,
    op: Op<'a>,
    view: OpView<'a, 'a>,
}

impl<'a> Collective<'a> {
    fn context(&self) -> &'a Context {
        self.hlo.at.context()
    }

    fn number(&self, name: &str) -> i64 {
        ir::integer(self.op, name).unwrap_or_default()
    }

    /// The groups of processes, and why they cannot be had.
    fn groups(&self) -> Result<Groups, Failure<'a>> {
        Groups::of_operation(&self.view).map_err(|error| Failure::at(self.op, error.to_string()))
    }

    /// A call of the library.
    fn call(
        &self,
        name: &str,
        operand: Option<Value<'a>>,
        result: Type<'a>,
        settings: &[(&str, Attribute<'a>)],
    ) -> Value<'a> {
        let target = ir::string_attr(self.context(), &format!("hloom.{name}"));
        let call = self.hlo.at.op("stablehlo.custom_call").attr("call_target_name", target);
        let call = settings.iter().fold(call, |call, (name, value)| call.attr(name, *value));
        call.operands(operand.as_slice()).result(result).value()
    }

    /// A call in which the processes of each group meet.
    fn meeting(
        &self,
        name: &str,
        operand: Value<'a>,
        result: Type<'a>,
        settings: &[(&str, Attribute<'a>)],
    ) -> Result<Value<'a>, Failure<'a>> {
        let (context, groups) = (self.context(), self.groups()?);
        let row = |row: &Vec<u32>| {
            let row: Vec<_> = row.iter().map(|number| i64::from(*number)).collect();
            ir::dense_i64_attr(context, &row)
        };
        let rows: Vec<_> = groups.rows().iter().map(row).collect();
        let strategy = match groups.strategy() {
            Strategy::CrossReplica => "cross_replica",
            Strategy::CrossPartition => "cross_partition",
            Strategy::CrossReplicaAndPartition => "cross_replica_and_partition",
            Strategy::FlattenedIds => "flattened_ids",
        };
        let channel = self.view.optional_typed::<ChannelHandle>("channel_handle");
        let channel = channel.map_or(0, |channel| channel.handle);
        let mut all = vec![
            ("groups", ir::array_attr(context, &rows)),
            ("strategy", ir::string_attr(context, strategy)),
            ("channel", ir::i64_attr(context, channel)),
        ];
        all.extend_from_slice(settings);
        Ok(self.call(name, Some(operand), result, &all))
    }

    /// A call for each operand, whose results are of the operation's types.
    fn each(&self, name: &str, settings: &[(&str, Attribute<'a>)]) -> Expanded<'a> {
        let results = ir::operands(self.op).into_iter().zip(ir::results(self.op));
        let call = |(operand, result): (Value<'a>, Value<'a>)| {
            self.meeting(name, operand, result.r#type(), settings)
        };
        results.map(call).collect()
    }
}

fn number<'a>(of: &Collective<'a>) -> Expanded<'a> {
    let name = ir::op_name(of.op).trim_start_matches("stablehlo.");
    let result = ir::results(of.op)[0].r#type();
    Ok(vec![of.call(name, None, result, &[])])
}

fn gather<'a>(of: &Collective<'a>) -> Expanded<'a> {
    let dimension = ir::i64_attr(of.context(), of.number("all_gather_dim"));
    of.each("all_gather", &[("dimension", dimension)])
}

fn exchange<'a>(of: &Collective<'a>) -> Expanded<'a> {
    let number = |name| ir::i64_attr(of.context(), of.number(name));
    let (split, concat) = (number("split_dimension"), number("concat_dimension"));
    of.each("all_to_all", &[("split", split), ("concat", concat)])
}

fn broadcast<'a>(of: &Collective<'a>) -> Expanded<'a> {
    if of.view.optional_boolean("has_dynamic_root").unwrap_or(false) {
        return Err(Failure::at(of.op, "a broadcast whose root is computed"));
    }
    of.each("collective_broadcast", &[])
}

fn permute<'a>(of: &Collective<'a>) -> Expanded<'a> {
    let ids = of.view.attribute("source_target_pairs").and_then(read_integers).unwrap_or_default();
    let pairs = ids.chunks_exact(2).map(|pair| ir::dense_i64_attr(of.context(), pair));
    let pairs = ir::array_attr(of.context(), &pairs.collect::<Vec<_>>());
    of.each("collective_permute", &[("pairs", pairs)])
}
