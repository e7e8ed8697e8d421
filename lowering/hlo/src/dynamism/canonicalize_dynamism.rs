// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! `hlo-canonicalize-dynamism`: replaces dynamic operations whose size operands are constants by
//! static operations.
//!
//! The constants become attributes of the static operation; for example, a `dynamic_pad` becomes a
//! `pad`. An operation is replaced only if the type of its result does not change. Custom calls
//! lose the operands that contain the shapes of their results, once these shapes are static.
//!
//! If the type of the result determines the sizes, the operands need not be constants, because they
//! can have no other values. StableHLO's pass does not replace such operations; neither does this
//! pass with the option `only-constants`.

use super::{custom_calls, sizes};
use crate::build::Hlo;
use hloom_dialects::op::Op as Kind;
use hloom_dialects::op_view::constant_integers;
use hloom_dialects::shape::TensorType;
use hloom_ir::pass::{Failure, OptionValues, PassInfo, PassOption};
use hloom_ir::pipeline::Level;
use hloom_ir::{self as ir, Attribute, Builder, Context, Op, OpBuilder, Type, Value};
use melior::ir::ValueLike;
use melior::ir::operation::OperationLike;

/// The pass `hlo-canonicalize-dynamism`.
pub static PASS: PassInfo = PassInfo {
    argument: "hlo-canonicalize-dynamism",
    description: "replace dynamic operations by static operations if the sizes are constants or \
                  follow from the result type",
    anchor: "func.func",
    level: Level::Hlo,
    options: &[PassOption {
        name: "only-constants",
        description: "keep operations whose size operands are not constants, even if the result \
                      type determines the sizes",
        default: "false",
    }],
    dialects: &["stablehlo"],
    run,
};

/// Attributes of a convolution other than its padding.
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

fn run<'a>(
    context: &'a Context,
    function: Op<'a>,
    options: &OptionValues,
) -> Result<(), Failure<'a>> {
    let only_constants = options.flag("only-constants", function)?;
    for op in ir::walk(function) {
        custom_calls::check(op)?;
        if let Some(new) = custom_calls::without_shapes(context, op) {
            ir::replace(op, new);
            continue;
        }
        let [result] = ir::results(op)[..] else { continue };
        let Some(tensor) = TensorType::from_type(result.r#type()) else { continue };
        let rewrite = Rewrite { context, op, operands: ir::operands(op), only_constants };
        if let Some(value) = rewrite.value(&tensor).filter(|it| it.r#type() == result.r#type()) {
            if let Some(new) = ir::defining_op(value).filter(|_| !rewrite.operands.contains(&value))
            {
                for (name, attribute) in ir::discardable_attributes(op) {
                    ir::set_attribute(new, name, attribute);
                }
            }
            ir::replace(op, [value]);
        }
    }
    Ok(())
}

/// Builds the `convolution` that equals a `dynamic_conv` whose padding operand is a constant.
/// Returns `None` if the padding is not a constant.
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
    only_constants: bool,
}

