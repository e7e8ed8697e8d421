// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Contractions: `dot_general` and `dot` (specification, section "dot_general").
//!
//! Each is a fill with zero and one `linalg.generic` over the batching, left
//! free, right free and contracting dimensions in this order, whose body is
//! `accumulator + convert(left) * convert(right)`.

use super::attributes::{self, DotDims};
use super::{
    Emitter, Generic, Kind, empty, identity_map, map_of_dims, scalar, scalars, splat_tensor,
};
use crate::ffi;
use crate::ir::{self, Builder, Context, Op, Shaped, Type, Value};
use crate::pass::Failure;
use melior::ir::ValueLike;

/// `dot_general`.
pub fn emit_dot_general<'a>(
    emitter: &mut Emitter<'a>,
    builder: Builder<'a>,
    op: Op<'a>,
    operands: &[Value<'a>],
) -> Result<Vec<Value<'a>>, Failure<'a>> {
    let dims = attributes::dot_dims(op)?;
    contract(emitter, builder, op, operands, &dims)
}

/// `dot`: the last dimension of the left operand with the first of the right one.
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

fn contract<'a>(
    emitter: &Emitter<'a>,
    builder: Builder<'a>,
    op: Op<'a>,
    operands: &[Value<'a>],
    dims: &DotDims,
) -> Result<Vec<Value<'a>>, Failure<'a>> {
    let context = emitter.context();
    let product = Product::of(context, op)?;
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

    // Where each dimension of an operand is among the loops.
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

/// The arithmetic of a sum of products: of contractions and convolutions.
///
/// The operands are converted to the accumulator's type, which is the widest of
/// theirs and the result's; 16-bit floats are accumulated in `f32` and rounded
/// once.
#[derive(Clone, Copy, Debug)]
pub struct Product<'a> {
    kinds: [Kind; 2],
    /// A narrower type that a `dot_algorithm` asks to round each operand to.
    rounded: [Option<Type<'a>>; 2],
    kind: Kind,
    accumulator: Type<'a>,
    result: Type<'a>,
}

impl<'a> Product<'a> {
    /// The arithmetic that `op` asks for, by the types of its first two operands
    /// and its result, and its `algorithm`.
    pub fn of(context: &'a Context, op: Op<'a>) -> Result<Self, Failure<'a>> {
        let hlo = ir::operands(op);
        let types = [hlo[0].r#type(), hlo[1].r#type(), ir::results(op)[0].r#type()];
        let undefined =
            |ty: Type| Failure::at(op, format!("`{}` is not defined on `{ty}`", ir::op_name(op)));
        let mut kinds = [Kind::Bool; 3];
        for (kind, ty) in kinds.iter_mut().zip(types) {
            *kind = Kind::of(ty).ok_or_else(|| undefined(ty))?;
        }
        let elements = types.map(|ty| ir::signless(context, ir::element_of(ty)));
        let algorithm = attributes::dot_algorithm(op)?;
        let kind = kinds[2];
        let mut accumulator = elements[2];
        if kind == Kind::Float {
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
        Ok(Self { kinds: [kinds[0], kinds[1]], rounded, kind, accumulator, result: elements[2] })
    }

    /// The initial accumulators: zeros of shape `shape`.
    pub fn zeros(&self, builder: Builder<'a>, shape: &[i64]) -> Value<'a> {
        let zero = scalars::zero(builder, self.accumulator);
        splat_tensor(builder, zero, ir::tensor(shape, self.accumulator))
    }

    /// The new accumulator from `[left, right, accumulator]`.
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
            Kind::Bool => builder.binary("arith.ori", sum, builder.binary("arith.andi", lhs, rhs)),
            Kind::Signed | Kind::Unsigned => {
                builder.binary("arith.addi", sum, builder.binary("arith.muli", lhs, rhs))
            }
            Kind::Float => {
                // The specification leaves open in which order products are
                // added and how exactly, so they may be fused and reordered.
                let product = builder.binary("arith.mulf", lhs, rhs);
                allow(builder, product, "contract");
                let sum = builder.binary("arith.addf", sum, product);
                allow(builder, sum, "reassoc,contract");
                sum
            }
            Kind::Complex => {
                builder.binary("complex.add", sum, builder.binary("complex.mul", lhs, rhs))
            }
        }
    }

    /// The accumulators rounded to the result's type.
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

/// Sets the fast-math flags of the floating-point operation that made `value`.
pub fn allow<'a>(builder: Builder<'a>, value: Value<'a>, flags: &str) {
    if let Some(op) = ir::defining_op(value) {
        let flags = ir::parse_attribute(builder.context(), &format!("#arith.fastmath<{flags}>"));
        ffi::set_attribute(op, "fastmath", flags);
    }
}

/// Why a contraction or convolution cannot be lowered; none if it can.
pub fn refusal(op: Op) -> Option<String> {
    let element = |ty| Shaped::of(ty).map_or(ty, |shaped: Shaped| shaped.element);
    let operands = ir::operands(op);
    let result = Kind::of(ir::results(op)[0].r#type());
    for operand in operands.iter().take(2) {
        let ty = element(operand.r#type());
        let same_field = (Kind::of(ty) == Some(Kind::Complex)) == (result == Some(Kind::Complex));
        let to_integer = ir::is_float(ty) && result != Some(Kind::Float);
        if !same_field || to_integer {
            return Some(format!("its result is not of the kind of its operand `{ty}`"));
        }
    }
    None
}
