// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Searches for a small program that is still interesting.
//!
//! For each kind of item, the search tries to remove all items at once, then halves, quarters and
//! so on, until nothing more can be removed. The method is delta debugging (Zeller and Hildebrandt,
//! "Simplifying and Isolating Failure-Inducing Input", 2002).

use super::edit::{self, KINDS, Kind, PASSES};
use super::predicate::Predicate;
use hloom_compiler::Error;
use melior::Context;
use melior::ir::Module;

/// The state of a search: the smallest interesting program found so far.
pub struct Search<'a> {
    context: &'a Context,
    predicate: &'a Predicate,
    /// Text of the smallest interesting program found so far.
    pub best: String,
    /// Size of the smallest interesting program found so far, as [`edit::size`] returns it.
    pub size: [usize; 4],
    /// Number of runs of the test command.
    pub asked: usize,
}

impl<'a> Search<'a> {
    /// Starts a search from the program `module`.
    ///
    /// # Errors
    /// Fails if the test command cannot be run, or if the program is not interesting.
    pub fn new(
        context: &'a Context,
        predicate: &'a Predicate,
        module: &Module,
    ) -> Result<Self, Error> {
        let (best, size) = (text(module), edit::size(module.as_operation()));
        if !predicate.holds(&best)? {
            let message = "expected the test command to fail for the program, but it succeeds";
            return Err(Error::invalid(message));
        }
        Ok(Self { context, predicate, best, size, asked: 1 })
    }

    /// Reduces the program until nothing more can be removed.
    ///
    /// # Errors
    /// Fails if the test command cannot be run.
    pub fn run(&mut self) -> Result<(), Error> {
        loop {
            let before = self.size;
            for kind in KINDS {
                self.take(kind)?;
            }
            for pass in PASSES {
                let mut module = self.module()?;
                if edit::run_pass(self.context, &mut module, pass) {
                    self.consider(&module)?;
                }
            }
            if self.size == before {
                return Ok(());
            }
        }
    }

    /// Tries to remove items of one kind, first all at once. Each further step halves the number of
    /// items that are removed at once.
    fn take(&mut self, kind: Kind) -> Result<(), Error> {
        let count = |search: &Self| -> Result<usize, Error> {
            let module = search.module()?;
            Ok(kind(search.context, module.as_operation(), &|_| false))
        };
        let mut width = count(self)?;
        while width > 0 {
            // Removes from the end, so that earlier items keep their numbers.
            let mut end = count(self)?;
            while end > 0 {
                let chosen = end.saturating_sub(width)..end;
                end = chosen.start;
                let module = self.module()?;
                let root = module.as_operation();
                let unused = edit::unused(root);
                kind(self.context, root, &|index| chosen.contains(&index));
                edit::erase_unused(root, &unused);
                self.consider(&module)?;
            }
            width /= 2;
        }
        Ok(())
    }

    /// Keeps a program as the smallest one if it is valid, smaller than the smallest one so far,
    /// and interesting.
    fn consider(&mut self, module: &Module) -> Result<(), Error> {
        let root = module.as_operation();
        let size = edit::size(root);
        if size >= self.size || !edit::is_valid(self.context, root) {
            return Ok(());
        }
        let text = text(module);
        self.asked += 1;
        if self.predicate.holds(&text)? {
            (self.best, self.size) = (text, size);
        }
        Ok(())
    }

    fn module(&self) -> Result<Module<'a>, Error> {
        hloom_dialects::parse_module(self.context, &self.best, "reduced.mlir").map_err(|error| {
            Error::Internal(format!(
                "the reduced program cannot be parsed after it was printed: {error}"
            ))
        })
    }
}

/// Returns the MLIR text of a program, with one newline at the end.
fn text(module: &Module) -> String {
    format!("{}\n", module.as_operation().to_string().trim_end())
}
