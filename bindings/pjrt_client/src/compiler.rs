// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! The compiler of a platform that is a PJRT plugin. It writes a program as a portable artifact,
//! which the plugin compiles.

use crate::failure::IntoError;
use crate::pipeline::PjrtPipeline;
use crate::runner::PjrtExecutable;
use hloom_codegen::lower::{Author, dump, run_passes, run_passes_of};
use hloom_codegen::{changed, first_level, specialize};
use hloom_compiler::interface::{
    AotCompilationOptions, AotCompilationResult, CompileOptions, Compiler, Executable, Stage,
};
use hloom_compiler::{Error, Program, mlir};
use hloom_frontends::portable::export;
use hloom_lowering::ir;
use hloom_lowering::pipeline::{self, Level, LoweringPipeline};
use hloom_portable::Version;
use hloom_run::pjrt::{Client, Failure, LoadedExecutable, for_device};
use melior::ir::Module;
use std::sync::Arc;
use std::time::Instant;

/// The name that PJRT requires for the entry function of every program.
const MAIN: &str = "main";

/// The first version of StableHLO with composites.
const COMPOSITES: Version = Version::new(0, 19, 0);

/// The passes that replace composites, for versions of StableHLO that lack them.
const WITHOUT_COMPOSITES: &str = "builtin.module(hlo-legalize-composites,inline,symbol-dce,\
                                  hlo-expand-chlo{functions=inline})";

/// The compiler of a platform that is a PJRT plugin.
pub struct PjrtCompiler {
    client: Arc<Client>,
    pipeline: &'static PjrtPipeline,
}

impl PjrtCompiler {
    /// Creates a compiler that lets the plugin of a client compile the programs.
    pub fn new(client: Arc<Client>, pipeline: &'static PjrtPipeline) -> Self {
        Self { client, pipeline }
    }
}

/// Renames the entry function of a program to `main`, as PJRT requires.
fn name_entry<'c>(
    context: &'c hloom_dialects::Context,
    module: &mut Module<'c>,
    program: &Program,
) -> Result<(), Error> {
    if program.entry() == Some(MAIN) {
        return Ok(());
    }
    if mlir::functions(module).iter().any(|function| mlir::symbol(function) == MAIN) {
        run_passes(context, module, "builtin.module(inline,symbol-dce)")?;
    }
    let entry = mlir::entry(module, program)?;
    ir::set_attribute(entry, "sym_name", ir::string_attr(context, MAIN));
    Ok(())
}

impl Compiler for PjrtCompiler {
    fn compile(
        &self,
        program: &Program,
        options: &CompileOptions,
    ) -> Result<Box<dyn Executable>, Error> {
        let name = self.pipeline.name();
        if options.memory_budget.is_some() {
            return Err(Error::unsupported(name, "memory budgets"));
        }
        if options.reproducible {
            return Err(Error::unsupported(name, "reproducible results"));
        }
        if options.device_only {
            return Err(Error::unsupported(
                name,
                "the refusal of operations that the host executes",
            ));
        }
        let devices = self.client.devices();
        let device = *devices.get(options.device).ok_or_else(|| {
            let (count, asked) = (devices.len(), options.device);
            Error::invalid(format!(
                "platform `{name}`: expected a device number below {count}, found {asked}"
            ))
        })?;
        let start = Instant::now();
        options.report("parse");
        let context = hloom_dialects::Context::new();
        let mut module = mlir::parse(&context, program)?;
        let first = first_level(&module, program, &options.pipeline)?;
        if first > Level::Hlo {
            return Err(Error::unsupported(
                name,
                format!("programs that begin at level `{first}`"),
            ));
        }
        let entry = mlir::keep_entry(&context, &mut module, program)?;
        let values = specialize(&context, &mut module, &entry, options)?;
        if let Some(dir) = &options.dump_dir {
            dump(dir, "input.mlir", &module.as_operation().to_string())?;
        }
        let program = program.clone().with_entry(entry);
        let signature = mlir::signature(&mlir::entry(&module, &program)?)?;
        let mut types = signature.arguments.iter().chain(&signature.results);
        if let Some(shape) = types.find(|shape| shape.element_type.pjrt_number().is_none()) {
            let what = format!("buffers of {}: PJRT has no such type", shape.element_type);
            return Err(Error::unsupported(name, what));
        }
        let mut stages = vec![Stage::new("parse", start.elapsed())];

        options.report(Level::Hlo.name());
        let start = Instant::now();
        let changed = changed(&context, self.pipeline, &options.pipeline)?;
        let passes = changed.as_deref().unwrap_or(self.pipeline);
        let passes = pipeline::text(passes, Level::Hlo, Level::Target);
        let (author, mut warnings) = (Author::of(&options.pipeline), Vec::new());
        let ran = run_passes_of(author, &context, &mut module, &passes, &mut warnings);
        warnings.iter().for_each(|warning| options.warn(&warning.to_string()));
        ran?;
        let version = self.client.library().artifact_version();
        if version < COMPOSITES {
            run_passes(&context, &mut module, WITHOUT_COMPOSITES)?;
        }
        if let Some(dir) = &options.dump_dir {
            dump(dir, "hlo.mlir", &module.as_operation().to_string())?;
        }
        name_entry(&context, &mut module, &program)?;
        let artifact = export(&module, version)
            .map_err(|error| Error::unsupported(name, format!("this program: {error}")))?;
        stages.push(Stage::new(Level::Hlo.name(), start.elapsed()));

        options.report("native");
        let start = Instant::now();
        let options = for_device(device.id);
        let failed = |failure: Failure| failure.of_program(name, program.name());
        let executable = LoadedExecutable::compile(Arc::clone(&self.client), &artifact, &options);
        let executable = executable.map_err(failed)?;
        stages.push(Stage::new("native", start.elapsed()));
        let client = Arc::clone(&self.client);
        Ok(Box::new(PjrtExecutable::new(
            name, client, device, executable, signature, values, stages,
        )?))
    }

    fn compile_ahead_of_time(
        &self,
        _program: &Program,
        _options: &AotCompilationOptions,
    ) -> Result<AotCompilationResult, Error> {
        Err(Error::unsupported(self.pipeline.name(), "compiling ahead of time"))
    }

    fn load(&self, _serialized: &[u8]) -> Result<Box<dyn Executable>, Error> {
        Err(Error::unsupported(self.pipeline.name(), "loading serialized executables"))
    }
}
