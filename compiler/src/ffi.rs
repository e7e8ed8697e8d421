// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Direct uses of MLIR's C API in this crate.

use melior::ir::operation::{Operation, OperationLike, OperationRefMut};
use melior::ir::{Value, ValueLike};
use mlir_sys::{
    mlirOpOperandIsNull, mlirOperationRemoveFromParent, mlirValueGetFirstUse,
    mlirValueReplaceAllUsesOfWith,
};

/// Erases an operation of a block.
///
/// # Panics
/// Panics if the operation is in no block, or if its results have uses.
pub fn erase(op: OperationRefMut) {
    let raw = op.to_raw();
    assert!(op.block().is_some(), "an erased operation is in a block");
    for result in op.results() {
        // SAFETY: the value is a result of a live operation. The use is only compared with null.
        let is_unused = unsafe { mlirOpOperandIsNull(mlirValueGetFirstUse(result.to_raw())) };
        assert!(is_unused, "an erased operation has no uses");
    }
    // SAFETY: the handle `op` refers to a live operation of a block, without uses. `RemoveFromParent` passes
    // its ownership to this function, and the drop destroys it once. The handle is consumed; the
    // only caller, `checks::lift`, uses no copy of it afterwards.
    drop(unsafe {
        mlirOperationRemoveFromParent(raw);
        Operation::from_raw(raw)
    });
}

/// Returns a handle that allows changes to an operation.
pub fn mutable<'c, 'a>(op: impl OperationLike<'c, 'a>) -> OperationRefMut<'c, 'a>
where
    'c: 'a,
{
    // SAFETY: the type of `op` guarantees that the operation is alive for `'a`. A handle is a
    // plain pointer, so copies may alias. `checks::lift` and `mlir::keep_entry`, the callers,
    // change an operation through one handle at a time.
    unsafe { OperationRefMut::from_raw(op.to_raw()) }
}

/// Replaces every use of the value `of` by `with`.
pub fn replace_all_uses<'c>(of: Value<'c, '_>, with: Value<'c, '_>) {
    // SAFETY: the types guarantee that both values are alive and belong to the context `'c`.
    unsafe { mlirValueReplaceAllUsesOfWith(of.to_raw(), with.to_raw()) }
}
