// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! The serializable contents of an executable, and the placement of its values during a run.

use hloom_compiler::interface::Signature;
use serde::{Deserialize, Serialize};

/// A compiled program as a sequence of segments.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Plan {
    pub signature: Signature,
    /// Size in bytes of each value that the segments read or write. The arguments of the program
    /// are the first values.
    pub sizes: Vec<usize>,
    /// For each result of the program, the index of its value in `sizes`.
    pub results: Vec<usize>,
    pub parts: Vec<Part>,
    /// Ordinal of the device for which the program is compiled.
    pub device: usize,
    /// The reason why the whole program runs on the host; `None` if segments of it run on the
    /// device.
    pub reason: Option<String>,
}

impl Plan {
    /// Returns the names of the operations in all segments on the device if `on_device` is true,
    /// otherwise in all segments on the host.
    pub fn operations(&self, on_device: bool) -> Vec<&str> {
        let parts = self.parts.iter().filter(|part| part.is_on_device() == on_device);
        parts.flat_map(|part| part.operations.iter().map(String::as_str)).collect()
    }
}

/// A segment of a program, which is a kernel of the device or an executable of the host.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Part {
    pub inputs: Vec<usize>,
    pub outputs: Vec<usize>,
    /// The names of the operations that the segment computes, for reports.
    pub operations: Vec<String>,
    pub code: Code,
}

impl Part {
    /// Returns true if the segment runs on the device.
    pub fn is_on_device(&self) -> bool {
        matches!(self.code, Code::Device { .. })
    }
}

/// The code of a segment of a program.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub enum Code {
    /// A kernel binary, the size of its temporaries in bytes, and its constants.
    Device { binary: Vec<u8>, arena_bytes: usize, constants: Vec<u8> },
    /// A serialized executable of the host platform.
    Host { serialized: Vec<u8> },
}

/// The location of a program's value during a run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Location {
    Argument(usize),
    Result(usize),
    /// A byte offset in the memory block that a run allocates for its intermediate values.
    Memory(usize),
}

/// The locations of all values of a program, and the size of the memory block that a run allocates.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Placement {
    pub locations: Vec<Location>,
    /// Byte offset, in the memory block of the run, of the temporaries of kernels.
    pub temporaries: usize,
    /// Size of the memory block of the run in bytes.
    pub bytes: usize,
}

/// Alignment of values in the memory block of a run, in bytes.
const ALIGNMENT: usize = 64;

impl Placement {
    /// Assigns locations to the values of a program. Intermediate values that are not
    /// simultaneously live can share memory.
    pub fn of(plan: &Plan) -> Placement {
        let arguments = plan.signature.arguments.len();
        // A value is live from the part that computes it to the last part that reads it.
        let live = |value: usize| {
            let made = plan.parts.iter().position(|part| part.outputs.contains(&value));
            let read = plan.parts.iter().rposition(|part| part.inputs.contains(&value));
            (made.unwrap_or(0), read.or(made).unwrap_or(0))
        };
        let mut locations = vec![None; plan.sizes.len()];
        for (number, location) in locations.iter_mut().enumerate().take(arguments) {
            *location = Some(Location::Argument(number));
        }
        for (number, value) in plan.results.iter().enumerate() {
            locations[*value].get_or_insert(Location::Result(number));
        }
        let mut pending: Vec<usize> =
            (0..locations.len()).filter(|value| locations[*value].is_none()).collect();
        pending.sort_by_key(|value| std::cmp::Reverse(plan.sizes[*value]));
        let mut placed: Vec<(usize, usize, (usize, usize))> = Vec::new();
        for value in pending {
            let (size, lives) = (plan.sizes[value], live(value));
            let mut taken: Vec<_> = placed
                .iter()
                .filter(|(_, _, other)| lives.0 <= other.1 && other.0 <= lives.1)
                .collect();
            taken.sort_unstable();
            let mut offset = 0;
            for (start, end, _) in taken {
                if offset + size <= *start {
                    break;
                }
                offset = offset.max(end.next_multiple_of(ALIGNMENT));
            }
            placed.push((offset, offset + size, lives));
            locations[value] = Some(Location::Memory(offset));
        }
        let end = placed.iter().map(|(_, end, _)| *end).max().unwrap_or(0);
        let temporaries = end.next_multiple_of(ALIGNMENT);
        let most = plan.parts.iter().map(|part| match &part.code {
            Code::Device { arena_bytes, .. } => *arena_bytes,
            Code::Host { .. } => 0,
        });
        let bytes = temporaries + most.max().unwrap_or(0);
        let locations =
            locations.into_iter().map(|location| location.unwrap_or(Location::Memory(0))).collect();
        Placement { locations, temporaries, bytes }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use hloom_compiler::{ElementType, Shape};

    #[test]
    fn memory_is_used_again() {
        let part = |inputs: &[usize], outputs: &[usize]| Part {
            inputs: inputs.to_vec(),
            outputs: outputs.to_vec(),
            operations: vec![],
            code: Code::Device { binary: vec![], arena_bytes: 10, constants: vec![] },
        };
        let shape = Shape::new(ElementType::F32, [25]);
        let name = "main".to_owned();
        let shapes = vec![shape];
        let plan = Plan {
            signature: Signature { name, arguments: shapes.clone(), results: shapes },
            sizes: vec![100, 100, 60, 100, 100],
            results: vec![4],
            parts: vec![part(&[0], &[1, 2]), part(&[1], &[3]), part(&[2, 3], &[4])],
            device: 0,
            reason: None,
        };
        let placement = Placement::of(&plan);
        assert_eq!(
            placement.locations,
            [
                Location::Argument(0),
                Location::Memory(0),
                Location::Memory(256),
                Location::Memory(128),
                Location::Result(0)
            ]
        );
        assert_eq!((placement.temporaries, placement.bytes), (320, 330));
    }
}
