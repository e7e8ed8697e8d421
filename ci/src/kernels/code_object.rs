// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Reads the metadata of kernels in a code object for AMD's GPUs.
//!
//! A code object is an ELF file with a note in MessagePack. Source: LLVM's "User Guide for AMDGPU
//! Backend", code object V3 to V5 metadata.

use super::kernel::{Code, Kernel};
use anyhow::{Context, Result, bail};
use object::LittleEndian;
use object::elf::FileHeader64;
use object::read::elf::{FileHeader, SectionHeader};
use serde::Deserialize;
use std::fs;
use std::path::Path;

/// The owner and the type of the note.
const NOTE: (&[u8], u32) = (b"AMDGPU", 32);

/// The size in bytes of a register of a thread.
const REGISTER: u64 = 4;

#[derive(Deserialize)]
struct Metadata {
    #[serde(rename = "amdhsa.kernels")]
    kernels: Vec<KernelMetadata>,
}

#[derive(Deserialize)]
struct KernelMetadata {
    #[serde(rename = ".name")]
    name: String,
    #[serde(rename = ".vgpr_count")]
    vector_registers: u64,
    #[serde(rename = ".vgpr_spill_count")]
    spilled: u64,
    #[serde(rename = ".private_segment_fixed_size")]
    stack: u64,
    #[serde(rename = ".uses_dynamic_stack", default)]
    has_dynamic_stack: bool,
    #[serde(rename = ".group_segment_fixed_size")]
    shared: u64,
    #[serde(rename = ".kernarg_segment_size")]
    arguments_size: u64,
    #[serde(rename = ".args", default)]
    arguments: Vec<Argument>,
}

#[derive(Deserialize)]
struct Argument {
    #[serde(rename = ".offset")]
    offset: u64,
    #[serde(rename = ".size")]
    size: u64,
}

/// Reads the kernels of a file.
///
/// # Errors
///
/// Fails if the file is not a code object, or if its metadata is inconsistent.
pub fn read(file: &Path) -> Result<Code> {
    let bytes = fs::read(file).with_context(|| format!("cannot read {}", file.display()))?;
    parse(note(&bytes)?)
}

/// Reads the kernels from the metadata.
fn parse(metadata: &[u8]) -> Result<Code> {
    let metadata: Metadata =
        rmp_serde::from_slice(metadata).context("cannot parse the metadata of the code object")?;
    let mut code = Code::default();
    for kernel in metadata.kernels {
        let KernelMetadata { name, stack, shared, arguments_size, .. } = kernel;
        let is_outside = |it: &Argument| it.offset + it.size > arguments_size;
        if let Some(index) = kernel.arguments.iter().position(is_outside) {
            bail!("metadata of `{name}`: argument {index} is outside of the kernel's arguments");
        }
        if kernel.has_dynamic_stack {
            code.warnings.push(format!(
                "kernel `{name}` has a stack whose size is not known at compile time"
            ));
        }
        let (registers, spilled) = (kernel.vector_registers, kernel.spilled * REGISTER);
        code.kernels.push(Kernel { name, registers, shared, stack, spilled });
    }
    Ok(code)
}

