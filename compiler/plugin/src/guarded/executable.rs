// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Wrappers around executables that turn panics into errors.

use super::guard::{Guard, Guarded};
use super::stream::GuardedStream;
use super::stream_executor::guarded_buffer;
use super::threads::GuardedThreads;
use hloom_compiler::interface::{
    Argument, CostAnalysis, DeviceBuffer, DynamicExecutable, Executable, HostReport,
    MemoryAnalysis, MemoryPlan, Profile, RunOptions, Signature, Stage, Stream,
};
use hloom_compiler::{Error, Literal, TensorSpec};
use std::sync::Arc;

/// An executable whose panics become errors.
pub struct GuardedExecutable {
    guard: Guard,
    inner: Arc<Guarded<Box<dyn Executable>>>,
    signature: Signature,
    aliases: Vec<(usize, usize)>,
    memory: MemoryAnalysis,
    cost: Option<CostAnalysis>,
    profile: Option<Arc<Profile>>,
    memory_plan: Option<Arc<MemoryPlan>>,
    host_report: Option<HostReport>,
    stages: Vec<Stage>,
    /// The guarded interface for a program with dynamic shapes; `None` if all shapes are static.
    dynamic: Option<GuardedDynamic>,
}

impl GuardedExecutable {
    /// Guards an executable, and caches the properties whose methods cannot return an error.
    ///
    /// # Errors
    /// Fails if one of these calls panics.
    pub fn new(guard: Guard, inner: Box<dyn Executable>) -> Result<Self, Error> {
        let inner = Arc::new(Guarded::new(guard, inner));
        let dynamic = |dynamic: &dyn DynamicExecutable| GuardedDynamic {
            guard,
            inner: Arc::clone(&inner),
            signature: dynamic.dynamic_signature().clone(),
        };
        Ok(Self {
            guard,
            signature: guard.ask("Executable::signature", || inner.signature().clone())?,
            aliases: guard.ask("Executable::aliases", || inner.aliases().to_vec())?,
            memory: guard.ask("Executable::memory_analysis", || inner.memory_analysis())?,
            cost: guard.ask("Executable::cost_analysis", || inner.cost_analysis())?,
            profile: guard.ask("Executable::profile", || inner.profile())?,
            memory_plan: guard.ask("Executable::memory_plan", || inner.memory_plan())?,
            host_report: guard.ask("Executable::host_report", || inner.host_report())?,
            stages: guard.ask("Executable::stages", || inner.stages().to_vec())?,
            dynamic: guard.ask("Executable::as_dynamic", || inner.as_dynamic().map(dynamic))?,
            inner,
        })
    }

    /// Returns the options with guarded threads, so that no panic of a task propagates to threads
    /// on the other side of the plugin boundary.
    fn options(options: &RunOptions) -> RunOptions {
        let threads = options.threads.clone();
        let threads = threads.map(|threads| GuardedThreads::of(threads) as _);
        RunOptions { threads, participant: options.participant.clone() }
    }
}

impl Executable for GuardedExecutable {
    fn signature(&self) -> &Signature {
        &self.signature
    }

    fn run_into(
        &self,
        stream: &mut dyn Stream,
        arguments: &[DeviceBuffer],
        results: &[DeviceBuffer],
        options: &RunOptions,
    ) -> Result<(), Error> {
        let (options, mut stream) =
            (Self::options(options), GuardedStream::lent(self.guard, stream));
        self.guard.call("Executable::run_into", || {
            self.inner.run_into(&mut stream, arguments, results, &options)
        })
    }

    fn aliases(&self) -> &[(usize, usize)] {
        &self.aliases
    }

    fn run(
        &self,
        stream: &mut dyn Stream,
        arguments: &[Argument],
        options: &RunOptions,
    ) -> Result<Vec<DeviceBuffer>, Error> {
        let (options, mut stream) =
            (Self::options(options), GuardedStream::lent(self.guard, stream));
        let run = || self.inner.run(&mut stream, arguments, &options);
        let results = self.guard.call("Executable::run", run)?;
        let guarded = |buffer: DeviceBuffer| {
            // Guard only memory of the executable; the memory of a donated argument is guarded.
            let is_donated = arguments
                .iter()
                .any(|argument| Arc::ptr_eq(argument.buffer.memory(), buffer.memory()));
            if is_donated { Ok(buffer) } else { guarded_buffer(self.guard, buffer) }
        };
        results.into_iter().map(guarded).collect()
    }

    fn as_dynamic(&self) -> Option<&dyn DynamicExecutable> {
        self.dynamic.as_ref().map(|dynamic| dynamic as _)
    }

    fn memory_analysis(&self) -> MemoryAnalysis {
        self.memory
    }

    fn cost_analysis(&self) -> Option<CostAnalysis> {
        self.cost
    }

    fn profile(&self) -> Option<Arc<Profile>> {
        self.profile.clone()
    }

    fn memory_plan(&self) -> Option<Arc<MemoryPlan>> {
        self.memory_plan.clone()
    }

    fn host_report(&self) -> Option<HostReport> {
        self.host_report.clone()
    }

    fn stages(&self) -> &[Stage] {
        &self.stages
    }

    fn serialize(&self) -> Result<Vec<u8>, Error> {
        self.guard.call("Executable::serialize", || self.inner.serialize())
    }
}

/// A program with dynamic shapes whose panics become errors.
struct GuardedDynamic {
    guard: Guard,
    inner: Arc<Guarded<Box<dyn Executable>>>,
    signature: Signature<TensorSpec>,
}

impl DynamicExecutable for GuardedDynamic {
    fn dynamic_signature(&self) -> &Signature<TensorSpec> {
        &self.signature
    }

    fn run_on_literals(&self, arguments: Vec<Literal>) -> Result<Vec<Literal>, Error> {
        self.guard.call("DynamicExecutable::run_on_literals", || {
            let dynamic = self.inner.as_dynamic();
            let changed =
                || Error::invalid("the executable of the plugin no longer has dynamic shapes");
            let dynamic = dynamic.ok_or_else(changed)?;
            dynamic.run_on_literals(arguments)
        })
    }
}
