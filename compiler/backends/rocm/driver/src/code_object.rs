// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! The format of the images that the HIP runtime loads: ELF files with the code of kernels.

use object::LittleEndian;
use object::elf::{EM_AMDGPU, FileHeader64};
use object::read::elf::{FileHeader, ProgramHeader, SectionHeader};

/// Checks that an image is an ELF file for AMD's GPUs, and that it contains its whole header,
/// segments and sections. The HIP runtime does not know the size of the image, and reads all bytes
/// to which the headers refer. The image must be aligned to 8 bytes.
///
/// # Errors
/// Returns a message with the expected format and the fault of the image.
pub fn check(image: &[u8]) -> Result<(), String> {
    let expected = "kernel image: expected an ELF code object for AMD's GPUs";
    let damaged = |part: &str| format!("{expected}, found a file with a damaged {part}");
    let header = FileHeader64::<LittleEndian>::parse(image)
        .map_err(|_| format!("{expected}, found {} bytes of another format", image.len()))?;
    let endian = header.endian().map_err(|_| damaged("header"))?;
    if header.e_machine(endian) != EM_AMDGPU {
        let machine = header.e_machine(endian);
        return Err(format!("{expected}, found an ELF file for machine {machine}"));
    }
    let segments = header.program_headers(endian, image).map_err(|_| damaged("segment table"))?;
    if segments.iter().any(|segment| segment.data(endian, image).is_err()) {
        return Err(damaged("segment"));
    }
    let sections = header.section_headers(endian, image).map_err(|_| damaged("section table"))?;
    if sections.iter().any(|section| section.data(endian, image).is_err()) {
        return Err(damaged("section"));
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::check;

    /// Returns a file of 64 + 64 + `bytes` bytes: the header, a section header, and a section.
    fn file(bytes: u8) -> Vec<u64> {
        let mut file = vec![0_u8; 128 + usize::from(bytes)];
        file[..7].copy_from_slice(b"\x7fELF\x02\x01\x01");
        let mut put = |at: usize, value: u8| file[at] = value;
        // The machine, the version, and the offset, size and number of the section headers.
        for (at, value) in [(18, 224), (20, 1), (40, 64), (52, 64), (58, 64), (60, 1)] {
            put(at, value);
        }
        // The type of the section, its offset and its size.
        for (at, value) in [(64 + 4, 1), (64 + 24, 128), (64 + 32, bytes)] {
            put(at, value);
        }
        file.chunks(8).map(|word| u64::from_le_bytes(word.try_into().expect("8 bytes"))).collect()
    }

    fn bytes(words: &[u64]) -> Vec<u8> {
        words.iter().flat_map(|word| word.to_le_bytes()).collect()
    }

    /// Checks bytes at an aligned address.
    fn outcome(bytes: &[u8]) -> Result<(), String> {
        let aligned = hloom_values::AlignedBytes::try_copy_of(bytes).expect("there is memory");
        check(&aligned)
    }

    #[test]
    fn complete_files_are_accepted() {
        assert_eq!(outcome(&bytes(&file(16))), Ok(()));
    }

    #[test]
    fn shortened_files_are_refused() {
        let whole = bytes(&file(16));
        let expected = "kernel image: expected an ELF code object for AMD's GPUs";
        let refused = |length: usize| outcome(&whole[..length]).expect_err("it is refused");
        assert_eq!(refused(143), format!("{expected}, found a file with a damaged section"));
        assert_eq!(refused(127), format!("{expected}, found a file with a damaged section table"));
        assert_eq!(refused(63), format!("{expected}, found 63 bytes of another format"));
        assert_eq!(refused(0), format!("{expected}, found 0 bytes of another format"));
    }

    #[test]
    fn files_of_other_machines_are_refused() {
        let mut other = bytes(&file(0));
        other[18] = 62;
        assert!(
            outcome(&other).is_err_and(|error| error.ends_with("found an ELF file for machine 62"))
        );
        assert!(outcome(b".version 7.8\0").is_err());
    }
}
