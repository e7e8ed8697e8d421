// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Errors of code generation.

use hloom_lowering::ir::{self, Op};

/// The reason why no code can be generated for a program or an operation.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CodegenError(pub String);

/// Returns an error about an operation. The message is the operation's name followed by `reason`, a
/// predicate such as `has an unsupported type`.
pub fn refuse<T>(op: Op, reason: &str) -> Result<T, CodegenError> {
    Err(CodegenError(format!("`{}` {reason}", ir::op_name(op))))
}
