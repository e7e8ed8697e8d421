// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! `hlo-canonicalize-dynamism`: operations whose sizes are operands become those whose
//! sizes are attributes, where the operands are constants.

use super::custom_calls;
use crate::hlo::build::Hlo;
use crate::ir::{self, Attribute, Builder, Context, Op, OpBuilder, Value};
use crate::pass::{Failure, OptionValues, PassInfo};
use hloom_dialects::op_view::constant_integers;
use hloom_dialects::shape::TensorType;
use melior::ir::ValueLike;
use melior::ir::operation::OperationLike;

/// The pass.
pub static PASS: PassInfo = PassInfo {
    argument: "hlo-canonicalize-dynamism",
    description: "replace operations of dynamic sizes by static ones where sizes are constants",
    anchor: "func.func",
    options: &[],
    dialects: &["stablehlo"],
    run,
};

/// What a convolution has beside its padding.
const CONVOLUTION: [&str; 8] = [
    "window_strides",
    "lhs_dilation",
    "rhs_dilation",
    "window_reversal",
    "dimension_numbers",
    "feature_group_count",
    "batch_group_count",
    "precision_config",
];

fn run<'a>(context: &'a Context, function: Op<'a>, _: &OptionValues) -> Result<(), Failure<'a>> {
    for op in ir::walk(function) {
        let results = ir::results(op);
        if let Some(new) = custom_calls::without_shapes(context, op) {
            ir::replace(op, new);
            continue;
        }
        let [result] = results[..] else { continue };
        let Some(tensor) = TensorType::from_type(result.r#type()) else { continue };
        let rewrite = Rewrite { context, op, operands: ir::operands(op) };
        if let Some(value) = rewrite.value(&tensor).filter(|it| it.r#type() == result.r#type()) {
            ir::replace(op, [value]);
        }
    }
    Ok(())
}

/// The convolution that one with computed padding is, where the padding is a constant.
pub fn convolution<'a>(context: &'a Context, op: Op<'a>) -> Option<Value<'a>> {
    let operands = ir::operands(op);
    let padding = constant_integers(*operands.get(2)?)?;
    let edges: Vec<_> = padding.chunks(2).map(|edges| format!("{edges:?}")).collect();
    let list = if edges.is_empty() { String::new() } else { format!("[{}]", edges.join(", ")) };
    let padding = format!("dense<{list}> : tensor<{}x2xi64>", edges.len());
    let mut convolution =
        Builder::before(context, op).op("stablehlo.convolution").operands(&operands[..2]);
    for name in CONVOLUTION {
        if let Ok(attribute) = op.attribute(name) {
            convolution = convolution.attr(name, attribute);
        }
    }
    let padding = ir::parse_attribute(context, &padding);
    let result = ir::results(op).first()?.r#type();
    Some(convolution.attr("padding", padding).result(result).value())
}

struct Rewrite<'a> {
    context: &'a Context,
    op: Op<'a>,
    operands: Vec<Value<'a>>,
}

impl<'a> Rewrite<'a> {
    /// The static operation's result.
    fn value(&self, tensor: &TensorType<'a>) -> Option<Value<'a>> {
        let first = *self.operands.first()?;
        let hlo = Hlo { at: Builder::before(self.context, self.op) };
        let shape = tensor.static_dims();
        Some(match ir::op_name(self.op) {
            "stablehlo.dynamic_broadcast_in_dim" => {
                let dims = ir::i64_array(self.attribute("broadcast_dimensions")?)?;
                hlo.broadcast(first, &dims, &shape?)
            }
            "stablehlo.dynamic_reshape" => hlo.reshape(first, &shape?),
            "stablehlo.dynamic_iota" => {
                shape?;
                let dimension = ir::integer(self.op, "iota_dimension")?;
                hlo.iota(usize::try_from(dimension).ok()?, tensor.ty())
            }
            "stablehlo.dynamic_pad" => {
                shape?;
                let (low, high, interior) =
                    (self.integers(2)?, self.integers(3)?, self.integers(4)?);
                let edges = [("edge_padding_low", low), ("edge_padding_high", high)];
                let lists = edges.into_iter().chain([("interior_padding", interior)]);
                let pad = hlo.at.op("stablehlo.pad").operands(&self.operands[..2]);
                self.with_lists(pad, lists).result(tensor.ty()).value()
            }
            "stablehlo.real_dynamic_slice" => self.slice(hlo, first, tensor)?,
            "stablehlo.dynamic_gather" => {
                let sizes = self.integers(2)?;
                let gather = hlo.at.op("stablehlo.gather").operands(&self.operands[..2]);
                let gather =
                    self.with_attributes(gather, &["dimension_numbers", "indices_are_sorted"]);
                self.with_lists(gather, [("slice_sizes", sizes)]).result(tensor.ty()).value()
            }
            "stablehlo.dynamic_conv" => convolution(self.context, self.op)?,
            // To what it is: TensorFlow says so of the results of its sorts.
            "stablehlo.set_dimension_size" => {
                let dimension = usize::try_from(ir::integer(self.op, "dimension")?).ok()?;
                let is_same = self.integers(1)? == [*shape?.get(dimension)?];
                is_same.then_some(first)?
            }
            _ => return None,
        })
    }

    /// A slice, or one of known sizes from where only the run knows.
    fn slice(
        &self,
        hlo: Hlo<'a>,
        operand: Value<'a>,
        tensor: &TensorType<'a>,
    ) -> Option<Value<'a>> {
        let sizes = tensor.static_dims()?;
        let strides = self.integers(3)?;
        if let (Some(starts), Some(limits)) = (self.integers(1), self.integers(2)) {
            return Some(hlo.slice(operand, &starts, &limits, &strides));
        }
        if strides.iter().any(|stride| *stride != 1) {
            return None;
        }
        let starts = self.operands[1];
        let start = |dimension: usize| {
            let at = dimension as i64;
            hlo.reshape(hlo.slice(starts, &[at], &[at + 1], &[1]), &[])
        };
        let starts: Vec<_> = (0..sizes.len()).map(start).collect();
        Some(hlo.dynamic_slice(operand, &starts, &sizes))
    }

    fn attribute(&self, name: &str) -> Option<Attribute<'a>> {
        self.op.attribute(name).ok()
    }

    fn integers(&self, operand: usize) -> Option<Vec<i64>> {
        constant_integers(*self.operands.get(operand)?)
    }

    fn with_attributes(&self, mut builder: OpBuilder<'a>, names: &[&str]) -> OpBuilder<'a> {
        for name in names {
            if let Some(attribute) = self.attribute(name) {
                builder = builder.attr(name, attribute);
            }
        }
        builder
    }

    fn with_lists(
        &self,
        mut builder: OpBuilder<'a>,
        lists: impl IntoIterator<Item = (&'static str, Vec<i64>)>,
    ) -> OpBuilder<'a> {
        for (name, list) in lists {
            builder = builder.attr(name, ir::dense_i64_attr(self.context, &list));
        }
        builder
    }
}
