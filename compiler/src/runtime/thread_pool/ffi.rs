// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Jobs that borrow data from the calling thread, although workers outlive these borrows.

use super::adaptive_spin::AdaptiveSpin;
use super::workers::{Job, Workers};

/// The work of a thread in a parallel region.
type Work<'a> = dyn Fn() + Sync + 'a;

/// A pointer to the work of a parallel region, without the lifetime of the work. Only [`share`]
/// creates it.
pub struct Borrowed(*const Work<'static>);

// SAFETY: the work is `Sync`, so several threads may call it by a shared pointer.
unsafe impl Send for Borrowed {}
// SAFETY: as for `Send`.
unsafe impl Sync for Borrowed {}

impl Job for Borrowed {
    fn run(&self) {
        // SAFETY: `share` made the pointer from a reference. The value is private to the region that
        // `share` opened, so only helpers in this region call `run`. `share` returns or unwinds
        // only after the region's guard has waited for all of them, so the reference is alive.
        let work = unsafe { &*self.0 };
        work();
    }
}

/// Calls `work` on this thread and on at most `helpers` workers in parallel. Returns when all calls
/// have returned.
///
/// # Panics
/// Panics if a call panics.
pub fn share(workers: &Workers<Borrowed>, helpers: usize, spin: &AdaptiveSpin, work: &Work) {
    let work_pointer: *const Work = work;
    // SAFETY: the types differ only in a lifetime, which has no representation. `run` explains
    // why the pointer is used only within the lifetime.
    let pointer = unsafe { std::mem::transmute::<*const Work, *const Work<'static>>(work_pointer) };
    let region = workers.open(Borrowed(pointer), helpers, spin);
    work();
    region.finish();
}
