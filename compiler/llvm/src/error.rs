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
        /// LLVM's words.
        reason: String,
    },
    /// The module is not all LLVM dialect.
    #[error("internal error: the module cannot be translated to LLVM IR")]
    Translation,
    /// A pass or the code generator failed.
    #[error("internal error: LLVM failed to {action}: {reason}")]
    Llvm {
        /// What was being done.
        action: &'static str,
        /// LLVM's words.
        reason: String,
    },
    /// A symbol is not in the loaded object.
    #[error("internal error: the object has no symbol `{0}`")]
    MissingSymbol(String),
}
