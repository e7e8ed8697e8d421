// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! The compiler of a platform of a plugin in C: hloom lowers a program to the level of the
//! platform, and the plugin compiles the result.

use super::definition::Form;
use super::executable::{CExecutable, Compiled};
use super::functions::ffi::{Functions, Given};
use super::pipeline::CPipeline;
use hloom_codegen::lower::{Author, dump, run_passes_of};
use hloom_codegen::{changed, first_level, specialize};
use hloom_compiler::interface::{
    AotCompilationOptions, AotCompilationResult, CompileOptions, Compiler, Executable, Signature,
    Stage,
};
use hloom_compiler::{Error, Program, mlir};
use hloom_lowering::facts::aliases;
use hloom_lowering::pipeline::{self, Level, LoweringPipeline};
use hloom_lowering::verify_level::verify_facts;
use melior::ir::operation::{OperationLike, OperationPrintingFlags};
use melior::ir::{BlockLike, Module};
use std::time::Instant;

/// The compiler of a platform.
pub struct CCompiler {
    pipeline: &'static CPipeline,
    form: Form,
    device_count: usize,
    /// The text by which the plugin identifies itself and its devices.
    identity: Option<String>,
    functions: Functions,
}

/// A program that hloom has lowered to the level of the platform.
struct Lowered {
    /// The program in the form that the platform takes.
    content: Vec<u8>,
    signature: Signature,
    values: Vec<Option<i64>>,
    stages: Vec<Stage>,
}

impl CCompiler {
    /// Creates the compiler of a platform.
    pub fn new(
        pipeline: &'static CPipeline,
        form: Form,
        device_count: usize,
        identity: Option<String>,
        functions: Functions,
    ) -> Self {
        Self { pipeline, form, device_count, identity, functions }
    }

    /// Refuses the options that the interface does not have.
    fn check(&self, options: &CompileOptions) -> Result<(), Error> {
        let name = self.pipeline.name();
        if options.memory_budget.is_some() {
            return Err(Error::unsupported(name, "memory budgets"));
        }
        if options.reproducible {
            return Err(Error::unsupported(name, "reproducible results"));
        }
        // A platform without devices only compiles.
        let (count, device) = (self.device_count.max(1), options.device);
        if device >= count {
            return Err(Error::invalid(format!(
                "platform `{name}`: expected a device number below {count}, found {device}"
            )));
        }
        Ok(())
    }

    /// Lowers a program to the level of the platform.
    fn lower(&self, program: &Program, options: &CompileOptions) -> Result<Lowered, Error> {
        let start = Instant::now();
        options.report("parse");
        let context = hloom_dialects::Context::new();
        let mut module = mlir::parse(&context, program)?;
        let first = first_level(&module, program, &options.pipeline)?;
        if first > Level::Hlo {
            let what = format!("programs that begin at level `{first}`");
            return Err(Error::unsupported(self.pipeline.name(), what));
        }
        // The signature depends on such attributes.
        if options.pipeline.is_empty() {
            verify_facts(module.as_operation(), Some(Level::Hlo))
                .map_err(|failure| Error::Program(failure.to_string()))?;
        }
        let entry = mlir::keep_entry(&context, &mut module, program)?;
        let values = specialize(&context, &mut module, &entry, options)?;
        if let Some(dir) = &options.dump_dir {
            dump(dir, "input.mlir", &module.as_operation().to_string())?;
        }
        let program = program.clone().with_entry(entry);
        let signature = mlir::signature(&mlir::entry(&module, &program)?)?;
        let mut stages = vec![Stage::new("parse", start.elapsed())];

        let changed = changed(&context, self.pipeline, &options.pipeline)?;
        let passes = changed.as_deref().unwrap_or(self.pipeline);
        let author = Author::of(&options.pipeline);
        let last = self.pipeline.last_level();
        for level in Level::ALL {
            if passes.steps(level).is_empty() {
                continue;
            }
            if level > last {
                let name = self.pipeline.name();
                return Err(Error::invalid(format!(
                    "platform `{name}`: expected passes of level `{last}` or an earlier one, found \
                     passes of level `{level}`"
                )));
            }
            options.report(level.name());
            let start = Instant::now();
            let text = pipeline::text(passes, level, level);
            let mut warnings = Vec::new();
            let ran = run_passes_of(author, &context, &mut module, &text, &mut warnings);
            warnings.iter().for_each(|warning| options.warn(&warning.to_string()));
            ran?;
            stages.push(Stage::new(level.name(), start.elapsed()));
            if let Some(dir) = &options.dump_dir {
                let name = format!("{}.mlir", level.name());
                dump(dir, &name, &module.as_operation().to_string())?;
            }
        }
        if has_aliases(&module) {
            let what = "results that take the memory of arguments (`hloom.aliases`)";
            return Err(Error::unsupported(self.pipeline.name(), what));
        }
        let content = self.content(&module)?;
        Ok(Lowered { content, signature, values, stages })
    }

