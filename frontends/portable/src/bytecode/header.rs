// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! What a file says of itself.

use crate::bytecode::format;
use crate::bytecode::input::Input;
use crate::bytecode::output::Output;
use crate::error::Result;
use crate::version::Version;

/// How every file begins.
const MAGIC: &[u8] = b"ML\xefR";

/// What is in front of a version in the name of the producer.
const STABLEHLO: &str = "StableHLO_v";

/// What a file begins with.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Header<'a> {
    /// The version of the format.
    pub(crate) format: u64,
    /// What wrote the file.
    pub(crate) producer: &'a [u8],
}

impl<'a> Header<'a> {
    /// Whether bytes are bytecode at all.
    pub(crate) fn is_there(bytes: &[u8]) -> bool {
        bytes.starts_with(MAGIC)
    }

    /// The header, and what follows it.
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
                "expected bytecode of format {} at most, found {format}",
                format::LAST
            )));
        }
        Ok((Self { format, producer: input.zero_terminated()? }, input))
    }

    /// The header of a file.
    pub(crate) fn read(file: &'a [u8]) -> Result<Self> {
        Self::read_from(file).map(|(header, _)| header)
    }

    /// The header of a portable artifact.
    pub(super) fn write(version: Version, format: u64, output: &mut Output) {
        output.bytes(MAGIC);
        output.varint(format);
        output.zero_terminated(format!("{STABLEHLO}{version}").as_bytes());
    }

    /// The version of StableHLO that wrote the file, if that did.
    pub(crate) fn version(&self) -> Option<Version> {
        let text = std::str::from_utf8(self.producer).ok()?;
        text.strip_prefix(STABLEHLO)?.parse().ok()
    }
}
