// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! From a program to an executable.

use super::executable::{Compiled, CpuExecutable};
use super::platform::{NAME, host_threads};
use hloom_codegen::lower::dump;
use hloom_codegen::{self as codegen, LlvmPipeline, Lowered, ahead_of_time, lower_program};
use hloom_compiler::host::HostExecutor;
use hloom_compiler::interface::{
    AotCompilationOptions, AotCompilationResult, Capabilities, CompileOptions, Compiler,
    Executable, Stage,
};
use hloom_compiler::{Error, Program, serialized};
use hloom_llvm::Target;
use std::time::Instant;

/// The compiler of the cpu platform.
#[derive(Debug)]
pub struct CpuCompiler {
    device: HostExecutor,
}

impl CpuCompiler {
    /// A compiler for `device`, the host.
    pub fn new(device: HostExecutor) -> Self {
        Self { device }
    }
}

impl Compiler for CpuCompiler {
    fn compile(
        &self,
        program: &Program,
        options: &CompileOptions,
    ) -> Result<Box<dyn Executable>, Error> {
        let target = Target::host().map_err(codegen::error)?;
        let pipeline = pipeline(&target, options.threads.unwrap_or_else(host_threads));
        let lowered = lower_program(program, &pipeline, options)?;
        let Lowered { mut llvm, signature, values, calls, arena_bytes, mut stages } = lowered;

        options.report("native");
        let start = Instant::now();
        llvm.optimize(&target).map_err(codegen::error)?;
        if let Some(dir) = &options.dump_dir {
            dump(dir, "native.ll", &llvm.ir())?;
        }
        let object = llvm.object(&target).map_err(codegen::error)?;
        let compiled = Compiled { signature, values, calls, arena_bytes, object };
        let mut executable = CpuExecutable::new(compiled, self.device.clone())?;
        stages.push(Stage::new("native", start.elapsed()));
        executable.set_stages(stages);
        Ok(Box::new(executable))
    }

    fn compile_ahead_of_time(
        &self,
        program: &Program,
        options: &AotCompilationOptions,
    ) -> Result<AotCompilationResult, Error> {
        ahead_of_time::compile(program, options, |target| pipeline(target, 1))
    }

    fn capabilities(&self) -> Capabilities {
        codegen::capabilities()
    }

    fn fingerprint(&self) -> Option<String> {
        Some(fingerprint())
    }

    fn load(&self, serialized: &[u8]) -> Result<Box<dyn Executable>, Error> {
        let compiled = serialized::open(&fingerprint(), serialized)?;
        Ok(Box::new(CpuExecutable::new(compiled, self.device.clone())?))
    }
}

/// The platform's pipeline for a target and a number of threads.
pub(crate) fn pipeline(target: &Target, threads: usize) -> LlvmPipeline {
    let description = "vectorized kernels for CPUs, through linalg and the LLVM dialect";
    LlvmPipeline::new(NAME, description, target.machine().clone(), threads)
}

/// What code for this machine depends on.
pub(crate) fn fingerprint() -> String {
    format!("{NAME} of {} for {}", codegen::build(), Target::host_spec())
}
