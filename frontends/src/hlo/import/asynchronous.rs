// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Import of asynchronous instructions from HLO.
//!
//! StableHLO has no equivalent asynchronous operations, so the import computes the value at the
//! start. The matching `-done` instruction yields this value. Only a `recv` is computed at its
//! `recv-done`. A blocking receive at the `recv` could deadlock: the sender may first wait for an
//! operation between the `recv` and the `recv-done`.

use super::body::{Body, New, Outcome};
use super::equivalent_op::equivalent_op;
use super::tree::Tree;
use super::{annotations, collectives, make};
use hloom_dialects::Op;
use hloom_dialects::attributes::stablehlo::ChannelHandle;
use hloom_hlo::{Instruction, Opcode};

/// Converts the start of an asynchronous collective. The shape of most starts is a tuple that
/// includes the operands.
pub fn start<'c, 'm>(body: &Body<'_, 'c, 'm>, instruction: Instruction<'m>) -> Outcome<'c> {
    let results = || {
        instruction.shape().tuple_shapes.get(1).ok_or("expected a tuple of operands and results")
    };
    let together = |shape| {
        let operands = body.operands(instruction)?;
        body.operation_with(instruction, equivalent_op(instruction)?, operands, shape)
    };
    let value = match instruction.opcode() {
        Opcode::CollectivePermuteStart => collectives::of_each(body, instruction, results()?),
        Opcode::AllGatherStart => together(results()?),
        _ => together(instruction.shape()),
    };
    Ok(value?.started())
}

/// Converts the end of an asynchronous operation: returns the value that the start computed.
pub fn done<'c, 'm>(body: &Body<'_, 'c, 'm>, instruction: Instruction<'m>) -> Outcome<'c> {
    match body.operand(instruction, 0)? {
        Tree::Started(value) => Ok(Tree::clone(&value)),
        _ => Err("expected an asynchronous start as the operand".into()),
    }
}

/// Returns the channel attributes and the annotations of a send or receive. `with_host` is the type
/// of a channel to or from the host.
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

/// Converts a send. Its `send-done` yields a token.
pub fn send<'c, 'm>(body: &Body<'_, 'c, 'm>, instruction: Instruction<'m>) -> Outcome<'c> {
    let token = instruction.operand(1).ok_or("expected a token as operand 1, found none")?;
    let new = New {
        name: Op::StablehloSend.name(),
        operands: body.operands(instruction)?,
        results: body.importer.leaf_types(token.shape())?,
        attributes: channel(body, instruction, 2),
        regions: Vec::new(),
    };
    Ok(Tree::Leaf(body.emit_one(new)?).started())
}

/// Converts a receive at its `recv-done`, which yields the value and a token.
pub fn recv_done<'c, 'm>(body: &Body<'_, 'c, 'm>, done: Instruction<'m>) -> Outcome<'c> {
    let instruction = done.operand(0).filter(|recv| recv.opcode() == Opcode::Recv);
    let instruction = instruction.ok_or("expected a `recv` as the operand")?;
    let token = instruction.operand(0).ok_or("expected a token as operand 0, found none")?;
    let received = instruction
        .shape()
        .tuple_shapes
        .first()
        .ok_or("expected a tuple of a value and a token as result")?;
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
    Ok(Tree::Tuple([value, token].into()))
}
