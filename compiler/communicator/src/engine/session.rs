// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! The use of a message-passing library until it is stopped, such as by an error.

use super::ffi::Library;
use hloom_evaluator::Error;

/// The use of a message-passing library until it is stopped, such as by an error.
pub struct Session<L: Library> {
    /// The message-passing library; `None` only while the session is dropped.
    library: Option<L>,
    /// The reason why the library was stopped, after which it is never called again; `None` if it
    /// was not stopped.
    stopped: Option<Error>,
}

impl<L: Library> Session<L> {
    /// Begins to use a message-passing library.
    pub fn new(library: L) -> Self {
        Self { library: Some(library), stopped: None }
    }

    /// Calls the library, unless it was stopped. An error of the library stops it.
    ///
    /// # Errors
    /// Fails with the error of the library, or with the reason why the library was stopped.
    pub fn call<T>(&mut self, call: impl FnOnce(&mut L) -> Result<T, String>) -> Result<T, Error> {
        if let Some(reason) = &self.stopped {
            return Err(reason.clone());
        }
        let Some(library) = &mut self.library else {
            return Err(self.stop("the library was already closed"));
        };
        call(library).map_err(|error| self.stop(&error))
    }

    /// Stops the library: it is never called again. Returns the reason as an error, or the earlier
    /// reason if the library was already stopped.
    pub fn stop(&mut self, reason: &str) -> Error {
        let error = || Error::Unavailable(format!("{}: {reason}", L::NAME));
        self.stopped.get_or_insert_with(error).clone()
    }

    /// Returns true if the library was stopped, so that it is never called again.
    pub fn is_stopped(&self) -> bool {
        self.stopped.is_some()
    }
}

impl<L: Library> Drop for Session<L> {
    fn drop(&mut self) {
        if self.stopped.is_some() {
            // Closing it would call it, which may access memory that is in use again.
            std::mem::forget(self.library.take());
        }
    }
}
