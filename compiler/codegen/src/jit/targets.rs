// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Code generators for the host, which compilations reuse.

use hloom_compiler::Error;
use hloom_llvm::{ObjectEmitter, Target};
use std::sync::{Mutex, MutexGuard, PoisonError};

/// Idle code generators for the host. Their number is at most the largest number of threads that
/// have compiled at the same time.
#[derive(Debug, Default)]
pub struct Targets(Mutex<Vec<ObjectEmitter>>);

impl Targets {
    /// Calls `run` with a code generator that no other call uses at the same time.
    ///
    /// # Errors
    /// Fails if LLVM has no backend for the host. Returns the error of `run`.
    pub fn with<R>(
        &self,
        run: impl FnOnce(&mut ObjectEmitter) -> Result<R, Error>,
    ) -> Result<R, Error> {
        let idle = self.idle().pop();
        let mut emitter = match idle {
            Some(emitter) => emitter,
            None => ObjectEmitter::new(Target::host().map_err(crate::error)?),
        };
        let result = run(&mut emitter)?;
        self.idle().push(emitter);
        Ok(result)
    }

    fn idle(&self) -> MutexGuard<'_, Vec<ObjectEmitter>> {
        // A poisoned lock only means that another thread panicked; each push leaves the list valid.
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
mod tests {
    use super::Targets;
    use hloom_compiler::Error;

    #[test]
    fn targets_are_used_again() -> Result<(), Error> {
        let targets = Targets::default();
        targets.with(|_| targets.with(|_| Ok(())))?;
        assert_eq!(targets.idle().len(), 2);
        targets.with(|_| Ok(()))?;
        assert_eq!(targets.idle().len(), 2);
        Ok(())
    }
}
