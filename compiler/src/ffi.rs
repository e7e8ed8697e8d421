// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Everything in this crate that talks to MLIR's C API directly.

use melior::ir::operation::{Operation, OperationLike, OperationRefMut};
use melior::ir::{Value, ValueLike};
use mlir_sys::{mlirOperationRemoveFromParent, mlirValueReplaceAllUsesOfWith};

/// Erases an operation whose results have no uses.
pub fn erase(op: OperationRefMut) {
    let raw = op.to_raw();
    // SAFETY: `op` is alive and in a block; once removed, this function owns
    // it, and dropping it destroys it. The handle is consumed.
    drop(unsafe {
        mlirOperationRemoveFromParent(raw);
        Operation::from_raw(raw)
    });
}

/// A handle through which an operation can be changed.
pub fn mutable<'c, 'a>(op: impl OperationLike<'c, 'a>) -> OperationRefMut<'c, 'a>
where
    'c: 'a,
{
    // SAFETY: the operation is alive for `'a`; handles alias as MLIR's do, and
    // this crate changes operations only through one of them at a time.
    unsafe { OperationRefMut::from_raw(op.to_raw()) }
}

/// Makes every use of `of` use `with`.
pub fn replace_all_uses<'c>(of: Value<'c, '_>, with: Value<'c, '_>) {
    // SAFETY: both values are alive and of the same context.
    unsafe { mlirValueReplaceAllUsesOfWith(of.to_raw(), with.to_raw()) }
}
