// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! The error type of code generation and loading.

/// An error of code generation or loading.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// LLVM does not know the triple, or has no backend for it.
    #[error("unknown target `{triple}`: {reason}")]
    UnknownTarget {
        /// The requested triple.
        triple: String,
        /// The reason why the triple is unknown.
        reason: String,
    },
    /// LLVM has no such processor or feature for the triple.
    #[error("unknown {what} `{name}` for target `{triple}`{suggestions}")]
    UnknownName {
        /// The kind of name: a CPU or a feature.
        what: &'static str,
        /// The requested name.
        name: String,
        /// The requested triple.
        triple: String,
        /// A hint with similar names; may be empty.
        suggestions: String,
    },
    /// The target cannot run C functions, its arithmetic does not conform to the semantics of
    /// programs, or the CPU is `native` although the target is not the host.
    #[error("target `{triple}` is not supported: {reason}")]
    Unsupported {
        /// The requested triple.
        triple: String,
        /// The reason why the target is not supported.
        reason: &'static str,
    },
    /// MLIR cannot translate the module, for example because it has operations outside the LLVM
    /// dialect.
    #[error("the module cannot be translated to LLVM IR")]
    Translation,
    /// LLVM failed, for example in a pass, in the code generator or in the linker of the JIT.
    #[error("LLVM failed to {action}: {reason}")]
    Llvm {
        /// The failed action, such as `optimize`.
        action: &'static str,
        /// LLVM's error message.
        reason: String,
    },
    /// The loaded object lacks a symbol.
    #[error("the compiled object has no symbol `{0}`")]
    MissingSymbol(String),
}

impl Error {
    /// Returns true if the request is invalid, and false if this crate or LLVM has a bug.
    pub fn is_request(&self) -> bool {
        matches!(
            self,
            Self::UnknownTarget { .. } | Self::UnknownName { .. } | Self::Unsupported { .. }
        )
    }
}
