// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! The header of a file: the magic number, the format version, and the producer.

use crate::bytecode::format;
use crate::bytecode::input::Input;
use crate::bytecode::output::Output;
use crate::error::Result;
use crate::version::Version;

/// Magic number at the start of every bytecode file.
const MAGIC: &[u8] = b"ML\xefR";

/// Prefix of the version in the producer of a portable artifact.
const STABLEHLO: &str = "StableHLO_v";

/// The header of a bytecode file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Header<'a> {
    /// Version of the bytecode format in which the file is written.
    pub(crate) format: u64,
    /// Name of the program that wrote the file, `StableHLO_v1.2.3` for a portable artifact.
    pub(crate) producer: &'a [u8],
}

impl<'a> Header<'a> {
    /// Returns true if the bytes start with the magic number of MLIR bytecode.
    pub(crate) fn is_there(bytes: &[u8]) -> bool {
        bytes.starts_with(MAGIC)
    }

    /// Reads the header of a bytecode file, and returns it together with the remainder of the file.
    pub(super) fn read_from(file: &'a [u8]) -> Result<(Self, Input<'a>)> {
        let mut input = Input::new(file);
        if !Self::is_there(file) {
            return Err(input.error("expected MLIR bytecode, which begins with `ML\\xefR`"));
        }
        input.bytes(MAGIC.len())?;
        let start = input;
        let format = input.varint()?;
        if format > format::LAST {
            return Err(start.error(format!(
                "expected bytecode format {} or earlier, found {format}",
                format::LAST
            )));
        }
        Ok((Self { format, producer: input.zero_terminated()? }, input))
    }

    /// Reads the header of a bytecode file.
    pub(crate) fn read(file: &'a [u8]) -> Result<Self> {
        Self::read_from(file).map(|(header, _)| header)
    }

    /// Writes the header of a portable artifact.
    pub(super) fn write(version: Version, format: u64, output: &mut Output) {
        output.bytes(MAGIC);
        output.varint(format);
        output.zero_terminated(format!("{STABLEHLO}{version}").as_bytes());
    }

    /// Returns the version of a portable artifact, or `None` if the producer does not state one.
    pub(crate) fn version(&self) -> Option<Version> {
        let text = std::str::from_utf8(self.producer).ok()?;
        text.strip_prefix(STABLEHLO)?.parse().ok()
    }
}
