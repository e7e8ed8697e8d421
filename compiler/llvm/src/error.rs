// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! What can go wrong between the LLVM dialect and loaded code.

/// An error of code generation or loading.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// LLVM has no backend for the triple, or does not know it.
    #[error("unknown target `{triple}`: {reason}")]
    UnknownTarget {
        /// The triple asked for.
        triple: String,
        /// What is wrong with it.
        reason: String,
    },
    /// LLVM has no such processor or feature for the triple.
    #[error("unknown {what} `{name}` for target `{triple}`{near}")]
    UnknownName {
        /// What it should be: a CPU, a feature.
        what: &'static str,
        /// What was asked for.
        name: String,
        /// The triple.
        triple: String,
        /// The names that are like it.
        near: String,
    },
    /// A target whose arithmetic is not what programs mean.
    #[error("target `{triple}` is not supported: {reason}")]
    Unsupported {
        /// The triple asked for.
        triple: String,
        /// Why not.
        reason: &'static str,
    },
    /// The module is not all LLVM dialect.
    #[error("the module cannot be translated to LLVM IR")]
    Translation,
    /// A pass or the code generator failed.
    #[error("LLVM failed to {action}: {reason}")]
    Llvm {
        /// What was being done.
        action: &'static str,
        /// LLVM's words.
        reason: String,
    },
    /// A symbol is not in the loaded object.
    #[error("the object has no symbol `{0}`")]
    MissingSymbol(String),
}

impl Error {
    /// Whether what was asked for is wrong, and not this crate.
    pub fn is_request(&self) -> bool {
        matches!(
            self,
            Self::UnknownTarget { .. } | Self::UnknownName { .. } | Self::Unsupported { .. }
        )
    }
}
