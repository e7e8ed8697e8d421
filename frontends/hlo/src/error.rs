// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Why bytes are no module.

use crate::text::ParseError;
use crate::verify::VerifyError;

/// Why bytes are no module.
#[derive(Clone, Debug, thiserror::Error)]
pub enum Error {
    /// They are HLO text, but for this.
    #[error(transparent)]
    Text(#[from] ParseError),
    /// They are no protocol buffer of a module.
    #[error("this is no protocol buffer of an HLO module: {0}")]
    Binary(#[from] prost::DecodeError),
    /// They are no text of a protocol buffer of a module.
    #[error("this is no text of an HLO module's protocol buffer: {0}")]
    TextFormat(String),
    /// They are a module whose parts do not fit together.
    #[error(transparent)]
    Verify(#[from] VerifyError),
    /// They are a message without a module.
    #[error("the protocol buffer has no HLO module")]
    NoModule,
    /// They are in no encoding of a module.
    #[error("this is no HLO: neither text, nor a protocol buffer, nor the text of one")]
    Unknown,
}
