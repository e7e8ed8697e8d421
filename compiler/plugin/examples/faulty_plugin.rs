// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! A plugin for tests that panics in the place that the environment variable `HLOOM_FAULT` names.
//!
//! Without this variable, the plugin works: programs on its platform return their arguments.

use hloom_compiler::host::HostExecutor;
use hloom_compiler::interface::{
    AotCompilationOptions, AotCompilationResult, Capabilities, CompileOptions, Compiler,
    CostAnalysis, DeviceBuffer, DeviceDescription, DeviceMemory, Event, Executable, ExternalBytes,
    HostCallback, Kernel, KernelArgument, LaunchDimensions, MemoryAnalysis, Platform, Progress,
    ReceiveBytes, RunOptions, Signature, Stage, Stream, StreamExecutor, TransferManager,
};
use hloom_compiler::{ElementType, Error, Literal, Program, Shape};
use hloom_lowering::pass::PassInfo;
use hloom_lowering::pipeline::{Level, LoweringPipeline, Step};
use hloom_plugin::Registrar;
use hloom_values::AlignedBytes;
use std::any::Any;
use std::sync::Arc;

hloom_plugin::declare_plugin!(register);

/// Panics if the environment variable `HLOOM_FAULT` names `place`.
fn here(place: &str) {
    assert!(std::env::var("HLOOM_FAULT").as_deref() != Ok(place), "no {place} today");
}

fn register(registrar: &mut Registrar) -> Result<(), Error> {
    here("register");
    if std::env::var_os("HLOOM_FAULT").is_some_and(|fault| fault == "error") {
        return Err(Error::invalid("no device is present"));
    }
    // The tool calls these callbacks; it has another copy of the Rust standard library.
    let host = registrar.platform("interpreter")?;
    let mut stream = host.device(0)?.create_stream()?;
    stream.call_host(Box::new(|| {
        here("lent callback");
        Ok(())
    }))?;
    stream.synchronize()?;
    let program = Program::from_text("p.mlir", "func.func @main() { return }")?;
    let progress: Progress = Arc::new(|_| here("lent progress"));
    let options = CompileOptions { progress: Some(progress), ..CompileOptions::default() };
    host.compiler().compile(&program, &options)?;
    registrar.add_platform(Faulty);
    registrar.add_pipeline(Pipeline);
    registrar.add_passes(&[&PASS]);
    registrar.add_custom_call("faulty_identity", |_, operands| {
        here("custom call");
        Ok(operands.to_vec())
    });
    Ok(())
}

static PASS: PassInfo = PassInfo {
    argument: "faulty-nothing",
    description: "change nothing",
    anchor: "",
    level: Level::Hlo,
    options: &[],
    dialects: &[],
    run: |_, _, _| {
        here("pass");
        Ok(())
    },
};

struct Pipeline;

impl LoweringPipeline for Pipeline {
    fn name(&self) -> &'static str {
        here("LoweringPipeline::name");
        "faulty"
    }

    fn description(&self) -> &'static str {
        here("LoweringPipeline::description");
        "nothing"
    }

    fn steps(&self, level: Level) -> Vec<Step> {
        here("LoweringPipeline::steps");
        match level {
            Level::Hlo => vec![Step::new("faulty-nothing", "for tests"), Step::new("cse", "too")],
            _ => Vec::new(),
        }
    }
}

struct Faulty;

impl Platform for Faulty {
    fn name(&self) -> &str {
        here("Platform::name");
        "faulty"
    }

    fn description(&self) -> &str {
        here("Platform::description");
        "for tests"
    }

    fn device_count(&self) -> usize {
        here("Platform::device_count");
        1
    }

    fn device(&self, ordinal: usize) -> Result<Arc<dyn StreamExecutor>, Error> {
        here("Platform::device");
        Ok(Arc::new(Device(HostExecutor::new("faulty", ordinal))))
    }

    fn compiler(&self) -> Arc<dyn Compiler> {
        here("Platform::compiler");
        Arc::new(IdentityCompiler)
    }