/// Returns the content of the note with the metadata.
fn note(bytes: &[u8]) -> Result<&[u8]> {
    let header = FileHeader64::<LittleEndian>::parse(bytes)?;
    let endian = header.endian()?;
    for section in header.section_headers(endian, bytes)? {
        let Some(mut notes) = section.notes(endian, bytes)? else { continue };
        while let Some(note) = notes.next()? {
            if (note.name(), note.n_type(endian)) == NOTE {
                return Ok(note.desc());
            }
        }
    }
    bail!("the code object has no metadata")
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::{Value, json};

    /// Returns a kernel's metadata as LLVM 22 writes it, with one argument.
    fn kernel(offset: u64) -> Value {
        json!({
            ".agpr_count": 0,
            ".args": [{
                ".actual_access": "read_only",
                ".address_space": "generic",
                ".offset": offset,
                ".size": 8,
                ".value_kind": "global_buffer",
            }],
            ".group_segment_fixed_size": 408,
            ".kernarg_segment_align": 8,
            ".kernarg_segment_size": 16,
            ".max_flat_workgroup_size": 256,
            ".name": "main_kernel_0",
            ".private_segment_fixed_size": 24,
            ".sgpr_count": 16,
            ".sgpr_spill_count": 0,
            ".symbol": "main_kernel_0.kd",
            ".uses_dynamic_stack": false,
            ".vgpr_count": 128,
            ".vgpr_spill_count": 5,
            ".wavefront_size": 64,
        })
    }

    /// Returns the metadata of a code object in MessagePack.
    fn metadata(kernels: Value) -> Vec<u8> {
        let target = "amdgcn-amd-amdhsa--gfx942";
        let metadata = json!({
            "amdhsa.kernels": kernels,
            "amdhsa.target": target,
            "amdhsa.version": [1, 2],
        });
        rmp_serde::to_vec(&metadata).unwrap()
    }

    /// Returns an ELF file with one section, which has a note of an owner.
    fn elf(owner: &[u8; 6], content: &[u8]) -> Vec<u8> {
        let mut note = Vec::new();
        for number in [owner.len() as u32 + 1, content.len() as u32, NOTE.1] {
            note.extend(number.to_le_bytes());
        }
        note.extend([owner, &b"\0\0"[..], content].concat());
        note.resize(note.len().next_multiple_of(8), 0);
        let (header, section) = (64_u64, 64_u16);
        let mut file = b"\x7fELF\x02\x01\x01".to_vec();
        file.resize(16, 0);
        // Type, machine, version, entry, program headers, section headers.
        file.extend([3_u16, 224].map(u16::to_le_bytes).concat());
        file.extend(1_u32.to_le_bytes());
        file.extend([0, 0, header + note.len() as u64].map(u64::to_le_bytes).concat());
        file.extend(0_u32.to_le_bytes());
        file.extend([header as u16, 0, 0, section, 2, 0].map(u16::to_le_bytes).concat());
        file.extend(&note);
        file.resize(file.len() + usize::from(section), 0);
        // Name and type (SHT_NOTE); flags, address, offset, size; link and info; alignment, entry size.
        file.extend([0_u32, 7].map(u32::to_le_bytes).concat());
        file.extend([0, 0, header, note.len() as u64].map(u64::to_le_bytes).concat());
        file.extend([0_u32, 0].map(u32::to_le_bytes).concat());
        file.extend([4_u64, 0].map(u64::to_le_bytes).concat());
        file
    }

    #[test]
    fn resources_of_kernels_are_read() {
        let file = elf(b"AMDGPU", &metadata(json!([kernel(8)])));
        let code = parse(note(&file).unwrap()).unwrap();
        let name = "main_kernel_0".to_owned();
        let expected = Kernel { name, registers: 128, shared: 408, stack: 24, spilled: 20 };
        assert_eq!(code, Code { kernels: vec![expected], warnings: Vec::new() });
    }

    #[test]
    fn inconsistent_metadata_is_refused() {
        let error = parse(&metadata(json!([kernel(16)]))).unwrap_err().to_string();
        let expected =
            "metadata of `main_kernel_0`: argument 0 is outside of the kernel's arguments";
        assert_eq!(error, expected);
        let error = parse(&metadata(json!([{ ".name": "f" }]))).unwrap_err();
        assert!(format!("{error:#}").contains("missing field `.vgpr_count`"), "{error:#}");
    }

    #[test]
    fn other_files_have_no_metadata() {
        let error = note(&elf(b"OTHERS", &metadata(json!([])))).unwrap_err().to_string();
        assert_eq!(error, "the code object has no metadata");
        assert!(note(b"text").is_err());
    }
}
