// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Verifies that called computations exist, that their number matches the opcode, and that no
//! computation calls itself. Orders computations such that callees precede callers.

use super::error::VerifyError;
use crate::index::Index;
use crate::opcode::Opcode;
use crate::proto::{HloInstructionProto, HloModuleProto};

/// Returns the number of computations that instructions of an opcode must call, or `None` if there
/// is no fixed number.
fn call_count(opcode: Opcode) -> Option<usize> {
    match opcode {
        Opcode::While | Opcode::SelectAndScatter => Some(2),
        Opcode::AllReduce
        | Opcode::AllReduceStart
        | Opcode::AsyncStart
        | Opcode::Call
        | Opcode::Fusion
        | Opcode::Map
        | Opcode::Reduce
        | Opcode::ReduceScatter
        | Opcode::ReduceWindow
        | Opcode::Scan
        | Opcode::Scatter
        | Opcode::Sort => Some(1),
        _ => None,
    }
}

/// Verifies that the called computations exist and that their number matches the opcode.
pub fn verify(
    instruction: &HloInstructionProto,
    opcode: Opcode,
    index: &Index,
) -> Result<(), String> {
    for id in &instruction.called_computation_ids {
        if !index.computations.contains_key(id) {
            return Err(format!("the called computation with id {id} does not exist"));
        }
    }
    let calls = instruction.called_computation_ids.len();
    match call_count(opcode) {
        Some(count) if count != calls => {
            Err(format!("`{opcode}`: expected {count} called computations, found {calls}"))
        }
        None if opcode == Opcode::Conditional && calls == 0 => {
            Err("expected at least one branch of the `conditional`, found none".to_owned())
        }
        _ => Ok(()),
    }
}

/// Returns the positions of computations in depth-first postorder, in which callees precede their
/// callers. The function uses an explicit stack, so that long chains of calls do not overflow the
/// call stack.
///
/// # Errors
/// Fails if a computation calls itself, directly or through others.
pub fn callees_first(module: &HloModuleProto, index: &Index) -> Result<Vec<usize>, VerifyError> {
    #[derive(Clone, Copy, PartialEq)]
    enum State {
        New,
        Open,
        Done,
    }
    let callees: Vec<Vec<usize>> = module
        .computations
        .iter()
        .map(|computation| {
            let calls = computation.instructions.iter();
            let calls = calls.flat_map(|instruction| &instruction.called_computation_ids);
            calls.filter_map(|id| index.computations.get(id).copied()).collect()
        })
        .collect();
    let mut states = vec![State::New; callees.len()];
    let mut order = Vec::with_capacity(callees.len());
    for start in 0..callees.len() {
        if states[start] != State::New {
            continue;
        }
        states[start] = State::Open;
        // Stack of open computations, each with the index of its next call.
        let mut open = vec![(start, 0)];
        while let Some((caller, next)) = open.last_mut() {
            let Some(callee) = callees[*caller].get(*next).copied() else {
                states[*caller] = State::Done;
                order.push(*caller);
                open.pop();
                continue;
            };
            *next += 1;
            match states[callee] {
                State::Done => {}
                State::New => {
                    states[callee] = State::Open;
                    open.push((callee, 0));
                }
                State::Open => {
                    let message = "the computation calls itself".to_owned();
                    return Err(VerifyError::from(message).within(&module.computations[callee]));
                }
            }
        }
    }
    Ok(order)
}
