// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Products and convolutions of quantized tensors, computed as integer sums.
//!
//! Zero points are subtracted before the multiplication. The sum fits in 32 bits, so it is exact.
//! Finally, it is converted to a float and multiplied with the scales of both operands.

use super::quantized::{Quantization, along};
use super::scheme::{Scheme, stored};
use crate::build::Hlo;
use hloom_dialects::attributes::stablehlo::{ConvDimensionNumbers, DotDimensionNumbers};
use hloom_dialects::element::ElementType;
use hloom_dialects::op::Op as Kind;
use hloom_dialects::op_view::OpView;
use hloom_ir::{self as ir, Op, Value};
use melior::ir::ValueLike;

/// Largest product of two integers of 8 bits, each minus its zero point.
const LARGEST: i64 = 255 * 255;

/// Returns `sum((lhs - lhs_zero) * (rhs - rhs_zero)) * (lhs_scale * rhs_scale)`, with a sum of
/// integers. Returns `None` if the sum may overflow 32 bits, or if an operand does not have
/// quantized integers of 8 bits or fewer. Also returns `None` if the scales of lhs vary, or if the
/// scales of rhs vary along a summed dimension.
pub fn scaled_product<'a>(hlo: Hlo<'a>, op: Op<'a>) -> Option<Value<'a>> {
    let operands = ir::operands(op);
    let quantization = |value: Value<'a>| match Scheme::of(value.r#type())? {
        Scheme::Quantized(quantization) => Some(quantization),
        Scheme::SmallFloat(_) => None,
    };
    let (lhs, rhs) = (quantization(operands[0])?, quantization(operands[1])?);
    let result = *ir::results(op).first()?;
    let narrow = |scheme: &Quantization| {
        ElementType::from_type(scheme.quantized.storage).width().is_some_and(|width| width <= 8)
    };
    let view = OpView::from_operation(op)?;
    let layout = Layout::of(&view, rhs.quantized.axis)?;
    if !narrow(&lhs) || !narrow(&rhs) || lhs.quantized.is_per_axis() {
        return None;
    }
    layout.terms.checked_mul(LARGEST).filter(|sum| *sum <= i64::from(i32::MAX))?;

    let context = hlo.at.context();
    let [left, right] = [operands[0], operands[1]].map(|value| stored(hlo, value));
    let integers = [lhs.centered(hlo, left), rhs.centered(hlo, right)];
    let sums = ir::tensor(&ir::shape_of(result), ir::int(context, 32));
    let product = hlo.at.op(ir::op_name(op)).operands(&integers).result(sums).attrs_of(op, &[]);
    let element = ir::element_of(Scheme::expressed(context, result.r#type()));
    let product = hlo.convert(product.value(), element);
    let scale = *lhs.quantized.scales.first()?;
    let scales: Vec<_> = rhs.quantized.scales.iter().map(|other| scale * other).collect();
    let scales = match (layout.scaled, &scales[..]) {
        (None, [one]) => hlo.float(*one, product.r#type()),
        (Some(dimension), _) => {
            let scales = scales.iter().map(|scale| ir::float_attr(context, element, *scale));
            along(hlo, &scales.collect::<Vec<_>>(), dimension, product)
        }
        _ => return None,
    };
    Some(hlo.binary("multiply", product, scales))
}

/// The number of terms of each sum, and the dimension of the result that corresponds to the
/// quantized axis of rhs.
struct Layout {
    terms: i64,
    scaled: Option<i64>,
}

impl Layout {
    fn of(op: &OpView, axis: Option<i32>) -> Option<Self> {
        let (lhs, rhs) = (op.tensor(0).ok()?, op.tensor(1).ok()?);
        let sizes = rhs.static_dims()?;
        let axis = axis.map(i64::from);
        if op.op() == Kind::StablehloConvolution {
            let numbers: ConvDimensionNumbers = op.typed("dimension_numbers").ok()?;
            let features = usize::try_from(numbers.kernel_output_feature_dimension).ok()?;
            let is_features = axis == Some(numbers.kernel_output_feature_dimension);
            if axis.is_some() && !is_features {
                return None;
            }
            let others = sizes.iter().enumerate().filter(|(dim, _)| *dim != features);
            let terms = others.map(|(_, size)| size).product();
            return Some(Self { terms, scaled: axis.map(|_| numbers.output_feature_dimension) });
        }
        let (batching, contracting) = if op.op() == Kind::StablehloDot {
            (Vec::new(), vec![0])
        } else {
            let numbers: DotDimensionNumbers = op.typed("dot_dimension_numbers").ok()?;
            (numbers.rhs_batching_dimensions, numbers.rhs_contracting_dimensions)
        };
        let summed = |dim: &i64| usize::try_from(*dim).ok().and_then(|dim| sizes.get(dim).copied());
        let terms = contracting.iter().map(summed).product::<Option<i64>>()?;
        let scaled = match axis {
            None => None,
            Some(axis) if batching.contains(&axis) || contracting.contains(&axis) => return None,
            Some(axis) => {
                // The result has the batches, then the free dimensions of lhs, then those of
                // rhs.
                let before = (0..axis)
                    .filter(|dim| !batching.contains(dim) && !contracting.contains(dim))
                    .count();
                let lhs_free = lhs.rank() - batching.len() - contracting.len();
                i64::try_from(batching.len() + lhs_free + before).ok()
            }
        };
        Some(Self { terms, scaled })
    }
}
