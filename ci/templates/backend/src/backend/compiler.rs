// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! The compiler, which compiles a program to an executable.

use super::NAME;
use super::pipeline::SkeletonPipeline;
use hloom_codegen::JitCompiler;
use hloom_compiler::host::{HostExecutor, HostFeeds};
use hloom_compiler::interface::{
    AotCompilationOptions, AotCompilationResult, Capabilities, CompileOptions, Compiler, Executable,
};
use hloom_compiler::{Error, Program};

/// The compiler, which generates code for the host. For another device, lower the program with
/// `hloom_codegen::lower_program`, generate code from the result, and return an [`Executable`]
/// that runs the code on a stream of the device.
pub struct SkeletonCompiler {
    host: JitCompiler,
}

impl SkeletonCompiler {
    /// Creates a compiler for `device`, the host, whose infeed and outfeed are `feeds`.
    pub fn new(device: HostExecutor, feeds: HostFeeds) -> Self {
        let pipeline = |options| Box::new(SkeletonPipeline::new(options)) as _;
        Self { host: JitCompiler::new(NAME, pipeline, device, feeds) }
    }
}

impl Compiler for SkeletonCompiler {
    fn compile(
        &self,
        program: &Program,
        options: &CompileOptions,
    ) -> Result<Box<dyn Executable>, Error> {
        self.host.compile(program, options)
    }

    fn compile_ahead_of_time(
        &self,
        program: &Program,
        options: &AotCompilationOptions,
    ) -> Result<AotCompilationResult, Error> {
        self.host.compile_ahead_of_time(program, options)
    }

    fn capabilities(&self) -> Capabilities {
        self.host.capabilities()
    }

    fn fingerprint(&self) -> Option<String> {
        self.host.fingerprint()
    }

    fn load(&self, serialized: &[u8]) -> Result<Box<dyn Executable>, Error> {
        self.host.load(serialized)
    }
}
