// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Upstream's conversion of named linalg operations, which MLIR's C API lacks, through the C++
//! glue.

use hloom_ir::Op;
use mlir_sys::MlirOperation;

unsafe extern "C" {
    fn hloomGeneralizeNamedOps(root: MlirOperation);
}

/// Replaces the named linalg operations inside `root`, except `linalg.fill`, by `linalg.generic`
/// where upstream supports it. Handles of the replaced operations dangle.
pub fn generalize_named_ops(root: Op) {
    // SAFETY: the pass has exclusive access to `root`, and keeps no handle of a named operation.
    unsafe { hloomGeneralizeNamedOps(root.to_raw()) }
}
