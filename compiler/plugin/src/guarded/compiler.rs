// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Wrappers around compilers that turn panics into errors.

use super::executable::GuardedExecutable;
use super::guard::{Guard, Guarded};
use hloom_compiler::interface::{
    AotCompilationOptions, AotCompilationResult, Capabilities, CompileOptions, Compiler,
    Executable, Progress,
};
use hloom_compiler::{Error, Program};
use std::sync::Arc;

/// A compiler whose panics become errors.
pub struct GuardedCompiler {
    guard: Guard,
    inner: Guarded<Arc<dyn Compiler>>,
}

impl GuardedCompiler {
    pub fn new(guard: Guard, inner: Arc<dyn Compiler>) -> Self {
        Self { guard, inner: Guarded::new(guard, inner) }
    }

    fn guarded(&self, inner: Box<dyn Executable>) -> Result<Box<dyn Executable>, Error> {
        Ok(Box::new(GuardedExecutable::new(self.guard, inner)?))
    }
}

impl Compiler for GuardedCompiler {
    fn compile(
        &self,
        program: &Program,
        options: &CompileOptions,
    ) -> Result<Box<dyn Executable>, Error> {
        let (guard, mut options) = (self.guard, options.clone());
        options.progress = options.progress.map(|progress| -> Progress {
            Arc::new(move |stage| guard.tell("a progress callback", (), || progress(stage)))
        });
        let compile = || self.inner.compile(program, &options);
        self.guarded(guard.call("Compiler::compile", compile)?)
    }

    fn compile_ahead_of_time(
        &self,
        program: &Program,
        options: &AotCompilationOptions,
    ) -> Result<AotCompilationResult, Error> {
        self.guard.call("Compiler::compile_ahead_of_time", || {
            self.inner.compile_ahead_of_time(program, options)
        })
    }

    fn capabilities(&self) -> Capabilities {
        let nothing = Capabilities::default();
        self.guard.tell("Compiler::capabilities", nothing, || self.inner.capabilities())
    }

    fn fingerprint(&self) -> Option<String> {
        self.guard.tell("Compiler::fingerprint", None, || self.inner.fingerprint())
    }

    fn load(&self, serialized: &[u8]) -> Result<Box<dyn Executable>, Error> {
        self.guarded(self.guard.call("Compiler::load", || self.inner.load(serialized))?)
    }
}