    fn transfer_manager(&self) -> Arc<dyn TransferManager> {
        here("Platform::transfer_manager");
        Arc::new(Transfers)
    }
}

struct IdentityCompiler;

impl Compiler for IdentityCompiler {
    fn compile(&self, _: &Program, options: &CompileOptions) -> Result<Box<dyn Executable>, Error> {
        here("Compiler::compile");
        options.report("nothing");
        Ok(Box::new(Identity::new()))
    }

    fn compile_ahead_of_time(
        &self,
        _: &Program,
        _: &AotCompilationOptions,
    ) -> Result<AotCompilationResult, Error> {
        here("Compiler::compile_ahead_of_time");
        Err(Error::unsupported("faulty", "compiling ahead of time"))
    }

    fn capabilities(&self) -> Capabilities {
        here("Compiler::capabilities");
        Capabilities::default()
    }

    fn fingerprint(&self) -> Option<String> {
        here("Compiler::fingerprint");
        Some("faulty".to_owned())
    }

    fn load(&self, _: &[u8]) -> Result<Box<dyn Executable>, Error> {
        here("Compiler::load");
        Ok(Box::new(Identity::new()))
    }
}

struct Identity(Signature);

impl Identity {
    fn new() -> Self {
        let shapes = vec![Shape::new(ElementType::F32, [2])];
        Self(Signature { name: "main".to_owned(), arguments: shapes.clone(), results: shapes })
    }
}

impl Executable for Identity {
    fn signature(&self) -> &Signature {
        here("Executable::signature");
        &self.0
    }

    fn run_into(
        &self,
        stream: &mut dyn Stream,
        arguments: &[DeviceBuffer],
        results: &[DeviceBuffer],
        options: &RunOptions,
    ) -> Result<(), Error> {
        here("Executable::run_into");
        if let Some(threads) = &options.threads {
            threads.parallel_for(2, &|_| here("task"));
        }
        let (source, target) = (arguments[0].clone(), results[0].clone());
        stream.copy_on_device(&source, &target)?;
        stream.call_host(Box::new(|| {
            here("host callback");
            Ok(())
        }))
    }

    fn aliases(&self) -> &[(usize, usize)] {
        here("Executable::aliases");
        &[]
    }

    fn memory_analysis(&self) -> MemoryAnalysis {
        here("Executable::memory_analysis");
        MemoryAnalysis::default()
    }

    fn cost_analysis(&self) -> Option<CostAnalysis> {
        here("Executable::cost_analysis");
        None
    }

    fn stages(&self) -> &[Stage] {
        here("Executable::stages");
        &[]
    }

    fn serialize(&self) -> Result<Vec<u8>, Error> {
        here("Executable::serialize");
        Ok(Vec::new())
    }
}

impl Drop for Identity {
    fn drop(&mut self) {
        here("drop");
    }
}

struct Device(HostExecutor);

impl StreamExecutor for Device {
    fn ordinal(&self) -> usize {
        here("StreamExecutor::ordinal");
        self.0.ordinal()
    }

    fn description(&self) -> DeviceDescription {
        here("StreamExecutor::description");
        self.0.description()
    }

    fn allocate(&self, bytes: usize) -> Result<DeviceBuffer, Error> {
        here("StreamExecutor::allocate");
        Ok(DeviceBuffer::new(Arc::new(Memory(self.0.allocate(bytes)?.memory().clone()))))
    }

    fn import(&self, bytes: &Arc<dyn ExternalBytes>) -> Option<DeviceBuffer> {
        here("StreamExecutor::import");
        let buffer = self.0.import(bytes)?;
        Some(DeviceBuffer::new(Arc::new(Memory(buffer.memory().clone()))))
    }

    fn create_stream(&self) -> Result<Box<dyn Stream>, Error> {
        here("StreamExecutor::create_stream");
        Ok(Box::new(DeviceStream(self.0.create_stream()?)))
    }

    fn create_event(&self) -> Result<Arc<dyn Event>, Error> {
        here("StreamExecutor::create_event");
        Ok(Arc::new(Happened))
    }

