// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Moves sessions between threads.

use super::Session;

// SAFETY: a session is the only owner of its context and its pass managers. The context's
// multithreading is off, so nothing in it belongs to a thread. Passes are registered with closures
// that are `Send`. Modules and the pass managers that `Session::pass_manager` returns borrow the
// session, so that none is left when it moves, and the counts of the `Rc`s are one.
unsafe impl Send for Session {}
