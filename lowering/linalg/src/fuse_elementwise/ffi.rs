// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Upstream's fusion patterns through the C++ glue.

use super::policy::may_fuse;
use hloom_ir::Op;
use mlir_sys::MlirOperation;
use std::panic::{AssertUnwindSafe, catch_unwind};

/// A function that decides whether to fuse two operations. Its arguments are the producer, the
/// consumer and the number of the consumer's operand that the producer defines.
type MayFuse = unsafe extern "C" fn(MlirOperation, MlirOperation, isize) -> bool;

unsafe extern "C" {
    fn hloomFuseElementwise(root: MlirOperation, may_fuse: MayFuse);
}

/// Fuses operations inside `root` if [`may_fuse`] permits it.
pub fn fuse(root: Op) {
    // SAFETY: the pass has exclusive access to `root` until `hloomFuseElementwise` returns, and the
    // callback is a function, so it outlives the call.
    unsafe { hloomFuseElementwise(root.to_raw(), decide) }
}

/// Returns the result of [`may_fuse`], or false if it panics.
///
/// # Safety
/// Both operations must be valid until the function returns.
unsafe extern "C" fn decide(
    producer: MlirOperation,
    consumer: MlirOperation,
    operand: isize,
) -> bool {
    // SAFETY: `hloomFuseElementwise` hands operations of the program that it is rewriting, which it
    // does not erase during the callback.
    let (producer, consumer) = unsafe { (Op::from_raw(producer), Op::from_raw(consumer)) };
    // A panic must not unwind into C++. Not fusing is always correct.
    catch_unwind(AssertUnwindSafe(|| may_fuse(producer, consumer, operand as usize)))
        .unwrap_or(false)
}