    fn load_kernel(&self, _: &[u8], _: &str) -> Result<Arc<dyn Kernel>, Error> {
        here("StreamExecutor::load_kernel");
        Ok(Arc::new(NoKernel))
    }
}

#[derive(Debug)]
struct Memory(Arc<dyn DeviceMemory>);

impl DeviceMemory for Memory {
    fn byte_size(&self) -> usize {
        here("DeviceMemory::byte_size");
        self.0.byte_size()
    }

    fn address(&self) -> u64 {
        here("DeviceMemory::address");
        self.0.address()
    }

    fn is_external(&self) -> bool {
        here("DeviceMemory::is_external");
        self.0.is_external()
    }

    fn as_any(&self) -> &dyn Any {
        here("DeviceMemory::as_any");
        self.0.as_any()
    }
}

struct DeviceStream(Box<dyn Stream>);

impl Stream for DeviceStream {
    fn executor(&self) -> &dyn StreamExecutor {
        here("Stream::executor");
        self.0.executor()
    }

    fn copy_from_host(&mut self, from: Arc<AlignedBytes>, to: &DeviceBuffer) -> Result<(), Error> {
        here("Stream::copy_from_host");
        self.0.copy_from_host(from, to)
    }

    fn copy_to_host(&mut self, from: &DeviceBuffer, receive: ReceiveBytes) -> Result<(), Error> {
        here("Stream::copy_to_host");
        self.0.copy_to_host(from, receive)
    }

    fn copy_on_device(&mut self, from: &DeviceBuffer, to: &DeviceBuffer) -> Result<(), Error> {
        here("Stream::copy_on_device");
        self.0.copy_on_device(from, to)
    }

    fn fill(&mut self, to: &DeviceBuffer, value: u8) -> Result<(), Error> {
        here("Stream::fill");
        self.0.fill(to, value)
    }

    fn launch(
        &mut self,
        _: &Arc<dyn Kernel>,
        _: LaunchDimensions,
        _: &[KernelArgument],
    ) -> Result<(), Error> {
        here("Stream::launch");
        Ok(())
    }

    fn call_host(&mut self, callback: HostCallback) -> Result<(), Error> {
        here("Stream::call_host");
        self.0.call_host(callback)
    }

    fn record(&mut self, event: &Arc<dyn Event>) -> Result<(), Error> {
        here("Stream::record");
        let ours = event.as_any().is::<Happened>();
        if ours { Ok(()) } else { Err(Error::invalid("expected an event of this device")) }
    }

    fn wait_for(&mut self, _: &Arc<dyn Event>) -> Result<(), Error> {
        here("Stream::wait_for");
        Ok(())
    }

    fn synchronize(&mut self) -> Result<(), Error> {
        here("Stream::synchronize");
        self.0.synchronize()
    }
}

struct Happened;

impl Event for Happened {
    fn has_happened(&self) -> bool {
        here("Event::has_happened");
        true
    }

    fn wait(&self) -> Result<(), Error> {
        here("Event::wait");
        Ok(())
    }

    fn as_any(&self) -> &dyn Any {
        here("Event::as_any");
        self
    }
}

struct NoKernel;

impl Kernel for NoKernel {
    fn name(&self) -> &str {
        here("Kernel::name");
        "none"
    }

    fn as_any(&self) -> &dyn Any {
        self
    }
}

struct Transfers;

impl TransferManager for Transfers {
    fn byte_size(&self, shape: &Shape) -> Result<usize, Error> {
        here("TransferManager::byte_size");
        shape.byte_size().ok_or_else(|| Error::invalid("too large"))
    }

    fn encode(&self, _: ElementType, _: &mut [u8]) {
        here("TransferManager::encode");
    }

    fn decode(&self, _: ElementType, _: &mut [u8]) {
        here("TransferManager::decode");
    }

    fn infeed(&self, _: usize, _: &Literal) -> Result<(), Error> {
        here("TransferManager::infeed");
        Ok(())
    }

    fn outfeed(&self, _: usize, _: &Shape) -> Result<Literal, Error> {
        here("TransferManager::outfeed");
        Err(Error::unsupported("faulty", "outfeed"))
    }
}
