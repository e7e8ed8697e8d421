// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! The smallest possible backend, for tests: its programs can only return arguments and
//! constants.

use hloom_compiler::host::HostExecutor;
use hloom_compiler::interface::{
    AotCompilationOptions, AotCompilationResult, CompileOptions, Compiler, DeviceBuffer,
    Executable, MemoryAnalysis, Platform, RunOptions, Signature, Stage, Stream, StreamExecutor,
    TransferManager,
};
use hloom_compiler::mlir;
use hloom_compiler::{Error, Literal, Program, Shape};
use melior::ir::block::BlockArgument;
use melior::ir::operation::{OperationLike, OperationResult};
use melior::ir::{BlockLike, RegionLike};
use std::sync::Arc;
use std::time::Instant;

pub struct Echo {
    device: HostExecutor,
}

impl Echo {
    pub fn new() -> Arc<Self> {
        Arc::new(Self { device: HostExecutor::new("echo", 0) })
    }
}

impl Platform for Echo {
    fn name(&self) -> &str {
        "echo"
    }

    fn description(&self) -> &str {
        "returns arguments and constants"
    }

    fn device_count(&self) -> usize {
        1
    }

    fn device(&self, ordinal: usize) -> Result<Arc<dyn StreamExecutor>, Error> {
        match ordinal {
            0 => Ok(Arc::new(self.device.clone())),
            _ => Err(Error::invalid(format!("platform `echo` has no device {ordinal}"))),
        }
    }

    fn compiler(&self) -> Arc<dyn Compiler> {
        Arc::new(EchoCompiler)
    }

    fn transfer_manager(&self) -> Arc<dyn TransferManager> {
        Arc::new(EchoTransfers)
    }
}

struct EchoTransfers;

impl TransferManager for EchoTransfers {
    fn infeed(&self, _: usize, _: &Literal) -> Result<(), Error> {
        Err(Error::unsupported("echo", "infeed"))
    }

    fn outfeed(&self, _: usize, _: &Shape) -> Result<Literal, Error> {
        Err(Error::unsupported("echo", "outfeed"))
    }
}

struct EchoCompiler;

impl Compiler for EchoCompiler {
    fn compile(
        &self,
        program: &Program,
        options: &CompileOptions,
    ) -> Result<Box<dyn Executable>, Error> {
        let start = Instant::now();
        options.report("parse");
        let context = hloom_dialects::Context::new();
        let module = mlir::parse(&context, program)?;
        let entry = mlir::entry(&module, program)?;
        let signature = mlir::signature(&entry)?;
        let block = entry.region(0).ok().and_then(|region| region.first_block());
        let end = block.and_then(|block| block.terminator()).expect("a verified function");
        let sources: Result<Vec<_>, Error> = end
            .operands()
            .map(|value| {
                if let Ok(argument) = BlockArgument::try_from(value) {
                    return Ok(Source::Argument(argument.argument_number()));
                }
                let op = OperationResult::try_from(value).expect("no argument").owner();
                let name = op.name();
                let name = name.as_string_ref().as_str().unwrap_or("").to_owned();
                if name == "stablehlo.constant" {
                    let value = op.attribute("value").expect("verified");
                    return Ok(mlir::literal_of_attribute(value).map(Source::Constant)?);
                }
                let message = format!("`{name}` cannot be lowered by platform `echo`");
                Err(Error::Program(mlir::located(op.location(), &message)))
            })
            .collect();
        let parse = Stage::new("parse", start.elapsed());
        Ok(Box::new(EchoExecutable { signature, sources: sources?, stages: vec![parse] }))
    }

    fn compile_ahead_of_time(
        &self,
        _: &Program,
        _: &AotCompilationOptions,
    ) -> Result<AotCompilationResult, Error> {
        Err(Error::unsupported("echo", "compiling ahead of time"))
    }

    fn load(&self, _: &[u8]) -> Result<Box<dyn Executable>, Error> {
        Err(Error::unsupported("echo", "loading executables"))
    }
}

enum Source {
    Argument(usize),
    Constant(Literal),
}

struct EchoExecutable {
    signature: Signature,
    sources: Vec<Source>,
    stages: Vec<Stage>,
}

impl Executable for EchoExecutable {
    fn signature(&self) -> &Signature {
        &self.signature
    }

    fn run_into(
        &self,
        stream: &mut dyn Stream,
        arguments: &[DeviceBuffer],
        results: &[DeviceBuffer],
        _: &RunOptions,
    ) -> Result<(), Error> {
        for (source, result) in self.sources.iter().zip(results) {
            match source {
                Source::Argument(index) => stream.copy_on_device(&arguments[*index], result)?,
                Source::Constant(literal) => {
                    let bytes = Arc::new(literal.clone().into_bytes());
                    stream.copy_from_host(bytes, result)?;
                }
            }
        }
        Ok(())
    }

    fn aliases(&self) -> &[(usize, usize)] {
        match self.sources.first() {
            Some(Source::Argument(0)) => &[(0, 0)],
            _ => &[],
        }
    }

    fn memory_analysis(&self) -> MemoryAnalysis {
        MemoryAnalysis { arena_bytes: 128, code_bytes: 4096, ..MemoryAnalysis::default() }
    }

    fn stages(&self) -> &[Stage] {
        &self.stages
    }

    fn serialize(&self) -> Result<Vec<u8>, Error> {
        Err(Error::unsupported("echo", "serializing executables"))
    }
}