impl<'a> Rewrite<'a> {
    /// Builds the static equivalent of a dynamic operation, and returns its result. Returns `None`
    /// if the dynamic operation must be kept.
    fn value(&self, tensor: &TensorType<'a>) -> Option<Value<'a>> {
        let first = *self.operands.first()?;
        let hlo = Hlo { at: Builder::before(self.context, self.op) };
        let shape = tensor.static_dims();
        Some(match ir::hlo_op(self.op)? {
            Kind::StablehloDynamicBroadcastInDim => {
                let dims = ir::i64_array(self.attribute("broadcast_dimensions")?)?;
                let operand = TensorType::from_type(first.r#type())?;
                (!self.only_constants || operand.is_static()).then_some(())?;
                self.check_sizes(1)?;
                hlo.broadcast(first, &dims, &shape?)
            }
            Kind::StablehloDynamicReshape => {
                self.check_sizes(1)?;
                hlo.reshape(first, &shape?)
            }
            Kind::StablehloDynamicIota => {
                shape?;
                self.check_sizes(0)?;
                let dimension = ir::integer(self.op, "iota_dimension")?;
                hlo.iota(usize::try_from(dimension).ok()?, tensor.ty())
            }
            Kind::StablehloDynamicPad => {
                let (low, high, interior) =
                    (self.integers(2)?, self.integers(3)?, self.integers(4)?);
                let edges = [("edge_padding_low", low), ("edge_padding_high", high)];
                let lists = edges.into_iter().chain([("interior_padding", interior)]);
                let pad = hlo.at.op("stablehlo.pad").operands(&self.operands[..2]);
                self.with_lists(pad, lists).result(tensor.ty()).value()
            }
            Kind::StablehloRealDynamicSlice => self.slice(hlo, first, tensor)?,
            Kind::StablehloDynamicGather => {
                let sizes = self.integers(2)?;
                let gather = hlo.at.op("stablehlo.gather").operands(&self.operands[..2]);
                let gather =
                    self.with_attributes(gather, &["dimension_numbers", "indices_are_sorted"]);
                self.with_lists(gather, [("slice_sizes", sizes)]).result(tensor.ty()).value()
            }
            Kind::StablehloDynamicConv => convolution(self.context, self.op)?,
            // TensorFlow sets the results of its sorts to the size that they already have.
            Kind::StablehloSetDimensionSize => {
                let dimension = usize::try_from(ir::integer(self.op, "dimension")?).ok()?;
                let is_same = self.integers(1)? == [*shape?.get(dimension)?];
                is_same.then_some(first)?
            }
            _ => return None,
        })
    }

    /// Returns `None` if the option `only-constants` is set and the operand with the index
    /// `operand` is not a constant. Otherwise returns `Some`.
    fn check_sizes(&self, operand: usize) -> Option<()> {
        (!self.only_constants || self.integers(operand).is_some()).then_some(())
    }

    /// Builds a `slice` if the bounds and strides are constants. Otherwise builds a
    /// `dynamic_slice`, which requires known sizes and strides of one. Returns `None` if neither is
    /// possible.
    fn slice(
        &self,
        hlo: Hlo<'a>,
        operand: Value<'a>,
        tensor: &TensorType<'a>,
    ) -> Option<Value<'a>> {
        let strides = self.integers(3)?;
        if let (Some(starts), Some(limits)) = (self.integers(1), self.integers(2)) {
            return Some(self.static_slice(hlo, operand, [starts, limits, strides], tensor.ty()));
        }
        if strides.iter().any(|stride| *stride != 1) {
            return None;
        }
        let spans = sizes::spans(self.operands[1], self.operands[2]);
        let sizes = match spans {
            None if !self.only_constants => tensor.static_dims()?,
            spans => spans?,
        };
        let starts = self.operands[1];
        let scalar = ir::tensor(&[1], ir::element_of(starts.r#type()));
        let start = |dimension: usize| {
            let at = dimension as i64;
            let start = self.static_slice(hlo, starts, [vec![at], vec![at + 1], vec![1]], scalar);
            hlo.reshape(start, &[])
        };
        let starts: Vec<_> = (0..sizes.len()).map(start).collect();
        let operands: Vec<_> = std::iter::once(operand).chain(starts).collect();
        let slice = hlo.at.op("stablehlo.dynamic_slice").operands(&operands);
        Some(self.with_lists(slice, [("slice_sizes", sizes)]).result(tensor.ty()).value())
    }

    /// Builds a `slice` with these starts, limits and strides.
    fn static_slice(
        &self,
        hlo: Hlo<'a>,
        operand: Value<'a>,
        [starts, limits, strides]: [Vec<i64>; 3],
        ty: Type<'a>,
    ) -> Value<'a> {
        let lists = [("start_indices", starts), ("limit_indices", limits), ("strides", strides)];
        let slice = hlo.at.op("stablehlo.slice").operands(&[operand]);
        self.with_lists(slice, lists).result(ty).value()
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
