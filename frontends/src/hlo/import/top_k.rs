// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! XLA's custom call `TopK`, which its optimization makes of sorts: the first elements of each
//! row in the order that its computation says, and their positions.

use super::body::{Body, New, Outcome};
use super::make;
use super::tree::Tree;
use hloom_dialects::Op;
use hloom_hlo::proto::ShapeProto;
use hloom_hlo::{Instruction, PrimitiveType};
use melior::ir::{BlockLike, Location, RegionLike};

/// The name of the call.
pub const TARGET: &str = "TopK";

/// The sort that the call was.
pub fn convert<'c, 'm>(body: &Body<'_, 'c, 'm>, instruction: Instruction<'m>) -> Outcome<'c> {
    let context = body.context();
    let order = instruction.called_computations().next().ok_or("it has no order")?;
    let operand = instruction.operand(0).ok_or("it has no operand")?.shape();
    let [values, positions] = &instruction.shape().tuple_shapes[..] else {
        return Err("it does not give values and positions".into());
    };
    let last = operand.dimensions.len().checked_sub(1).ok_or("its operand has no rows")?;
    if positions.element_type() != PrimitiveType::S32 || values.dimensions.len() != last + 1 {
        return Err("it does not give values and positions".into());
    }
    let input = body.operand(instruction, 0)?.leaf()?;
    let ty = body.importer.leaf_type(operand)?;
    let numbers = ShapeProto::array(PrimitiveType::S32, operand.dimensions.clone());
    let numbers = body.importer.leaf_type(&numbers)?;
    let dimension = make::i64(context, last as i64);
    let attributes = [("iota_dimension", dimension)];
    let iota =
        body.emit_one(New::plain(Op::StablehloIota, Vec::new(), vec![numbers], &attributes))?;
    let attributes = [("dimension", dimension), ("is_stable", make::boolean(context, true))];
    let mut sort = New::plain(Op::StablehloSort, vec![input, iota], vec![ty, numbers], &attributes);
    let compare = body.region(order)?;
    // An order of values alone; of positions there are two in any case.
    if let (2, Some(block)) = (order.parameters().len(), compare.first_block()) {
        let position = ShapeProto::array(PrimitiveType::S32, Vec::new());
        let position = body.importer.leaf_type(&position)?;
        for _ in 0..2 {
            block.add_argument(position, Location::unknown(context));
        }
    }
    sort.regions.push(compare);
    let sorted = body.emit(sort)?;
    let mut leaves = Vec::new();
    for (value, shape) in sorted.into_iter().zip([values, positions]) {
        let rank = shape.dimensions.len();
        let attributes = [
            ("start_indices", make::integers(context, &vec![0; rank])),
            ("limit_indices", make::integers(context, &shape.dimensions)),
            ("strides", make::integers(context, &vec![1; rank])),
        ];
        let ty = body.importer.leaf_type(shape)?;
        leaves.push(body.emit_one(New::plain(
            Op::StablehloSlice,
            vec![value],
            vec![ty],
            &attributes,
        ))?);
    }
    Ok(Tree::of(instruction.shape(), &mut leaves.into_iter())?)
}
