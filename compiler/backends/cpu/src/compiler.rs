// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! From a program to an executable.

use crate::executable::{Code, CpuExecutable};
use crate::lower::{check_passes, dump, lower};
use crate::platform::{CpuTransferManager, NAME, host_threads};
use crate::specialize::specialize;
use crate::{CpuPipeline, ffi};
use hloom_compiler::host::HostExecutor;
use hloom_compiler::interface::{
    AotCompilationOptions, AotCompilationResult, CompileOptions, Compiler, Executable, Stage,
    TransferManager,
};
use hloom_compiler::mlir;
use hloom_compiler::runtime::Library;
use hloom_compiler::{Error, Program};
use hloom_llvm::{LlvmModule, LoadedObject, Target};
use hloom_lowering::given_pipeline::GivenPipeline;
use melior::ir::attribute::IntegerAttribute;
use melior::ir::operation::OperationLike;
use melior::ir::{BlockLike, Module};
use std::sync::Arc;
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
        let start = Instant::now();
        options.report("parse");
        let context = hloom_dialects::Context::new();
        let mut module = mlir::parse(&context, program)?;
        let name = mlir::keep_entry(&context, &mut module, program)?;
        let values = specialize(&context, &mut module, &name, options)?;
        if let Some(dir) = &options.dump_dir {
            dump(dir, "input.mlir", &module.as_operation().to_string())?;
        }
        let signature = mlir::signature(&mlir::entry(&module, &program.clone().with_entry(name))?)?;
        let mut stages = vec![Stage::new("parse", start.elapsed())];

        let threads = options.threads.unwrap_or_else(host_threads);
        let target = Target::new(Target::host_spec()).map_err(internal)?;
        let pipeline = CpuPipeline::new(target.spec(), threads);
        let (lowered, calls) = match &options.passes {
            None => lower(&context, &mut module, &pipeline, options)?,
            Some(passes) => {
                check_passes(&context, passes)?;
                let given = GivenPipeline::new(&pipeline, passes).map_err(Error::invalid)?;
                lower(&context, &mut module, &given, options)?
            }
        };
        stages.extend(lowered);
        let transfers: Arc<dyn TransferManager> = Arc::new(CpuTransferManager);
        let library = Library::new(calls, &transfers)?;

        options.report("native");
        let start = Instant::now();
        let arena_bytes = arena_bytes(&module, &signature.name)?;
        let mut llvm = LlvmModule::from_mlir(module.as_operation()).map_err(internal)?;
        llvm.optimize(&target).map_err(internal)?;
        if let Some(dir) = &options.dump_dir {
            dump(dir, "native.ll", &llvm.ir())?;
        }
        let object = llvm.object(&target).map_err(internal)?;
        let loaded = LoadedObject::load(&object).map_err(internal)?;
        let entry = ffi::entry(loaded, &format!("{}_entry", signature.name)).map_err(internal)?;
        stages.push(Stage::new("native", start.elapsed()));

        let code = Code::new(entry, library, arena_bytes, object.len());
        let device = self.device.clone();
        Ok(Box::new(CpuExecutable::new(signature, values, Arc::new(code), stages, device)))
    }

    fn compile_ahead_of_time(
        &self,
        _program: &Program,
        _options: &AotCompilationOptions,
    ) -> Result<AotCompilationResult, Error> {
        Err(Error::unsupported(NAME, "compiling ahead of time"))
    }

    fn load(&self, _serialized: &[u8]) -> Result<Box<dyn Executable>, Error> {
        Err(Error::unsupported(NAME, "loading serialized executables"))
    }
}

fn internal(error: hloom_llvm::Error) -> Error {
    Error::Internal(error.to_string())
}

/// The arena size that buffer assignment found for the function.
fn arena_bytes(module: &Module, name: &str) -> Result<usize, Error> {
    std::iter::successors(module.body().first_operation(), |op| op.next_in_block())
        .filter(|op| mlir::symbol(op) == name)
        .find_map(|function| function.attribute("hloom.arena_bytes").ok())
        .and_then(|attribute| IntegerAttribute::try_from(attribute).ok())
        .and_then(|attribute| usize::try_from(attribute.value()).ok())
        .ok_or_else(|| Error::Internal(format!("`{name}` was compiled without an arena size")))
}
