// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Lowers `reduce` and `map` (StableHLO specification, sections "reduce" and "map").

use super::class::class_of;
use super::{Emitter, dot, scalar, scalars};
use hloom_dialects::op::Op as HloOp;
use hloom_ir::attributes;
use hloom_ir::linalg::generic::{Generic, empty, identity_map, map_of_dims, splat_tensor};
use hloom_ir::pass::Failure;
use hloom_ir::{self as ir, Block, Builder, Op, Shaped, Type, Value};
use hloom_values::ElementClass;
use melior::ir::ValueLike;

/// Lowers `reduce` to one `linalg.generic`.
///
/// The loops are the dimensions of the operands, in order, so that the innermost loop reads
/// contiguous memory.
///
/// # Errors
/// Fails if `dimensions` cannot be read, or if the body is missing or is not scalar arithmetic.
pub fn emit_reduce<'a>(
    emitter: &mut Emitter<'a>,
    builder: Builder<'a>,
    op: Op<'a>,
    operands: &[Value<'a>],
) -> Result<Vec<Value<'a>>, Failure<'a>> {
    let context = emitter.context();
    let count = operands.len() / 2;
    let reduced = attributes::dims(op, "dimensions")?;
    let rank = Shaped::of(operands[0].r#type()).map_or(0, |shaped| shaped.rank());
    let kept: Vec<_> = (0..rank).filter(|dim| !reduced.contains(dim)).collect();
    let parallel: Vec<_> = (0..rank).map(|dim| !reduced.contains(&dim)).collect();
    let body = scalars::block(op, 0)?;
    let reducer = Reducer::of(emitter, op, body);

    let mut generic = Generic::new(builder, &parallel);
    for operand in &operands[..count] {
        generic = generic.input(*operand, identity_map(context, rank));
    }
    for (index, result) in ir::results(op).into_iter().enumerate() {
        let init = reducer.init(builder, operands[count + index], index);
        let ty = ir::tensor_type(context, result.r#type());
        generic =
            generic.output(splat_tensor(builder, init, ty), map_of_dims(context, rank, &kept));
    }
    scalars::build_generic(generic, count, |builder, arguments| {
        let (elements, accumulators) = arguments.split_at(count);
        reducer.combine(emitter, builder, accumulators, elements)
    })
}

/// The body of a reduction. Its arguments are the accumulators, followed by the elements.
pub struct Reducer<'a> {
    block: Block<'a>,
    /// The arithmetic classes of the element types of the reduced tensors.
    operands: Vec<ElementClass>,
    /// The arithmetic classes of the accumulators' types.
    kinds: Vec<ElementClass>,
    /// The signless types of the accumulators, which may be wider than the element types of the
    /// reduced tensors.
    accumulators: Vec<Type<'a>>,
}

impl<'a> Reducer<'a> {
    /// Creates the reducer of `op` with the body `block`. The first operands of `op` are the
    /// reduced tensors.
    pub fn of(emitter: &Emitter<'a>, op: Op<'a>, block: Block<'a>) -> Self {
        let arguments = ir::args(block);
        let count = arguments.len() / 2;
        let types: Vec<_> = arguments[..count].iter().map(|argument| argument.r#type()).collect();
        let kind = |ty| class_of(ty).unwrap_or(ElementClass::Signed);
        Self {
            block,
            operands: ir::operands(op)[..count].iter().map(|value| kind(value.r#type())).collect(),
            kinds: types.iter().map(|ty| kind(*ty)).collect(),
            accumulators: types
                .into_iter()
                .map(|ty| ir::element_of(ty))
                .map(|ty| ir::signless(emitter.context(), ty))
                .collect(),
        }
    }

    /// Returns the initial accumulator `index` as a scalar, from the rank-0 tensor `value`.
    pub fn init(&self, builder: Builder<'a>, value: Value<'a>, index: usize) -> Value<'a> {
        self.promote(builder, scalars::element(builder, value), index)
    }

    /// Converts `value`, an element of operand `index`, to the type of accumulator `index`.
    pub fn promote(&self, builder: Builder<'a>, value: Value<'a>, index: usize) -> Value<'a> {
        let ty = self.accumulators[index];
        if value.r#type() == ty {
            return value;
        }
        scalar::convert_element(builder, self.operands[index], self.kinds[index], value, ty)
    }

    /// Emits the body on scalars, and returns the new accumulators.
    ///
    /// # Errors
    /// Fails if the body is not scalar arithmetic.
    pub fn combine(
        &self,
        emitter: &Emitter<'a>,
        builder: Builder<'a>,
        accumulators: &[Value<'a>],
        elements: &[Value<'a>],
    ) -> Result<Vec<Value<'a>>, Failure<'a>> {
        let mut arguments = accumulators.to_vec();
        for (index, element) in elements.iter().enumerate() {
            arguments.push(self.promote(builder, *element, index));
        }
        let results = scalars::body(emitter, builder, self.block, &arguments)?;
        if self.is_float_sum() {
            // The specification leaves the reduction tree open (section "reduce"), so a vector
            // may hold partial sums.
            dot::allow(builder, results[0], "reassoc");
        }
        Ok(results)
    }

    /// Returns true if the body is one floating-point addition or multiplication of its two
    /// arguments.
    fn is_float_sum(&self) -> bool {
        let ops = ir::ops(self.block);
        let [only, terminator] = ops[..] else {
            return false;
        };
        self.kinds == [ElementClass::Float]
            && matches!(ir::hlo_op(only), Some(HloOp::StablehloAdd | HloOp::StablehloMultiply))
            && ir::operands(terminator) == ir::results(only)
            && ir::operands(only).iter().all(|operand| ir::args(self.block).contains(operand))
            && ir::operands(only)[0] != ir::operands(only)[1]
    }
}

/// Lowers `map` to one `linalg.generic` with its body.
///
/// # Errors
/// Fails if the body is missing or is not scalar arithmetic.
pub fn emit_map<'a>(
    emitter: &mut Emitter<'a>,
    builder: Builder<'a>,
    op: Op<'a>,
    operands: &[Value<'a>],
) -> Result<Vec<Value<'a>>, Failure<'a>> {
    let ty = ir::tensor_type(emitter.context(), ir::results(op)[0].r#type());
    let rank = Shaped::of(ty).map_or(0, |shaped| shaped.rank());
    let map = identity_map(emitter.context(), rank);
    let body = scalars::block(op, 0)?;
    let mut generic = Generic::new(builder, &vec![true; rank]);
    for operand in operands {
        generic = generic.input(*operand, map);
    }
    scalars::build_generic(generic.output(empty(builder, ty), map), 1, |builder, arguments| {
        scalars::body(emitter, builder, body, &arguments[..operands.len()])
    })
}

/// Returns the reason why the body in region number `region` of `op` cannot be emitted on scalars,
/// or `None` if it can be emitted.
pub fn body_refusal(op: Op, region: usize) -> Option<String> {
    let block = ir::regions(op).get(region).and_then(|region| ir::blocks(*region).first().copied());
    block.map_or_else(|| Some("it has no body".to_owned()), scalar::check_region)
}
