// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Placement of the steps of a computation in the scratchpad, and their vector instructions.

use super::emitter::{Emitter, LANES_BASE, Start, T, Tile};
use super::error::CodegenError;
use super::nest::{Nest, Node};
use npu_simulator::{Operand, Register, VectorBinary, s};

/// The place of a step's value in the scratchpad.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Place {
    /// One scratchpad word at this address, which all lanes share.
    Word(u32),
    /// Consecutive lanes that begin at this constant scratchpad address.
    Lanes(u32),
    /// Consecutive lanes that begin at a constant scratchpad address plus the value of a register.
    Row(u32, Register),
}

/// Scratchpad slots of equal size for the values of some steps. Steps whose values are not
/// simultaneously live can share a slot.
#[derive(Debug)]
pub struct Slots {
    /// The slot of each step; `None` for a step without a slot.
    pub of: Vec<Option<usize>>,
    /// Number of slots that are assigned.
    pub count: usize,
}

impl Slots {
    /// Assigns slots to the steps for which both `wanted` and `in_lanes` return true.
    ///
    /// All loads are simultaneously live. The values of steps for which `kept` returns true remain
    /// live until the end.
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
                // The vector unit reads all operands before it writes the first lane.
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

    /// Returns the scratchpad address of a step's lanes if each slot has `lanes` lanes, or `None`
    /// if the step has no slot.
    pub fn address(&self, node: usize, lanes: i64) -> Option<u32> {
        Some(LANES_BASE + (self.of[node]? as i64 * lanes * 4) as u32)
    }
}

/// Returns the scratchpad strides, in bytes, of a dense tile with the given extents. `order` lists
/// the tile's dimensions from the outermost to the innermost.
pub fn lane_strides(order: &[usize], extent: &[i64]) -> Vec<i64> {
    let mut strides = vec![0; extent.len()];
    let mut stride = 4;
    for dim in order.iter().rev() {
        strides[*dim] = stride;
        stride *= extent[*dim];
    }
    strides
}

/// Emits the load of an operand's scratchpad address into a register, and returns the vector
/// operand with this register.
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

/// Emits the vector instruction of a step, which writes its lanes to the scratchpad from address
/// `target` on.
///
/// # Errors
/// Fails if no address in the scratchpad was assigned to an operand, or if the step has no
/// operands.
pub fn compute(
    emitter: &mut Emitter,
    node: Node,
    target: u32,
    place: &dyn Fn(usize) -> Option<Place>,
) -> Result<(), CodegenError> {
    let mut operands = Vec::new();
    for (register, index) in [T[1], T[2], T[3]].into_iter().zip(node.operands()) {
        let place = place(index).ok_or_else(|| {
            CodegenError(
                "internal error: no address in the scratchpad was assigned to a value".to_owned(),
            )
        })?;
        operands.push(operand(emitter, register, place));
    }
    emitter.code.li(T[0], i64::from(target));
    match (node, &operands[..]) {
        (Node::Unary(op, _), [a]) => emitter.code.v_unary(op, T[0], *a),
        (Node::Binary(op, ..), [a, b]) => emitter.code.v_binary(op, T[0], *a, *b),
        (Node::Ternary(op, ..), [a, b, c]) => emitter.code.v_ternary(op, T[0], *a, *b, *c),
        _ => {
            return Err(CodegenError(
                "internal error: expected a step with operands, found a step without operands"
                    .to_owned(),
            ));
        }
    };
    Ok(())
}

/// Emits the computation of the loop index in a dimension for each lane of a tile, to the
/// scratchpad address `target`.
///
/// # Errors
/// Fails if there is no free scratchpad word for a constant.
pub fn index(
    emitter: &mut Emitter,
    dim: usize,
    order: &[usize],
    tile: &Tile,
    start: u32,
    target: u32,
) -> Result<(), CodegenError> {
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

/// Emits the store of a tile's start index in one dimension to a scratchpad word.
pub fn start_word(emitter: &mut Emitter, start: Start, word: u32) -> Result<(), CodegenError> {
    match start {
        Start::At(at) => emitter.code.li(T[4], at).sts(s(0), word as i32, T[4]),
        Start::In(register) => emitter.code.sts(s(0), word as i32, register),
    };
    Ok(())
}
