// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Catches panics and keeps their messages.
//!
//! A panic hook records the message and the location of a panic in a guarded call instead of
//! printing them. Other panics are printed as usual.

use std::cell::{Cell, RefCell};
use std::panic::{self, AssertUnwindSafe, catch_unwind, resume_unwind};
use std::sync::Once;

thread_local! {
    /// The nesting depth of guarded calls on this thread.
    static DEPTH: Cell<usize> = const { Cell::new(0) };
    /// The message and the location of the last panic in a guarded call.
    static LAST: RefCell<Option<String>> = const { RefCell::new(None) };
}

/// Installs the panic hook of this copy of the Rust standard library. It records panics in guarded
/// calls instead of printing them.
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

/// Panics with the message of a panic that was caught on another thread.
pub fn raise(message: String) -> ! {
    LAST.set(Some(message));
    resume_unwind(Box::new("a panic of another thread"))
}

/// Calls a function, and catches a panic in it.
///
/// # Errors
/// Returns the message and the location of the panic if the function panics.
pub fn catch<T>(function: impl FnOnce() -> T) -> Result<T, String> {
    // A guarded drop may run while another panic unwinds: keep the message of that panic.
    if !std::thread::panicking() {
        LAST.set(None);
    }
    DEPTH.set(DEPTH.get() + 1);
    let outcome = catch_unwind(AssertUnwindSafe(function));
    DEPTH.set(DEPTH.get() - 1);
    outcome.map_err(|payload| {
        // Leak the payload: dropping it might panic, too.
        std::mem::forget(payload);
        LAST.take().unwrap_or_else(|| "a panic".to_owned())
    })
}
