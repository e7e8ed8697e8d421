// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Contexts that compilations in this process reuse.
//!
//! Loading the dialects and creating the passes takes longer than running the passes on a small
//! program. A [`Session`] therefore keeps a context with its pass managers, which the next
//! compilation reuses. A context never frees the types, attributes and locations that were created
//! in it. A session is therefore dropped after programs with a total size of [`LIMIT`] bytes. It is
//! also dropped after [`COMPILATIONS`] compilations, because folding creates constants that are not
//! part of any program. Furthermore, it is dropped after a failed compilation, and if a plugin has
//! added dialects since its creation.

mod ffi;

use hloom_compiler::Error;
use hloom_dialects::{Context, added_dialects};
use melior::pass::PassManager;
use melior::utility::parse_pass_pipeline;
use std::cell::RefCell;
use std::collections::HashMap;
use std::rc::Rc;
use std::sync::{Mutex, MutexGuard, PoisonError};

/// The total size in bytes of programs and their constants after which a session is dropped.
const LIMIT: usize = 256 << 10;
/// The number of compilations after which a session is dropped.
const COMPILATIONS: usize = 64;
/// The maximum number of idle sessions that are kept for later compilations.
const IDLE: usize = 4;

/// An MLIR context, and the pass managers that have run in it.
pub struct Session {
    /// The pass managers, by the pipelines that they run. They refer to the context, so they are
    /// dropped before the context.
    pass_managers: RefCell<HashMap<String, Rc<PassManager<'static>>>>,
    context: Context,
    /// The number of dialect registrations at the creation of the context.
    registrations: usize,
    /// The total size in bytes of the programs and constants that the session has compiled.
    seen: usize,
    /// The number of compilations that have used the session.
    compilations: usize,
}

impl Session {
    /// Creates a session with a new MLIR context.
    pub fn new() -> Self {
        let registrations = added_dialects().len();
        let pass_managers = RefCell::default();
        Self { pass_managers, context: Context::new(), registrations, seen: 0, compilations: 0 }
    }

    /// Takes an idle session of an earlier compilation, or creates one.
    pub fn take() -> Self {
        let registrations = added_dialects().len();
        let mut idle = idle();
        idle.retain(|session| session.registrations == registrations);
        let session = idle.pop();
        drop(idle);
        session.unwrap_or_else(Self::new)
    }

    /// Makes the session available to the next compilation. `bytes` is the size of the compiled
    /// program and its constants. No module of the context may still exist.
    pub fn leave(mut self, bytes: usize) {
        self.seen = self.seen.saturating_add(bytes);
        self.compilations += 1;
        if self.seen <= LIMIT && self.compilations < COMPILATIONS {
            let mut idle = idle();
            if idle.len() < IDLE {
                idle.push(self);
            }
        }
    }

    /// Returns the MLIR context of the session.
    pub fn context(&self) -> &Context {
        &self.context
    }

    /// Returns the pass manager for the pipeline `passes` on modules of the context. The first call
    /// creates it.
    ///
    /// # Errors
    /// Fails if `passes` cannot be parsed.
    pub fn pass_manager(&self, passes: &str) -> Result<Rc<PassManager<'_>>, Error> {
        let mut managers = self.pass_managers.borrow_mut();
        if let Some(manager) = managers.get(passes) {
            return Ok(Rc::clone(manager));
        }
        // The passes of a user's pipeline were checked before.
        let manager = parse_passes(&self.context, passes).map_err(Error::Internal)?;
        let manager = Rc::new(manager);
        managers.insert(passes.to_owned(), Rc::clone(&manager));
        Ok(manager)
    }
}

/// Creates a pass manager for the pipeline `passes`.
///
/// # Errors
/// Returns the pipeline and MLIR's error message if `passes` cannot be parsed. The caller knows
/// whether the pipeline is the user's.
pub(crate) fn parse_passes<'c>(
    context: &melior::Context,
    passes: &str,
) -> Result<PassManager<'c>, String> {
    let manager = PassManager::new(context);
    // After each pass, MLIR's verifier would cost many times as much as after each level, so only
    // debug builds, in which tests run, enable it.
    manager.enable_verifier(cfg!(debug_assertions));
    parse_pass_pipeline(manager.as_operation_pass_manager(), passes)
        .map_err(|error| format!("pipeline `{passes}`: {error}"))?;
    Ok(manager)
}

fn idle() -> MutexGuard<'static, Vec<Session>> {
    static SESSIONS: Mutex<Vec<Session>> = Mutex::new(Vec::new());
    // A poisoned lock only means that another thread panicked; each push leaves the list valid.
    SESSIONS.lock().unwrap_or_else(PoisonError::into_inner)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// All cases are one test, because the idle sessions belong to the process.
    #[test]
    fn sessions_are_used_again_until_they_have_seen_much() {
        let address = |session: &Session| session.context().as_melior().to_raw().ptr.addr();
        let first = Session::take();
        let context = address(&first);
        first.leave(LIMIT / 2);
        let second = Session::take();
        assert_eq!(address(&second), context, "a session of a small program is used again");
        let third = Session::take();
        assert_ne!(address(&third), context, "a session has one user at a time");
        second.leave(LIMIT);
        assert!(idle().is_empty(), "a session of large programs is dropped");
        drop(third);
        assert!(idle().is_empty(), "a session that is not left is dropped");
        for _ in 0..COMPILATIONS {
            Session::take().leave(0);
        }
        assert!(idle().is_empty(), "a session of many programs is dropped");
    }
}
