// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Steps of a computation on lanes: where their values are, and their instructions.

use super::Refused;
use super::emitter::{Emitter, LANES_BASE, Start, T, Tile};
use super::nest::{Nest, Node};
use npu_simulator::{Operand, Register, VectorBinary, s};

/// Where a value is in the scratchpad.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Place {
    /// In one word, the same for all lanes.
    Word(u32),
    /// In lanes from an address on.
    Lanes(u32),
    /// In lanes from an address and what a register holds on.
    Row(u32, Register),
}

/// Memory for the values of some steps, in slots of equal size that are used again.
#[derive(Debug)]
pub struct Slots {
    /// The slot of each step that has one.
    pub of: Vec<Option<usize>>,
    pub count: usize,
}

impl Slots {
    /// Gives slots to the steps that are `wanted` and hold lanes. All that is loaded is there
    /// at once; what is `kept` is there to the end.
    pub fn new(
        nest: &Nest,
        wanted: &dyn Fn(usize) -> bool,
        in_lanes: &dyn Fn(usize) -> bool,
        kept: &dyn Fn(usize) -> bool,
    ) -> Slots {
        let nodes = nest.nodes.iter().enumerate().filter(|(index, _)| wanted(*index));
        let mut last_use = vec![0; nest.nodes.len()];
        for (index, node) in nodes.clone() {
            node.operands().for_each(|operand| last_use[operand] = index);
        }
        let mut slots = Slots { of: vec![None; nest.nodes.len()], count: 0 };
        for (index, _) in nodes.clone().filter(|(_, node)| matches!(node, Node::Load(_))) {
            if in_lanes(index) {
                slots.of[index] = Some(slots.count);
                slots.count += 1;
            }
        }
        let mut free = Vec::new();
        for (index, node) in nodes {
            if matches!(node, Node::Load(_)) || !in_lanes(index) {
                continue;
            }
            for operand in node.operands() {
                // All operands are read before the first lane is written.
                let done = last_use[operand] == index && !kept(operand);
                if let Some(slot) = slots.of[operand].filter(|slot| done && !free.contains(slot)) {
                    free.push(slot);
                }
            }
            slots.of[index] = free.pop().or_else(|| {
                slots.count += 1;
                Some(slots.count - 1)
            });
        }
        slots
    }

    /// The address of a step's lanes, slots being so many lanes long.
    pub fn address(&self, node: usize, lanes: i64) -> Option<u32> {
        Some(LANES_BASE + (self.of[node]? as i64 * lanes * 4) as u32)
    }
}

/// Bytes from point to point of a tile that lies in lanes with its dimensions in this order,
/// the last one innermost.
pub fn lane_strides(order: &[usize], extent: &[i64]) -> Vec<i64> {
    let mut strides = vec![0; extent.len()];
    let mut stride = 4;
    for dim in order.iter().rev() {
        strides[*dim] = stride;
        stride *= extent[*dim];
    }
    strides
}

/// Puts the address of an operand into a register.
fn operand(emitter: &mut Emitter, register: Register, place: Place) -> Operand {
    match place {
        Place::Word(address) => {
            emitter.code.li(register, i64::from(address));
            Operand::broadcast(register)
        }
        Place::Lanes(address) => {
            emitter.code.li(register, i64::from(address));
            Operand::lanes(register)
        }
        Place::Row(address, offset) => {
            emitter.code.addi(register, offset, address as i32);
            Operand::lanes(register)
        }
    }
}

/// Emits a step that computes, into lanes from `target` on.
pub fn compute(
    emitter: &mut Emitter,
    node: Node,
    target: u32,
    place: &dyn Fn(usize) -> Option<Place>,
) -> Result<(), Refused> {
    let mut operands = Vec::new();
    for (register, index) in [T[1], T[2], T[3]].into_iter().zip(node.operands()) {
        let place = place(index).ok_or_else(|| Refused("a value is nowhere".to_owned()))?;
        operands.push(operand(emitter, register, place));
    }
    emitter.code.li(T[0], i64::from(target));
    match (node, &operands[..]) {
        (Node::Unary(op, _), [a]) => emitter.code.v_unary(op, T[0], *a),
        (Node::Binary(op, ..), [a, b]) => emitter.code.v_binary(op, T[0], *a, *b),
        (Node::Ternary(op, ..), [a, b, c]) => emitter.code.v_ternary(op, T[0], *a, *b, *c),
        _ => return Err(Refused("a step computes nothing".to_owned())),
    };
    Ok(())
}

/// Emits the index in a dimension for every lane of a tile.
pub fn index(
    emitter: &mut Emitter,
    dim: usize,
    order: &[usize],
    tile: &Tile,
    start: u32,
    target: u32,
) -> Result<(), Refused> {
    let at = order.iter().position(|other| *other == dim).unwrap_or(0);
    let points = |dims: &[usize]| dims.iter().map(|dim| tile.extent[*dim]).product::<i64>();
    let (inner, outer) = (points(&order[at + 1..]), points(&order[..at]));
    emitter.code.li(T[0], i64::from(target)).v_iota(T[0]);
    let step = |emitter: &mut Emitter, op, word: u32| {
        emitter.code.li(T[1], i64::from(word));
        emitter.code.v_binary(op, T[0], T[0], Operand::broadcast(T[1]));
    };
    if inner > 1 {
        let inner = emitter.constant(inner as u32)?;
        step(emitter, VectorBinary::Divu, inner);
    }
    if outer > 1 {
        let extent = emitter.constant(tile.extent[dim] as u32)?;
        step(emitter, VectorBinary::Remu, extent);
    }
    start_word(emitter, tile.start[dim], start)?;
    step(emitter, VectorBinary::Iadd, start);
    Ok(())
}

/// Puts the index that a tile begins with into a word.
pub fn start_word(emitter: &mut Emitter, start: Start, word: u32) -> Result<(), Refused> {
    match start {
        Start::At(at) => emitter.code.li(T[4], at).sts(s(0), word as i32, T[4]),
        Start::In(register) => emitter.code.sts(s(0), word as i32, register),
    };
    Ok(())
}
