// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! `reduce` (specification, section "reduce") and `map`.

use super::attributes;
use super::{
    Emitter, Generic, Kind, dot, empty, identity_map, map_of_dims, scalar, scalars, splat_tensor,
};
use crate::ir::{self, Block, Builder, Op, Shaped, Type, Value};
use crate::pass::Failure;
use melior::ir::ValueLike;

/// Lowers `reduce` to one `linalg.generic` over the operands' dimensions in
/// their own order, so that the innermost loop walks contiguous memory.
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

/// The body of a reduction: it takes accumulators, then elements.
pub struct Reducer<'a> {
    block: Block<'a>,
    /// The kinds of the operands, as what they are converted to accumulators.
    operands: Vec<Kind>,
    kinds: Vec<Kind>,
    accumulators: Vec<Type<'a>>,
}

impl<'a> Reducer<'a> {
    /// The reducer `block` of `op`, whose operands begin with those reduced.
    pub fn of(emitter: &Emitter<'a>, op: Op<'a>, block: Block<'a>) -> Self {
        let arguments = ir::args(block);
        let count = arguments.len() / 2;
        let types: Vec<_> = arguments[..count].iter().map(|argument| argument.r#type()).collect();
        let kind = |ty| Kind::of(ty).unwrap_or(Kind::Signed);
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

    /// The initial accumulator from the rank-0 tensor `value`.
    pub fn init(&self, builder: Builder<'a>, value: Value<'a>, index: usize) -> Value<'a> {
        self.promote(builder, scalars::element(builder, value), index)
    }

    /// An element of operand `index` in the type that the body computes in.
    pub fn promote(&self, builder: Builder<'a>, value: Value<'a>, index: usize) -> Value<'a> {
        let ty = self.accumulators[index];
        if value.r#type() == ty {
            return value;
        }
        scalar::convert_element(builder, self.operands[index], self.kinds[index], value, ty)
    }

    /// The new accumulators.
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
            // The specification leaves open which tree of reducers is evaluated
            // (section "reduce"), so partial sums may be kept apart in vectors.
            dot::allow(builder, results[0], "reassoc");
        }
        Ok(results)
    }

    /// Whether the body is one float addition or multiplication of its arguments.
    fn is_float_sum(&self) -> bool {
        let ops = ir::ops(self.block);
        let [only, terminator] = ops[..] else {
            return false;
        };
        self.kinds == [Kind::Float]
            && matches!(ir::op_name(only), "stablehlo.add" | "stablehlo.multiply")
            && ir::operands(terminator) == ir::results(only)
            && ir::operands(only).iter().all(|operand| ir::args(self.block).contains(operand))
            && ir::operands(only)[0] != ir::operands(only)[1]
    }
}

/// Lowers `map`: its body on each element.
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

/// Why the body of region `region` cannot be emitted on scalars; none if it can.
pub fn body_refusal(op: Op, region: usize) -> Option<String> {
    let block = ir::regions(op).get(region).and_then(|region| ir::blocks(*region).first().copied());
    block.map_or_else(|| Some("it has no body".to_owned()), scalar::check_region)
}
