// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Compiles programs ahead of time, to C functions for the device.

use super::NAME;
use super::pipeline::pipeline;
use hloom_codegen::{ahead_of_time, ahead_of_time_capabilities};
use hloom_compiler::interface::{
    AotCompilationOptions, AotCompilationResult, Capabilities, CompileOptions, Compiler, Executable,
};
use hloom_compiler::{Error, Program};

/// The target triple if the options name none.
pub const TRIPLE: &str = "hexagon-unknown-linux-musl";
/// The processor if the options name none.
pub const CPU: &str = "hexagonv68";

/// The compiler of the hexagon platform.
pub struct HexagonCompiler;

impl Compiler for HexagonCompiler {
    fn compile(&self, _: &Program, _: &CompileOptions) -> Result<Box<dyn Executable>, Error> {
        let what = "running programs, because it has no device; compile ahead of time with \
                    `hlo-compile`";
        Err(Error::unsupported(NAME, what))
    }

    fn compile_ahead_of_time(
        &self,
        program: &Program,
        options: &AotCompilationOptions,
    ) -> Result<AotCompilationResult, Error> {
        let mut options = options.clone();
        if options.triple.is_empty() {
            TRIPLE.clone_into(&mut options.triple);
        }
        if !options.triple.starts_with("hexagon") {
            let triple = &options.triple;
            return Err(Error::invalid(format!(
                "platform `{NAME}` does not support target `{triple}`; \
                 expected a triple that begins with `hexagon`"
            )));
        }
        if options.cpu.is_empty() {
            CPU.clone_into(&mut options.cpu);
        }
        ahead_of_time::compile(program, &options, pipeline)
    }

    fn capabilities(&self) -> Capabilities {
        Capabilities { targets: vec![NAME.to_owned()], ..ahead_of_time_capabilities() }
    }

    fn load(&self, _: &[u8]) -> Result<Box<dyn Executable>, Error> {
        Err(Error::unsupported(NAME, "loading executables"))
    }
}
