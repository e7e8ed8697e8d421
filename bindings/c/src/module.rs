// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Programs that passes change.

use crate::Failure;
use crate::options::Options;
use hloom_codegen::lower::{Author, run_passes_of};
use hloom_codegen::registry_error;
use hloom_compiler::{Error, Program, mlir};
use hloom_dialects::Context;
use hloom_lowering::{ir, registry};
use melior::ir::Module as MlirModule;
use melior::ir::operation::OperationLike;

/// A program as MLIR bytecode, which has no reference to a context, so that any thread may use it.
pub struct Module {
    name: String,
    bytecode: Vec<u8>,
    /// The error of a compilation, if the program is for several devices.
    for_one_device: Result<(), Error>,
}

impl Module {
    /// Reads and verifies a program of any format. `name` stands for the file in locations.
    ///
    /// # Errors
    /// Fails if the program is not valid, or if the backends cannot be registered.
    pub fn parse(source: &[u8], name: &str) -> Result<Self, Failure> {
        // Plugins may register dialects.
        hloom_backends::register_with_plugins()?;
        let context = Context::new();
        let module = hloom_frontends::parse(&context, source, name)?;
        let for_one_device = expect_one_device(&module);
        Ok(Self { name: name.to_owned(), bytecode: bytecode(&module), for_one_device })
    }

    /// Runs a pass pipeline in MLIR's textual form. Adds the warnings of the passes to `warnings`,
    /// also if a pass fails.
    ///
    /// # Errors
    /// Fails if the pipeline cannot be parsed, if a pass fails, or if the passes leave an invalid
    /// module. The module is then as before.
    pub fn run_passes(
        &mut self,
        pipeline: &str,
        warnings: &mut Vec<String>,
    ) -> Result<(), Failure> {
        self.run(Author::User, pipeline, warnings)
    }

    /// Runs the passes of a lowering pipeline up to a level, or all of them if `level` is empty.
    /// Adds the warnings of the passes to `warnings`, also if a pass fails.
    ///
    /// # Errors
    /// Fails if there is no such pipeline or level, if a file cannot be read, if a change of the
    /// pipeline does not apply, or if a pass fails. If hloom's own passes leave an invalid module,
    /// the error is an internal one. The module is then as before.
    pub fn lower(
        &mut self,
        pipeline: &str,
        level: &str,
        options: &Options,
        warnings: &mut Vec<String>,
    ) -> Result<(), Failure> {
        let first = options.start_at.as_deref().unwrap_or_default();
        let file = options.pipeline_file.as_deref().unwrap_or_default();
        let text = registry()
            .pipeline_text(pipeline, (first, level), file, &options.schedules)
            .map_err(registry_error)?;
        let is_changed = options.start_at.is_some()
            || options.pipeline_file.is_some()
            || !options.schedules.is_empty();
        let author = if is_changed { Author::User } else { Author::Hloom };
        self.run(author, &text, warnings)
    }

    /// Returns the text of the module.
    ///
    /// # Errors
    /// Fails if the bytecode cannot be read, which would be an error of this crate.
    pub fn print(&self) -> Result<String, Failure> {
        let context = Context::new();
        Ok(self.module(&context)?.as_operation().to_string())
    }

    /// Returns the module as MLIR bytecode.
    pub fn bytecode(&self) -> &[u8] {
        &self.bytecode
    }

    /// Returns the program for a compiler.
    ///
    /// # Errors
    /// Fails if the program is for several replicas or partitions.
    pub fn program(&self) -> Result<Program, Failure> {
        self.for_one_device.clone()?;
        Ok(Program::from_bytes(self.name.clone(), self.bytecode.clone())?)
    }

    /// Runs the passes of an author, and adds their warnings to `warnings`.
    fn run(
        &mut self,
        author: Author,
        pipeline: &str,
        warnings: &mut Vec<String>,
    ) -> Result<(), Failure> {
        let context = Context::new();
        let mut module = self.module(&context)?;
        let mut found = Vec::new();
        // Fails if the module is invalid, so that its bytecode can be read again.
        let outcome = run_passes_of(author, &context, &mut module, pipeline, &mut found);
        warnings.extend(found.iter().map(ToString::to_string));
        outcome?;
        self.bytecode = bytecode(&module);
        self.for_one_device = expect_one_device(&module);
        Ok(())
    }

    fn module<'c>(&self, context: &'c Context) -> Result<MlirModule<'c>, Failure> {
        Ok(hloom_frontends::parse(context, &self.bytecode, &self.name)?)
    }
}

/// Checks that a program is for one device: the executables of this interface run on one.
///
/// # Errors
/// Fails if attributes of the module give several replicas or partitions.
fn expect_one_device(module: &MlirModule) -> Result<(), Error> {
    let module = module.as_operation();
    for what in ["replicas", "partitions"] {
        let count = ir::integer(module, &format!("mhlo.num_{what}"));
        if let Some(count) = count.filter(|count| *count != 1) {
            let message = format!(
                "the program is for {count} {what}, not 1; the library's PJRT interface runs \
                 programs on several devices"
            );
            return Err(Error::Program(mlir::located(module.location(), &message)));
        }
    }
    Ok(())
}

fn bytecode(module: &MlirModule) -> Vec<u8> {
    module.as_operation().write_bytecode()
}
