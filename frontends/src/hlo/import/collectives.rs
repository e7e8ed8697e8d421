// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Import of collectives that HLO and StableHLO represent differently.

use super::body::{Body, New, Outcome};
use super::equivalent_op::equivalent_op;
use super::error::ImportError;
use super::tree::{Tree, leaf_shapes};
use super::{annotations, make};
use hloom_dialects::Op;
use hloom_dialects::attributes::stablehlo::{ChannelHandle, CustomCallApiVersion};
use hloom_hlo::Instruction;
use hloom_hlo::proto::ShapeProto;
use melior::ir::{Attribute, Value};

/// Converts a collective on several arrays to one StableHLO operation per array.
///
/// `shape` is the shape of all results.
pub fn of_each<'c, 'm>(
    body: &Body<'_, 'c, 'm>,
    instruction: Instruction<'m>,
    shape: &ShapeProto,
) -> Outcome<'c> {
    let (operands, shapes) = (body.operands(instruction)?, leaf_shapes(shape));
    if operands.len() != shapes.len() {
        return Err("expected one result per operand".into());
    }
    let op = equivalent_op(instruction)?;
    let mut leaves = Vec::new();
    for (operand, shape) in operands.into_iter().zip(shapes) {
        leaves.push(body.operation_with(instruction, op, vec![operand], shape)?.leaf()?);
    }
    Ok(Tree::of(shape, &mut leaves.into_iter())?)
}

/// Converts an `all-to-all` on one array that is split, or on one array per device.
pub fn all_to_all<'c, 'm>(body: &Body<'_, 'c, 'm>, instruction: Instruction<'m>) -> Outcome<'c> {
    match instruction.proto().dimensions[..] {
        [dimension] => {
            let operands = body.operands(instruction)?;
            let results = body.importer.leaf_types(instruction.shape())?;
            let count = body.importer.group_size(instruction.proto())?;
            let count = count.ok_or("unknown size of `replica_groups`")?;
            let results = exchange(body, instruction, operands, results, (dimension, count))?;
            Ok(Tree::of(instruction.shape(), &mut results.into_iter())?)
        }
        [] if instruction.shape().is_tuple() => of_arrays(body, instruction),
        _ => Err("expected one dimension to split".into()),
    }
}

fn exchange<'c, 'm>(
    body: &Body<'_, 'c, 'm>,
    instruction: Instruction<'m>,
    operands: Vec<Value<'c, 'c>>,
    results: Vec<melior::ir::Type<'c>>,
    (dimension, count): (i64, i64),
) -> Result<Vec<Value<'c, 'c>>, ImportError> {
    let (context, proto) = (body.context(), instruction.proto());
    let mut attributes = vec![
        ("split_dimension", make::i64(context, dimension)),
        ("concat_dimension", make::i64(context, dimension)),
        ("split_count", make::i64(context, count)),
        ("replica_groups", body.importer.replica_groups_of(proto, count)?),
    ];
    if proto.channel_id != 0 {
        let handle = ChannelHandle { handle: proto.channel_id, type_: 0 };
        attributes.push(("channel_handle", handle.to_attribute(context)));
    }
    let mut new = New::plain(Op::StablehloAllToAll, operands, results, &attributes);
    new.attributes.extend(annotations::of(context, instruction));
    body.emit(new)
}

/// Converts an `all-to-all` on one array per device.
///
/// StableHLO's operation exchanges slices of a single array, so the conversion concatenates the
/// arrays before the operation and slices the result.
fn of_arrays<'c, 'm>(body: &Body<'_, 'c, 'm>, instruction: Instruction<'m>) -> Outcome<'c> {
    let context = body.context();
    let operands = body.operands(instruction)?;
    let shapes = &instruction.shape().tuple_shapes;
    let first = shapes.first().ok_or("expected an operand")?;
    let count = operands.len() as i64;
    let known = body.importer.group_size(instruction.proto())?;
    if shapes.len() != operands.len() || known.is_some_and(|size| size != count) {
        return Err("expected one array per device of a group".into());
    }
    let element = first.element_type();
    let with = |size: i64| {
        let sizes: Vec<_> = [size].into_iter().chain(first.dimensions.iter().copied()).collect();
        ShapeProto::array(element, sizes)
    };
    let one = body.importer.leaf_type(&with(1))?;
    let all = body.importer.leaf_type(&with(count))?;
    let mut parts = Vec::new();
    for operand in operands {
        let new = New::plain(Op::StablehloReshape, vec![operand], vec![one], &[]);
        parts.push(body.emit_one(new)?);
    }
    let dimension = ("dimension", make::i64(context, 0));
    let new = New::plain(Op::StablehloConcatenate, parts, vec![all], &[dimension]);
    let joined = body.emit_one(new)?;
    let exchanged = exchange(body, instruction, vec![joined], vec![all], (0, count))?;
    let missing = "internal error: the built `stablehlo.all_to_all` has no result";
    let exchanged = *exchanged.first().ok_or(missing)?;
    let rank = first.dimensions.len() + 1;
    let mut leaves = Vec::new();
    for (number, shape) in (0..).zip(shapes) {
        let corner = |first: i64, others: &[i64]| {
            let corner: Vec<_> = [first].into_iter().chain(others.iter().copied()).collect();
            make::integers(context, &corner)
        };
        let attributes: [(&str, Attribute<'c>); 3] = [
            ("start_indices", corner(number, &vec![0; rank - 1])),
            ("limit_indices", corner(number + 1, &first.dimensions)),
            ("strides", make::integers(context, &vec![1; rank])),
        ];
        let new = New::plain(Op::StablehloSlice, vec![exchanged], vec![one], &attributes);
        let slice = body.emit_one(new)?;
        let ty = body.importer.leaf_type(shape)?;
        leaves.push(body.emit_one(New::plain(Op::StablehloReshape, vec![slice], vec![ty], &[]))?);
    }
    Ok(Tree::of(instruction.shape(), &mut leaves.into_iter())?)
}

/// Converts a `ragged-all-to-all`, which is a custom call in StableHLO.
pub fn ragged_all_to_all<'c, 'm>(
    body: &Body<'_, 'c, 'm>,
    instruction: Instruction<'m>,
) -> Outcome<'c> {
    let (context, proto) = (body.context(), instruction.proto());
    let mut config = vec![("replica_groups", body.importer.replica_groups(proto)?)];
    if proto.channel_id != 0 {
        config.push(("channel_id", make::i64(context, proto.channel_id)));
    }
    let mut new = New::plain(
        Op::StablehloCustomCall,
        body.operands(instruction)?,
        body.importer.leaf_types(instruction.shape())?,
        &[
            ("call_target_name", make::string(context, "ragged_all_to_all")),
            ("backend_config", make::dictionary(context, &config)),
            ("api_version", make::i32(context, CustomCallApiVersion::ApiVersionTypedFfi as i32)),
        ],
    );
    new.attributes.extend(annotations::of(context, instruction));
    let results = body.emit(new)?;
    Ok(Tree::of(instruction.shape(), &mut results.into_iter())?)
}
