// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Calls upstream's tiling and fusion through the C++ glue.

use hloom_ir::{Op, Value};
use melior::ir::ValueLike;
use mlir_sys::{MlirOperation, MlirValue};
use std::ffi::c_void;
use std::panic::{AssertUnwindSafe, catch_unwind};

unsafe extern "C" {
    fn hloomTileAndFuse(
        root: MlirOperation,
        sizes: *const i64,
        count: usize,
        fuse: unsafe extern "C" fn(MlirOperation, *mut c_void) -> bool,
        data: *mut c_void,
    ) -> MlirOperation;
    fn hloomTile(
        op: MlirOperation,
        next: MlirOperation,
        offsets: *const MlirValue,
        sizes: *const i64,
        count: usize,
    ) -> MlirOperation;
    fn hloomFuseProducer(slice: MlirOperation) -> MlirOperation;
}

/// Tiles `root` by `sizes` into one `scf.forall` and fuses the producers that `fuse` accepts.
///
/// There is one size per loop of the root; a loop of size 0 is not tiled. Returns the new loop, or
/// `None` if upstream cannot tile the operation.
pub fn tile_and_fuse<'a>(
    root: Op<'a>,
    sizes: &[i64],
    mut fuse: impl FnMut(Op<'a>) -> bool,
) -> Option<Op<'a>> {
    unsafe extern "C" fn answer<'a, F: FnMut(Op<'a>) -> bool>(
        producer: MlirOperation,
        data: *mut c_void,
    ) -> bool {
        // SAFETY: `tile_and_fuse` passes a pointer to its local `fuse` as `data`; `trampoline`
        // ensures that its type is `F`. `hloomTileAndFuse` calls back only before it returns, so
        // the closure is alive and no other reference to it exists.
        let fuse = unsafe { &mut *data.cast::<F>() };
        // SAFETY: `hloomTileAndFuse` passes the operation that defines an operand of the root or
        // of a fused producer. It is alive during the callback, in the same IR as `root`.
        let producer = unsafe { Op::from_raw(producer) };
        catch_unwind(AssertUnwindSafe(|| fuse(producer))).unwrap_or(false)
    }
    fn trampoline<'a, F: FnMut(Op<'a>) -> bool>(
        _: &F,
    ) -> unsafe extern "C" fn(MlirOperation, *mut c_void) -> bool {
        answer::<'a, F>
    }
    let callback = trampoline(&fuse);
    // SAFETY: `root` is a live operation. `sizes` and `fuse` are borrowed or owned by this
    // function, and `hloomTileAndFuse` keeps no pointer to them. It returns null or the new loop,
    // which is in the same IR as `root`.
    unsafe {
        let raw = hloomTileAndFuse(
            root.to_raw(),
            sizes.as_ptr(),
            sizes.len(),
            callback,
            (&raw mut fuse).cast(),
        );
        Op::from_option_raw(raw)
    }
}

/// Emits the tile of an operation before `next`, and returns the tiled operation. There is an offset
/// and a size for each loop of the operation. Returns `None` if upstream cannot tile the operation.
///
/// # Panics
/// Panics if the number of sizes differs from the number of offsets.
pub fn tile<'a>(op: Op<'a>, next: Op<'a>, offsets: &[Value<'a>], sizes: &[i64]) -> Option<Op<'a>> {
    assert_eq!(
        offsets.len(),
        sizes.len(),
        "the numbers of offsets and sizes of a tile must be equal"
    );
    let offsets: Vec<_> = offsets.iter().map(|offset| offset.to_raw()).collect();
    // SAFETY: `op`, `next` and the offsets are live IR. Both arrays have `sizes.len()` elements, and
    // `hloomTile` keeps no pointer to them. It returns null or an operation of the same IR.
    unsafe {
        let raw =
            hloomTile(op.to_raw(), next.to_raw(), offsets.as_ptr(), sizes.as_ptr(), sizes.len());
        Op::from_option_raw(raw)
    }
}

/// Replaces a `tensor.extract_slice` by the tile of the operation that computes its source, and erases
/// the slice. Returns the tiled operation, or `None` if upstream cannot tile the operation. In the
/// latter case, the slice is unchanged.
pub fn fuse_producer(slice: Op<'_>) -> Option<Op<'_>> {
    // SAFETY: `slice` is a live operation. `hloomFuseProducer` returns null or an operation of the same
    // IR.
    unsafe { Op::from_option_raw(hloomFuseProducer(slice.to_raw())) }
}
