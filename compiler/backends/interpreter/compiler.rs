// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! The compiler of the interpreter, which decodes a program for the evaluator without lowering it.

use super::executable::InterpreterExecutable;
use super::platform::NAME;
use hloom_codegen::lower::dump;
use hloom_compiler::host::HostFeeds;
use hloom_compiler::interface::{
    AotCompilationOptions, AotCompilationResult, CompileOptions, Compiler, Executable, Stage,
};
use hloom_compiler::{Error, Program, mlir, serialized};
use std::time::Instant;

/// The compiler of the interpreter platform.
#[derive(Debug)]
pub struct InterpreterCompiler {
    feeds: HostFeeds,
}

impl InterpreterCompiler {
    /// Creates a compiler whose programs share the infeed and outfeed queues with the host.
    pub fn new(feeds: HostFeeds) -> Self {
        Self { feeds }
    }
}

impl Compiler for InterpreterCompiler {
    fn compile(
        &self,
        program: &Program,
        options: &CompileOptions,
    ) -> Result<Box<dyn Executable>, Error> {
        if !options.pipeline.is_empty() {
            return Err(Error::unsupported(NAME, "running passes"));
        }
        if options.memory_budget.is_some() {
            return Err(Error::unsupported(NAME, "memory budgets"));
        }
        if options.reproducible {
            return Err(Error::unsupported(NAME, "reproducible results"));
        }
        let start = Instant::now();
        options.report("parse");
        let context = hloom_dialects::Context::new();
        let mut module = mlir::parse(&context, program)?;
        let entry = mlir::keep_entry(&context, &mut module, program)?;
        mlir::check_known_arguments(&mlir::entry(&module, program)?, &options.arguments)?;
        if let Some(dir) = &options.dump_dir {
            // There are no levels, so the input is the whole dump.
            dump(dir, "input.mlir", &module.as_operation().to_string())?;
        }
        let parse = Stage::new("parse", start.elapsed());

        options.report("decode");
        let start = Instant::now();
        let decoded = hloom_evaluator::Program::decode(&module)?;
        let stages = vec![parse, Stage::new("decode", start.elapsed())];
        let program = program.clone().with_entry(entry);
        Ok(Box::new(InterpreterExecutable::new(program, decoded, self.feeds.clone(), stages)?))
    }

    fn compile_ahead_of_time(
        &self,
        _program: &Program,
        _options: &AotCompilationOptions,
    ) -> Result<AotCompilationResult, Error> {
        Err(Error::unsupported(NAME, "compiling ahead of time"))
    }

    fn load(&self, serialized: &[u8]) -> Result<Box<dyn Executable>, Error> {
        let (name, source, entry): (String, Vec<u8>, String) = serialized::open(NAME, serialized)?;
        let program = Program::from_bytes(name, source)?.with_entry(entry);
        self.compile(&program, &CompileOptions::default())
    }
}
