// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Failures of plugins in calls that cannot return an error.

use hloom_compiler::Error;
use std::sync::{Mutex, PoisonError};

static FIRST: Mutex<Option<Error>> = Mutex::new(None);

/// Returns and clears the first failure of a plugin in a call that cannot return an error.
///
/// A tool must call this function before it exits, because the failure may have affected its other
/// results.
pub fn failure() -> Option<Error> {
    FIRST.lock().unwrap_or_else(PoisonError::into_inner).take()
}

pub(crate) fn report(error: Error) {
    FIRST.lock().unwrap_or_else(PoisonError::into_inner).get_or_insert(error);
}
