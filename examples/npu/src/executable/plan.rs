// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! What an executable is made from, and where its values are while it runs.

use hloom_compiler::mlir::Signature;
use serde::{Deserialize, Serialize};

/// A program in parts that run one after the other.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Plan {
    pub signature: Signature,
    /// The bytes of every value; the arguments are the first.
    pub sizes: Vec<usize>,
    /// The value that each result is.
    pub results: Vec<usize>,
    pub parts: Vec<Part>,
    /// The device it is for.
    pub device: usize,
    /// Why the whole program is left to the host, if it is.
    pub reason: Option<String>,
}

impl Plan {
    /// The names of the operations of all parts of one kind.
    pub fn operations(&self, on_device: bool) -> Vec<&str> {
        let parts = self.parts.iter().filter(|part| part.is_on_device() == on_device);
        parts.flat_map(|part| part.operations.iter().map(String::as_str)).collect()
    }
}

/// A part of a program.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Part {
    pub inputs: Vec<usize>,
    pub outputs: Vec<usize>,
    /// The names of its operations.
    pub operations: Vec<String>,
    pub code: Code,
}

impl Part {
    /// Whether it is for the device.
    pub fn is_on_device(&self) -> bool {
        matches!(self.code, Code::Device { .. })
    }
}

/// The code of a part.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub enum Code {
    /// A kernel, the memory it needs, and its constants.
    Device { binary: Vec<u8>, arena_bytes: usize, constants: Vec<u8> },
    /// An executable of the host's platform.
    Host { serialized: Vec<u8> },
}

/// Where a value is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Home {
    Argument(usize),
    Result(usize),
    /// An offset in the memory that a run takes.
    Memory(usize),
}

/// Where all values are, and the memory that a run takes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Placement {
    pub homes: Vec<Home>,
    /// Where the temporaries of kernels are.
    pub temporaries: usize,
    /// Bytes in all.
    pub bytes: usize,
}

/// Alignment of what is in the memory of a run.
const ALIGNMENT: usize = 64;

impl Placement {
    /// Gives values that do not live at the same time the same memory.
    pub fn of(plan: &Plan) -> Placement {
        let arguments = plan.signature.arguments.len();
        // From the part that makes a value to the last one that reads it.
        let live = |value: usize| {
            let made = plan.parts.iter().position(|part| part.outputs.contains(&value));
            let read = plan.parts.iter().rposition(|part| part.inputs.contains(&value));
            (made.unwrap_or(0), read.or(made).unwrap_or(0))
        };
        let mut homes = vec![None; plan.sizes.len()];
        for (number, home) in homes.iter_mut().enumerate().take(arguments) {
            *home = Some(Home::Argument(number));
        }
        for (number, value) in plan.results.iter().enumerate() {
            homes[*value].get_or_insert(Home::Result(number));
        }
        let mut pending: Vec<usize> =
            (0..homes.len()).filter(|value| homes[*value].is_none()).collect();
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
            homes[value] = Some(Home::Memory(offset));
        }
        let end = placed.iter().map(|(_, end, _)| *end).max().unwrap_or(0);
        let temporaries = end.next_multiple_of(ALIGNMENT);
        let most = plan.parts.iter().map(|part| match &part.code {
            Code::Device { arena_bytes, .. } => *arena_bytes,
            Code::Host { .. } => 0,
        });
        let bytes = temporaries + most.max().unwrap_or(0);
        let homes = homes.into_iter().map(|home| home.unwrap_or(Home::Memory(0))).collect();
        Placement { homes, temporaries, bytes }
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
            placement.homes,
            [
                Home::Argument(0),
                Home::Memory(0),
                Home::Memory(256),
                Home::Memory(128),
                Home::Result(0)
            ]
        );
        assert_eq!((placement.temporaries, placement.bytes), (320, 330));
    }
}
