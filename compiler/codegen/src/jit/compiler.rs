// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! The compiler of just-in-time platforms.

use super::compiled::Compiled;
use super::executable::JitExecutable;
use super::host_threads::host_threads;
use super::native::{self, Native};
use super::targets::Targets;
use crate::changes::blame;
use crate::lower::dump;
use crate::{MakePipeline, PipelineOptions, ahead_of_time, lower_program, reproducible};
use hloom_compiler::host::{HostExecutor, HostFeeds};
use hloom_compiler::interface::{
    AotCompilationOptions, AotCompilationResult, Capabilities, CompileOptions, Compiler, Executable,
};
use hloom_compiler::{Error, Program, serialized};
use hloom_llvm::Target;
use hloom_lowering::pipeline::{self, Level};
use std::sync::OnceLock;

/// The compiler of a platform whose device is the host.
#[derive(Debug)]
pub struct JitCompiler {
    name: &'static str,
    pipeline: MakePipeline,
    device: HostExecutor,
    feeds: HostFeeds,
    targets: Targets,
    /// The result of `host_fingerprint`, computed at the first call.
    fingerprint: OnceLock<String>,
}

impl JitCompiler {
    /// Creates the compiler of the platform `name`. `device` is the host, and `feeds` has its infeed
    /// and its outfeed.
    pub fn new(
        name: &'static str,
        pipeline: MakePipeline,
        device: HostExecutor,
        feeds: HostFeeds,
    ) -> Self {
        let (targets, fingerprint) = (Targets::default(), OnceLock::new());
        Self { name, pipeline, device, feeds, targets, fingerprint }
    }

    /// Loads the machine code of a program into the memory of this process.
    fn executable(&self, compiled: Compiled) -> Result<JitExecutable, Error> {
        let (fingerprint, device) = (self.host_fingerprint(), self.device.clone());
        JitExecutable::new(compiled, fingerprint, device, &self.feeds)
    }

    /// Returns a string that identifies everything on which code for this machine depends, except
    /// the passes of plugins.
    ///
    /// [`CompilationCache::depending_on`](hloom_compiler::CompilationCache::depending_on) covers
    /// those passes.
    fn host_fingerprint(&self) -> String {
        let compute = || {
            let passes = self.targets.with(|emitter| {
                let machine = emitter.target().machine().clone();
                let options =
                    PipelineOptions { machine, threads: 1, c_function: false, reproducible: false };
                Ok(pipeline::text(&*(self.pipeline)(options), Level::Hlo, Level::Target))
            });
            let passes = passes.unwrap_or_default();
            let (name, build, host) = (self.name, crate::build(), Target::host_spec());
            format!("{name} of {build} for {host} by {passes}")
        };
        self.fingerprint.get_or_init(compute).clone()
    }

    fn compile_for_host(
        &self,
        program: &Program,
        options: &CompileOptions,
    ) -> Result<Box<dyn Executable>, Error> {
        let machine = self.targets.with(|emitter| Ok(emitter.target().machine().clone()))?;
        let threads = options.threads.unwrap_or_else(host_threads);
        let (cpu, bits) = (Target::host_spec().cpu, machine.vector_bits);
        let reproducible = options.reproducible;
        let (tuned, remark) = match reproducible {
            true => Default::default(),
            false => options.tuning.of_machine(&cpu, bits, threads),
        };
        remark.iter().for_each(|remark| options.warn(remark));
        let pipeline =
            (self.pipeline)(PipelineOptions { machine, threads, c_function: false, reproducible });
        let (llvm, mut lowered) = lower_program(program, &*pipeline, options, &tuned, true)?;
        if reproducible {
            reproducible::check_calls(&lowered.calls)?;
        }

        options.report("native");
        let with_ir = options.dump_dir.is_some();
        let Native { objects, ir, stages } =
            native::compile(llvm, &self.targets, host_threads(), with_ir)?;
        lowered.stages.extend(stages);
        if let (Some(dir), Some(ir)) = (&options.dump_dir, &ir) {
            dump(dir, "native.ll", ir)?;
        }
        if let (Some(trace), Some(located)) = (&options.trace, lowered.located.take()) {
            let listing = self.targets.with(|emitter| located.listing(emitter.target()))?;
            trace.record(|record| record.listing = Some(listing));
        }
        let compiled = Compiled {
            signature: lowered.signature,
            values: lowered.values,
            calls: lowered.calls,
            arena_bytes: lowered.arena_bytes,
            threads,
            aliases: lowered.aliases,
            constants: lowered.constants.into(),
            objects,
        };
        let mut executable = self.executable(compiled)?;
        lowered.stages.extend_from_slice(executable.stages());
        executable.set_stages(lowered.stages);
        executable.set_reports(lowered.profile, lowered.memory_plan);
        Ok(Box::new(executable))
    }
}

impl Compiler for JitCompiler {
    fn compile(
        &self,
        program: &Program,
        options: &CompileOptions,
    ) -> Result<Box<dyn Executable>, Error> {
        self.compile_for_host(program, options).map_err(|error| blame(&options.pipeline, error))
    }

    fn compile_ahead_of_time(
        &self,
        program: &Program,
        options: &AotCompilationOptions,
    ) -> Result<AotCompilationResult, Error> {
        ahead_of_time::compile(program, options, self.pipeline)
    }

    fn capabilities(&self) -> Capabilities {
        crate::capabilities()
    }

    fn fingerprint(&self) -> Option<String> {
        Some(self.host_fingerprint())
    }

    fn load(&self, serialized: &[u8]) -> Result<Box<dyn Executable>, Error> {
        let compiled = serialized::open(&self.host_fingerprint(), serialized)?;
        Ok(Box::new(self.executable(compiled)?))
    }
}
