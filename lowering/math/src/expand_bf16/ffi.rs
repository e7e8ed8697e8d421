// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! MLIR's replacement of types and attributes through the C++ glue.

use hloom_ir::{Op, Type};
use melior::ir::TypeLike;
use mlir_sys::{MlirOperation, MlirType};

unsafe extern "C" {
    fn hloomReplaceFloats(root: MlirOperation, from: *const MlirType, count: usize, to: MlirType);
}

/// Replaces the float types `from` with the integer type `to` of the same width in all types and
/// attributes of `root` and of the operations inside it. Constants keep their bits.
pub fn replace_floats<'a>(root: Op<'a>, from: &[Type<'a>], to: Type<'a>) {
    let from: Vec<_> = from.iter().map(|ty| ty.to_raw()).collect();
    // SAFETY: the pass has exclusive access to `root`, the types belong to its context, and `from`
    // lives until `hloomReplaceFloats` returns.
    unsafe { hloomReplaceFloats(root.to_raw(), from.as_ptr(), from.len(), to.to_raw()) }
}
