// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Errors of code generation.

use hloom_lowering::ir::{self, Op};

/// The reason why code cannot be generated.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CodegenError(pub String);

/// Returns an error about an operation. In the message, `reason` follows the operation's name.
pub fn refuse<T>(op: Op, reason: &str) -> Result<T, CodegenError> {
    Err(CodegenError(format!("`{}` {reason}", ir::op_name(op))))
}
