// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! The compiler of GPUs.

use super::executable::{GpuExecutable, GpuProgram};
use super::plan::plan;
use super::target::{GpuTarget, kernel_module};
use hloom_codegen::{blame, lower_program_with};
use hloom_compiler::interface::{
    AotCompilationOptions, AotCompilationResult, Capabilities, CompileOptions, Compiler,
    Executable, Stage, StreamExecutor,
};
use hloom_compiler::{Error, Program, serialized};
use std::sync::Arc;
use std::time::Instant;

/// A function that returns the device with an ordinal.
pub type FindDevice = dyn Fn(usize) -> Result<Arc<dyn StreamExecutor>, Error> + Send + Sync;

/// The compiler of a platform of GPUs.
pub struct GpuCompiler<T> {
    target: T,
    device: Box<FindDevice>,
}

impl<T: GpuTarget> GpuCompiler<T> {
    /// Creates the compiler of a target. `device` finds the devices of the platform.
    pub fn new(target: T, device: Box<FindDevice>) -> Self {
        Self { target, device }
    }

    fn own_fingerprint(&self) -> String {
        let (name, build) = (self.target.name(), hloom_codegen::build());
        format!("{name} of {build} for {}", self.target.fingerprint())
    }

    fn compile_program(
        &self,
        program: &Program,
        options: &CompileOptions,
    ) -> Result<Box<dyn Executable>, Error> {
        if options.reproducible {
            return Err(Error::unsupported(self.target.name(), "reproducible results"));
        }
        let device = (self.device)(options.device)?;
        let pipeline = self.target.pipeline();
        let emitted = lower_program_with(program, pipeline, options, |context, module, lowered| {
            let plan = plan(module, &lowered.calls)?;
            options.report("native");
            let start = Instant::now();
            let code = match kernel_module(context, module, self.target.dialects())? {
                Some(kernels) => self.target.generate(context, &kernels, options)?,
                None => Vec::new(),
            };
            lowered.stages.push(Stage::new("native", start.elapsed()));
            Ok((plan, code))
        });
        let ((plan, code), lowered) = emitted?;
        let program = GpuProgram {
            signature: lowered.signature,
            values: lowered.values,
            calls: lowered.calls,
            aliases: lowered.aliases,
            plan,
            code,
        };
        let stages = lowered.stages;
        let executable = GpuExecutable::new(program, self.own_fingerprint(), stages)?;
        executable.load_on(&*device)?;
        Ok(Box::new(executable))
    }
}

impl<T: GpuTarget> Compiler for GpuCompiler<T> {
    fn compile(
        &self,
        program: &Program,
        options: &CompileOptions,
    ) -> Result<Box<dyn Executable>, Error> {
        self.compile_program(program, options).map_err(|error| blame(&options.pipeline, error))
    }

    fn compile_ahead_of_time(
        &self,
        _program: &Program,
        _options: &AotCompilationOptions,
    ) -> Result<AotCompilationResult, Error> {
        Err(Error::unsupported(self.target.name(), "compiling ahead of time"))
    }

    fn capabilities(&self) -> Capabilities {
        Capabilities { targets: Vec::new(), ..hloom_codegen::capabilities() }
    }

    fn fingerprint(&self) -> Option<String> {
        Some(self.own_fingerprint())
    }

    fn load(&self, serialized: &[u8]) -> Result<Box<dyn Executable>, Error> {
        let fingerprint = self.own_fingerprint();
        let program: GpuProgram = serialized::open(&fingerprint, serialized)?;
        Ok(Box::new(GpuExecutable::new(program, fingerprint, Vec::new())?))
    }
}
