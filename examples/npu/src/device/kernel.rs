// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Kernels and their binary format.
//!
//! All numbers are little-endian. A binary consists of the eight bytes `npu code`, a version, the
//! number of kernels, the kernels, and a checksum of everything before it. A kernel consists of a
//! byte that states whether its arguments are in a block, its name, and its instructions. The name
//! and the instructions are preceded by their lengths.

use super::error::failure;
use super::shared::Shared;
use hloom_compiler::Error;
use hloom_compiler::interface::Kernel;
use npu_simulator::{DecodeError, Instruction, MAX_ARGUMENTS, decode, encode};
use std::any::Any;
use std::sync::Arc;

const MAGIC: &[u8; 8] = b"npu code";
const VERSION: u32 = 1;

/// A kernel binary: the code of named kernels.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct KernelBinary {
    pub kernels: Vec<KernelCode>,
}

/// The code of one kernel.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct KernelCode {
    /// Name under which the kernel is loaded.
    pub name: String,
    /// Whether the register s1 contains the address of a memory block with the arguments, even if
    /// the arguments fit into registers.
    pub in_block: bool,
    /// The instructions of the kernel.
    pub code: Vec<Instruction>,
}

/// The reason why bytes are not a valid kernel binary.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum BinaryError {
    #[error("expected an npu kernel binary, found other bytes")]
    Foreign,
    #[error("expected version {VERSION} of an npu kernel binary, found version {0}")]
    Version(u32),
    #[error("the npu kernel binary is corrupt")]
    Damaged,
    #[error("kernel `{name}` is corrupt: {reason}")]
    Kernel { name: String, reason: DecodeError },
}

impl KernelBinary {
    /// Returns a kernel binary with one kernel.
    pub fn of_one(name: &str, in_block: bool, code: Vec<Instruction>) -> KernelBinary {
        KernelBinary { kernels: vec![KernelCode { name: name.to_owned(), in_block, code }] }
    }

    /// Serializes the kernel binary.
    pub fn to_bytes(&self) -> Vec<u8> {
        let mut bytes = MAGIC.to_vec();
        bytes.extend(VERSION.to_le_bytes());
        bytes.extend((self.kernels.len() as u32).to_le_bytes());
        for kernel in &self.kernels {
            bytes.push(u8::from(kernel.in_block));
            for part in [kernel.name.as_bytes(), &encode(&kernel.code)] {
                bytes.extend((part.len() as u64).to_le_bytes());
                bytes.extend(part);
            }
        }
        bytes.extend(checksum(&bytes).to_le_bytes());
        bytes
    }

    /// Parses a serialized kernel binary.
    ///
    /// # Errors
    /// Fails if the bytes are corrupt, or if their format or version is not supported.
    pub fn from_bytes(bytes: &[u8]) -> Result<KernelBinary, BinaryError> {
        let rest = bytes.strip_prefix(MAGIC).ok_or(BinaryError::Foreign)?;
        let mut header = Reader(rest);
        let version = header.number::<4>().ok_or(BinaryError::Damaged)?;
        if version != u64::from(VERSION) {
            return Err(BinaryError::Version(version as u32));
        }
        let (content, sum) = bytes.split_last_chunk::<8>().ok_or(BinaryError::Damaged)?;
        if checksum(content) != u64::from_le_bytes(*sum) {
            return Err(BinaryError::Damaged);
        }
        let mut reader = Reader(&content[MAGIC.len() + 4..]);
        let count = reader.number::<4>().ok_or(BinaryError::Damaged)?;
        let kernels: Result<Vec<_>, _> = (0..count).map(|_| reader.kernel()).collect();
        let kernels = kernels?;
        if reader.0.is_empty() { Ok(KernelBinary { kernels }) } else { Err(BinaryError::Damaged) }
    }
}

/// Reads numbers and byte strings from the front of a slice.
struct Reader<'b>(&'b [u8]);

impl<'b> Reader<'b> {
    fn take(&mut self, length: u64) -> Option<&'b [u8]> {
        let (front, rest) = self.0.split_at_checked(usize::try_from(length).ok()?)?;
        self.0 = rest;
        Some(front)
    }

    fn number<const N: usize>(&mut self) -> Option<u64> {
        let mut bytes = [0; 8];
        bytes[..N].copy_from_slice(self.take(N as u64)?);
        Some(u64::from_le_bytes(bytes))
    }

    fn part(&mut self) -> Option<&'b [u8]> {
        let length = self.number::<8>()?;
        self.take(length)
    }

    fn kernel(&mut self) -> Result<KernelCode, BinaryError> {
        let in_block = match self.number::<1>() {
            Some(flag @ 0..=1) => flag == 1,
            _ => return Err(BinaryError::Damaged),
        };
        let name = self.part().and_then(|name| std::str::from_utf8(name).ok());
        let name = name.ok_or(BinaryError::Damaged)?.to_owned();
        match decode(self.part().ok_or(BinaryError::Damaged)?) {
            Ok(code) => Ok(KernelCode { name, in_block, code }),
            Err(reason) => Err(BinaryError::Kernel { name, reason }),
        }
    }
}

