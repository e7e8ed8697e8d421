// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Loads plugins and calls every function of a platform: `try_plugin PLATFORM PLUGIN...`.

use hloom_compiler::interface::{
    AotCompilationOptions, CompileOptions, ExternalBytes, KernelArgument, LaunchDimensions,
    Progress, RunOptions, StreamExecutor,
};
use hloom_compiler::{ElementType, Error, Literal, Program, Shape, ThreadPool, platform};
use hloom_evaluator::custom_call::{CustomCall, CustomCallRegistry, Setting};
use hloom_lowering::pipeline::{self, Level};
use hloom_lowering::registry;
use hloom_values::AlignedBytes;
use std::path::PathBuf;
use std::process::ExitCode;
use std::sync::Arc;

fn main() -> ExitCode {
    let arguments: Vec<_> = std::env::args().collect();
    let [_, platform, plugins @ ..] = &*arguments else {
        eprintln!("usage: try_plugin PLATFORM PLUGIN...");
        return ExitCode::FAILURE;
    };
    let plugins: Vec<_> = plugins.iter().map(PathBuf::from).collect();
    let outcome = try_all(&plugins, platform);
    match hloom_plugin::failure().map_or(outcome, Err) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("error: {error}");
            ExitCode::FAILURE
        }
    }
}

/// Calls every function. Ignores errors that a platform may return, see [`passed_if_ours`].
fn try_all(plugins: &[PathBuf], name: &str) -> Result<(), Error> {
    hloom_backends::register()?;
    hloom_plugin::load_all(plugins)?;
    let pipeline = registry().pipeline(name).map_err(Error::invalid)?;
    let pipeline = pipeline::text(pipeline, Level::Hlo, Level::Target);
    println!("{pipeline}");
    let platform = platform(name)?;
    println!("{}: {}, {}", platform.name(), platform.description(), platform.device_count());
    custom_call()?;

    let (compiler, transfers) = (platform.compiler(), platform.transfer_manager());
    compiler.capabilities();
    compiler.fingerprint();
    let program = Program::from_text("p.mlir", "func.func @main()")?;
    let progress: Progress = Arc::new(|_| here("a progress callback"));
    let options = CompileOptions { progress: Some(progress), ..CompileOptions::default() };
    let executable = compiler.compile(&program, &options)?;
    passed_if_ours(compiler.compile_ahead_of_time(&program, &AotCompilationOptions::default()))?;
    let executable = compiler.load(&executable.serialize()?).map(|_| executable)?;

    let device = platform.device(0)?;
    let (mut stream, event) = (device.create_stream()?, device.create_event()?);
    let kernel = device.load_kernel(&[], "none")?;
    println!("{} of {}", kernel.name(), device.description().cores);
    let shape = Shape::new(ElementType::F32, [2]);
    transfers.byte_size(&shape)?;
    let literal = Literal::from_slice(&[1.0_f32, 2.0], [2])?;
    let buffer = transfers.to_device(&mut *stream, &literal)?;
    import_external_buffer(&*device)?;
    stream.fill(&stream.executor().allocate(8)?, 1)?;
    let bytes = AlignedBytes::try_copy_of(&[0; 8]).ok_or_else(|| Error::invalid("no memory"))?;
    stream.copy_from_host(Arc::new(bytes), &device.allocate(8)?)?;
    stream.record(&event)?;
    stream.wait_for(&event)?;
    event.has_happened();
    event.wait()?;
    let one = LaunchDimensions { groups: [1; 3], threads: [1; 3], shared_bytes: 0 };
    stream.launch(&kernel, one, &[KernelArgument::Value(vec![0])])?;
    let threads = ThreadPool::new(Some(2))?;
    let options = RunOptions { threads: Some(Arc::new(threads)), participant: None };
    let results = executable.run(&mut *stream, &[buffer.into()], &options)?;
    stream.call_host(Box::new(|| {
        here("a host callback");
        Ok(())
    }))?;
    let receive = Box::new(|_| here("a receive callback"));
    stream.copy_to_host(&results[0], receive)?;
    stream.synchronize()?;
    assert_eq!(transfers.to_host(&mut *stream, &results[0], &shape)?, literal);
    passed_if_ours(transfers.infeed(0, &literal))?;
    passed_if_ours(transfers.outfeed(0, &shape))?;

    let context = hloom_dialects::Context::new();
    let mut module = hloom_dialects::parse_module(&context, "", "empty.mlir")
        .map_err(|error| Error::Program(error.to_string()))?;
    hloom_codegen::lower::run_passes(&context, &mut module, &pipeline).map(|_| ())
}

/// Memory of this tool that a platform imports as an external buffer.
#[derive(Debug)]
struct External(AlignedBytes);

impl ExternalBytes for External {
    fn bytes(&self) -> &[u8] {
        here("ExternalBytes::bytes");
        &self.0
    }
}

/// Imports an external buffer. The imported buffer must have the same memory and must be read-only.
fn import_external_buffer(device: &dyn StreamExecutor) -> Result<(), Error> {
    let bytes = AlignedBytes::try_copy_of(&[0; 8]).ok_or_else(|| Error::invalid("no memory"))?;
    let address = bytes.as_ptr().addr() as u64;
    let external: Arc<dyn ExternalBytes> = Arc::new(External(bytes));
    let buffer = device.import(&external);
    let buffer = buffer.ok_or_else(|| Error::invalid("the device imports no external buffers"))?;
    assert_eq!((buffer.address(), buffer.byte_size()), (address, 8));
    assert!(buffer.memory().is_external(), "the imported buffer is writable");
    Ok(())
}

/// Panics if the environment variable `HLOOM_FAULT` names `place`, a place of this tool.
fn here(place: &str) {
    let fault = std::env::var("HLOOM_FAULT").unwrap_or_default();
    assert!(fault.strip_prefix("tool: ") != Some(place), "no {place} of the tool");
}

/// Ignores all errors except failures of the plugin: a platform may reject a request.
fn passed_if_ours<T>(outcome: Result<T, Error>) -> Result<(), Error> {
    match outcome {
        Err(error @ Error::Plugin { .. }) => Err(error),
        _ => Ok(()),
    }
}

fn custom_call() -> Result<(), Error> {
    let nothing = Setting::Dictionary(Default::default());
    let call = CustomCall {
        target: "faulty_identity".to_owned(),
        config: nothing,
        attributes: Default::default(),
        results: Vec::new(),
        kept: Default::default(),
    };
    CustomCallRegistry::process_wide().call(&call, &[])?;
    Ok(())
}
