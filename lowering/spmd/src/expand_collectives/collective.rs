// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! The collective that `hlo-expand-collectives` expands, and the runtime calls that replace it.
//!
//! A runtime call is a custom call whose target starts with `hloom.`. Its attributes contain the
//! name of the collective and, if participants exchange data, the groups of participants, the
//! strategy that numbers them, and the channel. The file `contiguous.rs` describes the calls of C
//! functions, which the option `contiguous` selects.

use super::ranks::Contiguous;
use hloom_dialects::attributes::stablehlo::ChannelHandle;
use hloom_dialects::op_view::OpView;
use hloom_evaluator::{Groups, Strategy};
use hloom_hlo_passes::build::Hlo;
use hloom_ir::pass::Failure;
use hloom_ir::{self as ir, Attribute, Context, Op, Type, Value};
use melior::ir::ValueLike;

/// The values that replace the results of a collective, or the failure to expand it.
pub type Expanded<'a> = Result<Vec<Value<'a>>, Failure<'a>>;

/// A collective operation that is being expanded.
pub struct Collective<'a> {
    /// The builder of the operations that replace the collective.
    pub hlo: Hlo<'a>,
    /// The collective operation.
    pub op: Op<'a>,
    /// The typed view of the collective.
    pub view: OpView<'a, 'a>,
    /// The exchanges of contiguous blocks between the ranks of a C function that replace the
    /// collective; `None` if runtime calls replace it.
    pub contiguous: Option<Contiguous>,
}

impl<'a> Collective<'a> {
    /// Returns the MLIR context.
    pub fn context(&self) -> &'a Context {
        self.hlo.at.context()
    }

    /// Returns the value of an integer attribute, or zero if the attribute is absent.
    pub fn number(&self, name: &str) -> i64 {
        ir::integer(self.op, name).unwrap_or_default()
    }

    /// Returns the groups of participants.
    ///
    /// # Errors
    /// Fails if an attribute of the groups is invalid.
    pub fn groups(&self) -> Result<Groups, Failure<'a>> {
        Groups::of_operation(&self.view).map_err(|error| Failure::at(self.op, error.to_string()))
    }

    /// Returns the channel, or 0 if the collective has none.
    pub fn channel(&self) -> i64 {
        let channel = self.view.optional_typed::<ChannelHandle>("channel_handle");
        channel.map_or(0, |channel| channel.handle)
    }

    /// Builds the custom call `hloom.<name>`, which represents a runtime call, and returns its
    /// result.
    pub fn call(
        &self,
        name: &str,
        operand: Option<Value<'a>>,
        result: Type<'a>,
        settings: &[(&str, Attribute<'a>)],
    ) -> Value<'a> {
        let target = ir::string_attr(self.context(), &format!("hloom.{name}"));
        let call = self.hlo.at.op("stablehlo.custom_call").attr("call_target_name", target);
        let call = call.attr("operation", ir::string_attr(self.context(), ir::op_name(self.op)));
        let call = settings.iter().fold(call, |call, (name, value)| call.attr(name, *value));
        call.operands(operand.as_slice()).result(result).value()
    }

    /// Builds a runtime call in which the participants of each group exchange data.
    ///
    /// # Errors
    /// Fails if an attribute of the groups is invalid.
    pub fn group_call(
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
        let mut all = vec![
            ("groups", ir::array_attr(context, &rows)),
            ("strategy", ir::string_attr(context, strategy)),
            ("channel", ir::i64_attr(context, self.channel())),
        ];
        all.extend_from_slice(settings);
        Ok(self.call(name, Some(operand), result, &all))
    }

    /// Builds the value of each result from the operand at the same position and the result's type.
    ///
    /// # Errors
    /// Fails with the error of `build`.
    pub fn each(
        &self,
        mut build: impl FnMut(Value<'a>, Type<'a>) -> Result<Value<'a>, Failure<'a>>,
    ) -> Expanded<'a> {
        let results = ir::operands(self.op).into_iter().zip(ir::results(self.op));
        results.map(|(operand, result)| build(operand, result.r#type())).collect()
    }
}
