// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! What is started and done: it is computed where it is started.

use super::body::{Body, New, Outcome};
use super::tree::Tree;
use super::{annotations, by_opcode, collectives, make};
use hloom_dialects::Op;
use hloom_dialects::attributes::stablehlo::ChannelHandle;
use hloom_hlo::{Instruction, Opcode};

/// The start of a collective: the shape of most has operands beside results.
pub fn start<'c, 'm>(body: &Body<'_, 'c, 'm>, instruction: Instruction<'m>) -> Outcome<'c> {
    let results = || instruction.shape().tuple_shapes.get(1).ok_or("its shape has no results");
    let together = |shape| {
        let operands = body.operands(instruction)?;
        body.operation_with(instruction, by_opcode::operation(instruction)?, operands, shape)
    };
    let value = match instruction.opcode() {
        Opcode::CollectivePermuteStart => collectives::of_each(body, instruction, results()?),
        Opcode::AllGatherStart => together(results()?),
        _ => together(instruction.shape()),
    };
    Ok(value?.started())
}

/// What was started.
pub fn done<'c, 'm>(body: &Body<'_, 'c, 'm>, instruction: Instruction<'m>) -> Outcome<'c> {
    match body.operand(instruction, 0)? {
        Tree::Started(value) => Ok(Tree::clone(&value)),
        _ => Err("its operand was not started".into()),
    }
}

/// The channel of what is sent and received: between devices, to the host, or from it.
fn channel<'c, 'm>(
    body: &Body<'_, 'c, 'm>,
    instruction: Instruction<'m>,
    with_host: i64,
) -> Vec<(String, melior::ir::Attribute<'c>)> {
    let proto = instruction.proto();
    let type_ = if proto.is_host_transfer { with_host } else { 1 };
    let handle = ChannelHandle { handle: proto.channel_id, type_ };
    let mut named = vec![("channel_handle".to_owned(), handle.to_attribute(body.context()))];
    if proto.is_host_transfer {
        named.push(("is_host_transfer".to_owned(), make::boolean(body.context(), true)));
    }
    named.extend(annotations::of(body.context(), instruction));
    named
}

/// The sending of a value, which gives a token when it is done.
pub fn send<'c, 'm>(body: &Body<'_, 'c, 'm>, instruction: Instruction<'m>) -> Outcome<'c> {
    let token = instruction.operand(1).ok_or("it has no token")?;
    let new = New {
        name: Op::StablehloSend.name(),
        operands: body.operands(instruction)?,
        results: body.importer.leaf_types(token.shape())?,
        attributes: channel(body, instruction, 2),
        regions: Vec::new(),
    };
    Ok(Tree::Leaf(body.emit_one(new)?).started())
}

/// The receiving of a value, which gives that and a token when it is done.
pub fn recv<'c, 'm>(body: &Body<'_, 'c, 'm>, instruction: Instruction<'m>) -> Outcome<'c> {
    let token = instruction.operand(0).ok_or("it has no token")?;
    let received = instruction.shape().tuple_shapes.first().ok_or("its shape has no value")?;
    let mut results = body.importer.leaf_types(received)?;
    results.extend(body.importer.leaf_types(token.shape())?);
    let values = body.emit(New {
        name: Op::StablehloRecv.name(),
        operands: body.operands(instruction)?,
        results,
        attributes: channel(body, instruction, 3),
        regions: Vec::new(),
    })?;
    let mut values = values.into_iter();
    let value = Tree::of(received, &mut values)?;
    let token = Tree::of(token.shape(), &mut values)?;
    Ok(Tree::Tuple([value, token].into()).started())
}
