// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! The error of reading an HLO module.

use crate::text::ParseError;
use crate::verify::VerifyError;

/// The reason why bytes could not be read as a module.
#[derive(Clone, Debug, thiserror::Error)]
pub enum Error {
    /// The HLO text has a syntax error.
    #[error(transparent)]
    Text(#[from] ParseError),
    /// The bytes cannot be decoded as a protocol buffer of a module.
    #[error("malformed protocol buffer of an HLO module: {0}")]
    Binary(#[from] prost::DecodeError),
    /// The text is not the text format of a module's protocol buffer.
    #[error("malformed text format of an HLO module's protocol buffer: {0}")]
    TextFormat(String),
    /// The module was read, but fails verification.
    #[error(transparent)]
    Verify(#[from] VerifyError),
    /// The protocol buffer message contains no HLO module.
    #[error("expected a protocol buffer with an HLO module, found none in the message")]
    NoModule,
    /// The bytes do not have any of the encodings of a module.
    #[error("expected HLO text, a protocol buffer of HLO or its text format, found none of them")]
    Unknown,
}