/// Returns the 64-bit FNV-1a hash of bytes, which detects every change of a single byte.
fn checksum(bytes: &[u8]) -> u64 {
    bytes.iter().fold(0xCBF2_9CE4_8422_2325, |sum, byte| {
        (sum ^ u64::from(*byte)).wrapping_mul(0x0000_0100_0000_01B3)
    })
}

/// A kernel loaded on a device.
#[derive(Clone, Debug)]
pub struct NpuKernel {
    kernel: Arc<KernelCode>,
    device: Arc<Shared>,
}

impl NpuKernel {
    /// Returns the kernel with the given name from a kernel binary, loaded on `device`.
    ///
    /// # Errors
    /// Fails if the binary has no kernel with this name.
    pub fn new(binary: KernelBinary, name: &str, device: Arc<Shared>) -> Result<NpuKernel, Error> {
        let kernel = binary.kernels.into_iter().find(|kernel| kernel.name == name);
        let kernel = kernel.ok_or_else(|| {
            Error::invalid(format!("the npu kernel binary has no kernel `{name}`"))
        })?;
        Ok(NpuKernel { kernel: Arc::new(kernel), device })
    }

    /// Returns true if the kernel was loaded on this device.
    pub fn is_of(&self, device: &Arc<Shared>) -> bool {
        Arc::ptr_eq(&self.device, device)
    }

    /// Runs the kernel to completion with the given 64-bit arguments.
    ///
    /// # Errors
    /// Fails if the machine faults or an argument block cannot be allocated.
    pub fn run(&self, arguments: &[u64]) -> Result<(), Error> {
        let KernelCode { name, in_block, code } = &*self.kernel;
        let in_block = *in_block || arguments.len() > MAX_ARGUMENTS;
        let block = in_block.then(|| self.device.allocate(8 * arguments.len())).transpose()?;
        let mut state = self.device.lock();
        let outcome = match &block {
            None => state.machine.run(code, arguments),
            Some(block) => {
                let bytes: Vec<u8> = arguments.iter().flat_map(|it| it.to_le_bytes()).collect();
                state.traffic.to_device += bytes.len() as u64;
                state.machine.dram.write(block.address(), &bytes).map_err(failure)?;
                state.machine.run(code, &[block.address()])
            }
        };
        let outcome = outcome.map(|counters| {
            state.traffic.counters += counters;
            state.traffic.launches += 1;
        });
        // Freeing the block takes the lock, so release the lock first.
        drop(state);
        outcome.map_err(|fault| failure(format!("kernel `{name}` faulted: {fault}")))
    }
}

impl Kernel for NpuKernel {
    fn name(&self) -> &str {
        &self.kernel.name
    }

    fn as_any(&self) -> &dyn Any {
        self
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use npu_simulator::{Assembler, s};

    fn binary() -> KernelBinary {
        let mut code = Assembler::new();
        code.li(s(2), 7).addi(s(3), s(2), 1).halt();
        let code = code.finish().expect("no labels");
        let kernel =
            |name: &str| KernelCode { name: name.to_owned(), in_block: true, code: code.clone() };
        KernelBinary { kernels: vec![kernel("one"), kernel("two")] }
    }

    #[test]
    fn bytes_and_back() {
        let binary = binary();
        assert_eq!(KernelBinary::from_bytes(&binary.to_bytes()), Ok(binary));
        assert_eq!(KernelBinary::from_bytes(b"\x7fELF"), Err(BinaryError::Foreign));
    }

    #[test]
    fn every_damage_is_seen() {
        let bytes = binary().to_bytes();
        for index in 0..bytes.len() {
            assert!(KernelBinary::from_bytes(&bytes[..index]).is_err(), "{index} bytes");
            for bit in 0..8 {
                let mut wrong = bytes.clone();
                wrong[index] ^= 1 << bit;
                assert!(KernelBinary::from_bytes(&wrong).is_err(), "bit {bit} of byte {index}");
            }
        }
        assert!(KernelBinary::from_bytes(&[&bytes[..], b"x"].concat()).is_err());
    }

    #[test]
    fn a_wrong_instruction_is_named() {
        let mut bytes = binary().to_bytes();
        let place = bytes.windows(3).position(|it| it == b"one").expect("a name") + 3 + 8;
        bytes[place] = 0xEE;
        let length = bytes.len() - 8;
        let sum = checksum(&bytes[..length]);
        bytes[length..].copy_from_slice(&sum.to_le_bytes());
        let error = KernelBinary::from_bytes(&bytes).expect_err("an unknown opcode").to_string();
        assert_eq!(error, "kernel `one` is corrupt: instruction 0: unknown opcode 0xee");
    }
}
