// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Panics as messages.

use std::cell::{Cell, RefCell};
use std::panic::{self, AssertUnwindSafe, catch_unwind, resume_unwind};
use std::sync::Once;

thread_local! {
    /// How many guarded calls this thread is in.
    static DEPTH: Cell<usize> = const { Cell::new(0) };
    /// What the last panic in one said, and where it was.
    static LAST: RefCell<Option<String>> = const { RefCell::new(None) };
}

/// Lets panics in guarded calls of this copy of Rust's library be remembered, instead of
/// printed: they become errors.
pub fn remember() {
    static ONCE: Once = Once::new();
    ONCE.call_once(set_hook);
}

fn set_hook() {
    let print = panic::take_hook();
    panic::set_hook(Box::new(move |panic| {
        if DEPTH.get() == 0 {
            return print(panic);
        }
        let message = panic.payload_as_str().unwrap_or("a panic without a message");
        let place = panic.location().map(|place| format!(" ({place})")).unwrap_or_default();
        LAST.set(Some(format!("{message}{place}")));
    }));
}

/// Panics with what another panic said.
pub fn raise(message: String) -> ! {
    LAST.set(Some(message));
    resume_unwind(Box::new("a panic of another thread"))
}

/// Calls a function, and says why it panicked if it does.
pub fn catch<T>(function: impl FnOnce() -> T) -> Result<T, String> {
    // What ends while another panic goes by leaves its message alone.
    if !std::thread::panicking() {
        LAST.set(None);
    }
    DEPTH.set(DEPTH.get() + 1);
    let outcome = catch_unwind(AssertUnwindSafe(function));
    DEPTH.set(DEPTH.get() - 1);
    outcome.map_err(|payload| {
        // A payload's own end may panic, too.
        std::mem::forget(payload);
        LAST.take().unwrap_or_else(|| "a panic".to_owned())
    })
}
