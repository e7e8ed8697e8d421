// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Lowers contractions: `dot_general` and `dot` (StableHLO specification, section "dot_general").
//!
//! A contraction becomes a fill with zero and one `linalg.generic`. Its loops are the batching
//! dimensions, the free dimensions of the left operand, the free dimensions of the right operand,
//! and the contracting dimensions. Its body is `accumulator + convert(left) * convert(right)`.

use super::class::class_of;
use super::{Emitter, scalar, scalars};
use hloom_ir::attributes::{self, DotDims};
use hloom_ir::linalg::generic::{Generic, empty, identity_map, map_of_dims, splat_tensor};
use hloom_ir::pass::Failure;
use hloom_ir::{self as ir, Builder, Context, Op, Shaped, Type, Value};
use hloom_values::ElementClass;
use melior::ir::ValueLike;

/// Lowers `dot_general`.
///
/// # Errors
/// Fails if an attribute cannot be read, or if an element type has no arithmetic.
pub fn emit_dot_general<'a>(
    emitter: &mut Emitter<'a>,
    builder: Builder<'a>,
    op: Op<'a>,
    operands: &[Value<'a>],
) -> Result<Vec<Value<'a>>, Failure<'a>> {
    let dims = attributes::dot_dims(op)?;
    contract(emitter, builder, op, operands, &dims)
}

