// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Finds a small program that is interesting still.
//!
//! Of each kind of thing all are taken, then halves, quarters and so on (Zeller and
//! Hildebrandt, "Simplifying and Isolating Failure-Inducing Input", 2002), until nothing
//! more can be.

use super::edit::{self, KINDS, Kind, PASSES};
use super::predicate::Predicate;
use hloom_compiler::Error;
use melior::Context;
use melior::ir::Module;

/// The smallest interesting program until now.
pub(super) struct Search<'a> {
    context: &'a Context,
    predicate: &'a Predicate,
    /// Its text.
    pub best: String,
    /// How large it is.
    pub size: [usize; 4],
    /// How often the predicate was asked.
    pub asked: usize,
}

impl<'a> Search<'a> {
    /// Begins with a program.
    ///
    /// # Errors
    /// If the predicate cannot be run, or does not hold for it.
    pub fn new(
        context: &'a Context,
        predicate: &'a Predicate,
        module: &Module,
    ) -> Result<Self, Error> {
        let (best, size) = (text(module), edit::size(module.as_operation()));
        if !predicate.holds(&best)? {
            let message = "the test succeeds for the program: nothing is wrong with it";
            return Err(Error::invalid(message));
        }
        Ok(Self { context, predicate, best, size, asked: 1 })
    }

    /// Makes the program smaller until nothing more can be taken.
    ///
    /// # Errors
    /// If the predicate cannot be run.
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

    /// Takes things of one kind, ever fewer at once.
    fn take(&mut self, kind: Kind) -> Result<(), Error> {
        let count = |search: &Self| -> Result<usize, Error> {
            let module = search.module()?;
            Ok(kind(search.context, module.as_operation(), &|_| false))
        };
        let mut width = count(self)?;
        while width > 0 {
            // The last first: what is before keeps its number.
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

    /// Keeps a program if it is valid, smaller and interesting.
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
        hloom_dialects::parse_module(self.context, &self.best, "reduced.mlir")
            .map_err(|error| Error::Internal(format!("what was printed cannot be read: {error}")))
    }
}

/// A program as files have it.
fn text(module: &Module) -> String {
    format!("{}\n", module.as_operation().to_string().trim_end())
}
