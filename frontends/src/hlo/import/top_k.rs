// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! XLA's custom call `TopK`, which XLA's optimizer emits in place of a sort and slices.
//!
//! The custom call sorts each row by its comparison computation, and returns the first elements of
//! the sorted row and their positions in the original row. The import restores the sort and the
//! slices.

use super::body::{Body, New, Outcome};
use super::make;
use super::tree::Tree;
use hloom_dialects::Op;
use hloom_hlo::proto::ShapeProto;
use hloom_hlo::{Instruction, PrimitiveType};
use melior::ir::{BlockLike, Location, RegionLike};

/// Target name of the custom call `TopK`.
pub const TARGET: &str = "TopK";

/// Converts the custom call `TopK` to a stable `stablehlo.sort` of the operand and of the positions
/// along its last dimension, followed by a `stablehlo.slice` of each result.
pub fn convert<'c, 'm>(body: &Body<'_, 'c, 'm>, instruction: Instruction<'m>) -> Outcome<'c> {
    let context = body.context();
    let missing = "expected the custom call `TopK` to call a comparison computation";
    let order = instruction.called_computations().next().ok_or(missing)?;
    let operand = instruction.operand(0).ok_or("expected an operand")?.shape();
    let [values, positions] = &instruction.shape().tuple_shapes[..] else {
        return Err("expected values and positions as results of the custom call `TopK`".into());
    };
    let last = operand
        .dimensions
        .len()
        .checked_sub(1)
        .ok_or("expected an operand of rank 1 or higher, found a scalar")?;
    if positions.element_type() != PrimitiveType::S32 || values.dimensions.len() != last + 1 {
        return Err("expected values and positions as results of the custom call `TopK`".into());
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
    // A comparison of values alone has two parameters; StableHLO's sort passes two positions as
    // well.
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
