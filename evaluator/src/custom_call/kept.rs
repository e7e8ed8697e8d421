// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! State that a called function keeps for one custom call.

use std::any::Any;
use std::fmt::{self, Debug};
use std::sync::{Arc, Mutex, PoisonError};

/// State that a called function keeps for one custom call between runs. Clones of the call share
/// the state. All values compare equal, so that the state does not affect whether calls are equal.
#[derive(Clone, Default)]
pub struct Kept(Arc<Mutex<Option<Arc<dyn Any + Send + Sync>>>>);

impl Kept {
    /// Returns the kept value. If there is none, or if it has another type, creates the value
    /// first.
    ///
    /// # Errors
    /// Fails if `make` fails, which leaves the kept value unchanged.
    pub fn get_or_try_init<T: Any + Send + Sync, E>(
        &self,
        make: impl FnOnce() -> Result<T, E>,
    ) -> Result<Arc<T>, E> {
        let mut kept = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(known) = kept.clone().and_then(|kept| kept.downcast().ok()) {
            return Ok(known);
        }
        let made = Arc::new(make()?);
        *kept = Some(made.clone());
        Ok(made)
    }
}

impl PartialEq for Kept {
    fn eq(&self, _: &Self) -> bool {
        true
    }
}

impl Debug for Kept {
    fn fmt(&self, formatter: &mut fmt::Formatter) -> fmt::Result {
        formatter.write_str("Kept")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_made_stays() {
        let kept = Kept::default();
        assert_eq!(kept.get_or_try_init(|| Err::<i32, _>("no")), Err("no"));
        let first = kept.get_or_try_init(|| Ok::<_, ()>(1)).expect("made");
        let second = kept.clone().get_or_try_init(|| Err::<i32, _>("no")).expect("kept");
        assert!(Arc::ptr_eq(&first, &second));
    }
}