/// Lowers `dot`, which contracts the last dimension of the left operand with the first dimension of
/// the right operand.
///
/// # Errors
/// Fails if an attribute cannot be read, or if an element type has no arithmetic.
pub fn emit_dot<'a>(
    emitter: &mut Emitter<'a>,
    builder: Builder<'a>,
    op: Op<'a>,
    operands: &[Value<'a>],
) -> Result<Vec<Value<'a>>, Failure<'a>> {
    let rank = Shaped::of(operands[0].r#type()).map_or(0, |shaped| shaped.rank());
    let dims = DotDims {
        lhs_contracting: vec![rank.saturating_sub(1)],
        rhs_contracting: vec![0],
        ..DotDims::default()
    };
    contract(emitter, builder, op, operands, &dims)
}

/// Minimum number of terms of a sum that may be added in another order. Shorter sums are not
/// vectorized with partial sums, so their terms are added in the same order as on other platforms.
const FEWEST_TO_REORDER: i64 = 8;

fn contract<'a>(
    emitter: &Emitter<'a>,
    builder: Builder<'a>,
    op: Op<'a>,
    operands: &[Value<'a>],
    dims: &DotDims,
) -> Result<Vec<Value<'a>>, Failure<'a>> {
    let context = emitter.context();
    let mut product = Product::of(context, op)?;
    let lhs_shape = ir::shape_of(operands[0]);
    let terms = dims.lhs_contracting.iter().map(|dim| lhs_shape[*dim]);
    product.reorder = terms.fold(1, i64::saturating_mul) >= FEWEST_TO_REORDER;
    let ranks =
        [0, 1].map(|side| Shaped::of(operands[side].r#type()).map_or(0, |shaped| shaped.rank()));
    let free = |rank: usize, batching: &[usize], contracting: &[usize]| -> Vec<usize> {
        (0..rank).filter(|dim| !batching.contains(dim) && !contracting.contains(dim)).collect()
    };
    let lhs_free = free(ranks[0], &dims.lhs_batching, &dims.lhs_contracting);
    let rhs_free = free(ranks[1], &dims.rhs_batching, &dims.rhs_contracting);
    let batches = dims.lhs_batching.len();
    let outer = batches + lhs_free.len() + rhs_free.len();
    let total = outer + dims.lhs_contracting.len();

    // Returns the map from the loops to the dimensions of one operand.
    let place =
        |rank: usize, batching: &[usize], free: &[usize], first: usize, contracting: &[usize]| {
            let mut loops = vec![0; rank];
            for (group, start) in [(batching, 0), (free, first), (contracting, outer)] {
                for (position, dim) in group.iter().enumerate() {
                    loops[*dim] = start + position;
                }
            }
            map_of_dims(context, total, &loops)
        };
    let lhs_map = place(ranks[0], &dims.lhs_batching, &lhs_free, batches, &dims.lhs_contracting);
    let rhs_first = batches + lhs_free.len();
    let rhs_map = place(ranks[1], &dims.rhs_batching, &rhs_free, rhs_first, &dims.rhs_contracting);
    let out_map = map_of_dims(context, total, &(0..outer).collect::<Vec<_>>());

    let ty = ir::tensor_type(context, ir::results(op)[0].r#type());
    let shape = Shaped::of(ty).map(|shaped| shaped.shape).unwrap_or_default();
    let parallel: Vec<_> = (0..total).map(|index| index < outer).collect();
    let init = product.zeros(builder, &shape);
    let sum = Generic::new(builder, &parallel)
        .input(operands[0], lhs_map)
        .input(operands[1], rhs_map)
        .output(init, out_map)
        .build(|builder, arguments| vec![product.accumulate(builder, arguments)])[0];
    Ok(vec![product.finish(builder, sum, ty)])
}

/// The arithmetic of a sum of products in a contraction or convolution.
///
/// The operands are converted to the accumulator's type. The accumulator has the element type of
/// the result; for floats, it is at least as wide as the operands, `f32` and the accumulation type
/// of the `algorithm`. A 16-bit result is therefore accumulated in `f32` and rounded once.
#[derive(Clone, Copy, Debug)]
pub struct Product<'a> {
    kinds: [ElementClass; 2],
    /// For each operand, the narrower type to which the `algorithm` rounds its elements; `None` if
    /// they are not rounded.
    rounded: [Option<Type<'a>>; 2],
    kind: ElementClass,
    accumulator: Type<'a>,
    result: Type<'a>,
    /// Whether the products may be summed in any order.
    reorder: bool,
}

impl<'a> Product<'a> {
    /// Returns the arithmetic of the contraction or convolution `op`, which depends on the types of
    /// its first two operands and its result, and on its attribute `algorithm`.
    ///
    /// # Errors
    /// Fails if an element type has no arithmetic, or if `algorithm` cannot be read.
    pub fn of(context: &'a Context, op: Op<'a>) -> Result<Self, Failure<'a>> {
        let hlo = ir::operands(op);
        let types = [hlo[0].r#type(), hlo[1].r#type(), ir::results(op)[0].r#type()];
        let undefined = |ty: Type| {
            Failure::at(op, format!("`{}` is not defined on type `{ty}`", ir::op_name(op)))
        };
        let mut kinds = [ElementClass::Boolean; 3];
        for (kind, ty) in kinds.iter_mut().zip(types) {
            *kind = class_of(ty).ok_or_else(|| undefined(ty))?;
        }
        let elements = types.map(|ty| ir::signless(context, ir::element_of(ty)));
        let algorithm = attributes::dot_algorithm(op)?;
        let kind = kinds[2];
        let mut accumulator = elements[2];
        if kind == ElementClass::Float {
            let single = ir::f32(context);
            let asked = algorithm.as_ref().map(|algorithm| algorithm.accumulation);
            for other in [elements[0], elements[1], single].into_iter().chain(asked) {
                let wider = ir::element_width(other) > ir::element_width(accumulator);
                if ir::is_float(other) && wider {
                    accumulator = other;
                }
            }
        }
        let rounded = [0, 1].map(|side| {
            let asked = algorithm.as_ref()?.precision[side]?;
            (ir::element_width(asked) < ir::element_width(elements[side])).then_some(asked)
        });
        let kinds = [kinds[0], kinds[1]];
        Ok(Self { kinds, rounded, kind, accumulator, result: elements[2], reorder: true })
    }

    /// Returns the initial accumulators: zeros of shape `shape`.
    pub fn zeros(&self, builder: Builder<'a>, shape: &[i64]) -> Value<'a> {
        let zero = scalars::zero(builder, self.accumulator);
        splat_tensor(builder, zero, ir::tensor(shape, self.accumulator))
    }

    /// Emits the addition of the product of two elements to an accumulator, and returns the new
    /// accumulator. `arguments` contains the left element, the right element and the accumulator.
    pub fn accumulate(&self, builder: Builder<'a>, arguments: &[Value<'a>]) -> Value<'a> {
        let convert = |side: usize| {
            let kind = self.kinds[side];
            let mut value = arguments[side];
            if let Some(ty) = self.rounded[side] {
                value = scalar::convert_element(builder, kind, kind, value, ty);
            }
            if value.r#type() == self.accumulator {
                return value;
            }
            scalar::convert_element(builder, kind, self.kind, value, self.accumulator)
        };
        let (lhs, rhs, sum) = (convert(0), convert(1), arguments[2]);
        match self.kind {
            ElementClass::Boolean => {
                builder.binary("arith.ori", sum, builder.binary("arith.andi", lhs, rhs))
            }
            ElementClass::Signed | ElementClass::Unsigned => {
                builder.binary("arith.addi", sum, builder.binary("arith.muli", lhs, rhs))
            }
            ElementClass::Float => {
                // The specification leaves the order and the accuracy of the additions open, so
                // they may be reordered and fused with the products.
                let product = builder.binary("arith.mulf", lhs, rhs);
                allow(builder, product, "contract");
                let sum = builder.binary("arith.addf", sum, product);
                allow(builder, sum, if self.reorder { "reassoc,contract" } else { "contract" });
                sum
            }
            ElementClass::Complex => {
                builder.binary("complex.add", sum, builder.binary("complex.mul", lhs, rhs))
            }
        }
    }

    /// Rounds a tensor of accumulators to the element type of the result. `ty` is the tensor type
    /// of the result.
    pub fn finish(&self, builder: Builder<'a>, sum: Value<'a>, ty: Type<'a>) -> Value<'a> {
        if self.accumulator == self.result {
            return sum;
        }
        let rank = Shaped::of(ty).map_or(0, |shaped| shaped.rank());
        let map = identity_map(builder.context(), rank);
        Generic::new(builder, &vec![true; rank])
            .input(sum, map)
            .output(empty(builder, ty), map)
            .build(|builder, arguments| {
                vec![scalar::convert_element(
                    builder,
                    self.kind,
                    self.kind,
                    arguments[0],
                    self.result,
                )]
            })[0]
    }
}

/// Sets the fast-math flags of the floating-point operation that defines `value`.
pub fn allow<'a>(builder: Builder<'a>, value: Value<'a>, flags: &str) {
    if let Some(op) = ir::defining_op(value) {
        let flags = ir::parse_attribute(builder.context(), &format!("#arith.fastmath<{flags}>"));
        ir::set_attribute(op, "fastmath", flags);
    }
}

/// Returns the reason why a contraction or convolution cannot be lowered, or `None` if it can.
pub fn refusal(op: Op) -> Option<String> {
    let element = |ty| Shaped::of(ty).map_or(ty, |shaped: Shaped| shaped.element);
    let operands = ir::operands(op);
    let result_ty = element(ir::results(op)[0].r#type());
    let result = class_of(result_ty);
    for operand in operands.iter().take(2) {
        let ty = element(operand.r#type());
        let same_field = (class_of(ty) == Some(ElementClass::Complex))
            == (result == Some(ElementClass::Complex));
        let to_integer = ir::is_float(ty) && result != Some(ElementClass::Float);
        if !same_field || to_integer {
            return Some(format!(
                "no conversion from operand type `{ty}` to result type `{result_ty}`"
            ));
        }
    }
    None
}