    /// Returns a module in the form that the platform takes.
    fn content(&self, module: &Module) -> Result<Vec<u8>, Error> {
        match self.form {
            Form::Bytecode => Ok(module.as_operation().write_bytecode()),
            Form::Text => {
                let flags = OperationPrintingFlags::new().enable_debug_info(true, false);
                let text = module.as_operation().to_string_with_flags(flags);
                let text = text.map_err(|error| Error::Internal(error.to_string()))?;
                Ok(text.into_bytes())
            }
        }
    }

    fn executable(&self, compiled: Compiled, stages: Vec<Stage>) -> Result<CExecutable, Error> {
        let name = self.pipeline.name();
        CExecutable::new(name, self.fingerprint(), self.functions, compiled, stages)
    }
}

/// Returns true if a result of a function takes the memory of an argument. From level `buffers` on,
/// such a function reads the argument in the buffer of the result.
fn has_aliases(module: &Module) -> bool {
    std::iter::successors(module.body().first_operation(), |op| op.next_in_block())
        .any(|op| !aliases(op).is_empty())
}

impl Compiler for CCompiler {
    fn compile(
        &self,
        program: &Program,
        options: &CompileOptions,
    ) -> Result<Box<dyn Executable>, Error> {
        self.check(options)?;
        let Lowered { content, signature, values, mut stages } = self.lower(program, options)?;
        options.report("native");
        let start = Instant::now();
        let given = Given {
            name: program.name(),
            entry: &signature.name,
            level: self.pipeline.last_level().name(),
            content,
            arguments: &signature.arguments,
            results: &signature.results,
            device: options.device,
            threads: options.threads,
            device_only: options.device_only,
        };
        let mut warnings = Vec::new();
        let code = self.functions.compile(given, &mut warnings);
        warnings.iter().for_each(|warning| options.warn(warning));
        let code = code.map_err(|failure| failure.into_error(self.pipeline.name()))?;
        stages.push(Stage::new("native", start.elapsed()));
        Ok(Box::new(self.executable(Compiled { signature, values, code }, stages)?))
    }

    fn compile_ahead_of_time(
        &self,
        _program: &Program,
        _options: &AotCompilationOptions,
    ) -> Result<AotCompilationResult, Error> {
        Err(Error::unsupported(self.pipeline.name(), "compiling ahead of time"))
    }

    fn fingerprint(&self) -> Option<String> {
        let identity = self.identity.as_ref()?;
        let (name, build) = (self.pipeline.name(), hloom_codegen::build());
        Some(format!("{name} of {build} by {identity}"))
    }

    fn load(&self, serialized: &[u8]) -> Result<Box<dyn Executable>, Error> {
        let Some(fingerprint) = self.fingerprint() else {
            return Err(Error::unsupported(self.pipeline.name(), "loading serialized executables"));
        };
        let compiled = Compiled::open(&fingerprint, serialized)?;
        Ok(Box::new(self.executable(compiled, Vec::new())?))
    }
}
