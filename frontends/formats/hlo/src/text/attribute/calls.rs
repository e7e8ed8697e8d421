// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Attributes that name called computations. The message contains one list of IDs, in which each
//! role, such as `body` or `condition`, has a fixed position.

use super::Attribute;
use crate::proto::HloInstructionProto;
use crate::text::cursor::Result;
use crate::text::reader::Reader;
use crate::text::writer::Writer;

/// Placeholder in the list of called computations for a position whose ID has not been read.
const NONE: i64 = -1;

/// Defines an attribute that names one computation, whose ID has a fixed position in the
/// instruction's list of called computations.
macro_rules! call {
    ($name:literal, $place:literal) => {
        Attribute {
            name: $name,
            read: |reader, instruction| {
                let id = reader.computation_reference()?;
                fill_call(instruction, $place, id);
                Ok(())
            },
            is_set: |instruction| instruction.called_computation_ids.len() > $place,
            write: |writer, instruction| {
                if let Some(id) = instruction.called_computation_ids.get($place) {
                    let name = writer.computation(*id);
                    writer.push(&name);
                }
            },
        }
    };
}

/// Defines an attribute that names any number of computations.
macro_rules! call_list {
    ($name:literal) => {
        Attribute { name: $name, read: read_list, is_set: has_calls, write: write_list }
    };
}

pub static TO_APPLY: Attribute = call!("to_apply", 0);
pub static CALLS: Attribute = call!("calls", 0);
pub static BODY: Attribute = call!("body", 0);
pub static CONDITION: Attribute = call!("condition", 1);
pub static SELECT: Attribute = call!("select", 0);
pub static SCATTER: Attribute = call!("scatter", 1);
pub static TRUE_COMPUTATION: Attribute = call!("true_computation", 0);
pub static FALSE_COMPUTATION: Attribute = call!("false_computation", 1);
pub static BRANCH_COMPUTATIONS: Attribute = call_list!("branch_computations");
pub static CALLED_COMPUTATIONS: Attribute = call_list!("called_computations");

/// The attribute `to_apply` of a custom call, which names its single called computation in the text
/// of older versions of XLA. It is read but not written.
pub static CUSTOM_CALL_TO_APPLY: Attribute =
    Attribute { is_set: |_| false, ..call!("to_apply", 0) };

/// Sets the ID at a position of an instruction's list of called computations.
pub fn fill_call(instruction: &mut HloInstructionProto, place: usize, id: i64) {
    let calls = &mut instruction.called_computation_ids;
    if calls.len() <= place {
        calls.resize(place + 1, NONE);
    }
    calls[place] = id;
}

fn has_calls(instruction: &HloInstructionProto) -> bool {
    !instruction.called_computation_ids.is_empty()
}

fn read_list(reader: &mut Reader, instruction: &mut HloInstructionProto) -> Result<()> {
    reader.cursor.expect("{")?;
    let mut ids = Vec::new();
    while !reader.cursor.eat("}") {
        if !ids.is_empty() {
            reader.cursor.expect(",")?;
        }
        ids.push(reader.computation_reference()?);
    }
    instruction.called_computation_ids = ids;
    Ok(())
}

fn write_list(writer: &mut Writer, instruction: &HloInstructionProto) {
    let names = instruction.called_computation_ids.iter().map(|id| writer.computation(*id));
    let names = names.collect::<Vec<_>>().join(", ");
    writer.push(&format!("{{{names}}}"));
}
