// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! What plugins failed with where there was no way to return it.

use hloom_compiler::Error;
use std::sync::{Mutex, PoisonError};

static FIRST: Mutex<Option<Error>> = Mutex::new(None);

/// The first failure of a plugin that could not be returned by what it was called for, if
/// there was one since the last time this was asked. A tool asks before it ends: whatever it
/// ends with, this is why.
pub fn failure() -> Option<Error> {
    FIRST.lock().unwrap_or_else(PoisonError::into_inner).take()
}

pub(crate) fn report(error: Error) {
    FIRST.lock().unwrap_or_else(PoisonError::into_inner).get_or_insert(error);
}
