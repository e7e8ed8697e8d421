// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! `hlo-load`: runs a serialized executable, without MLIR and LLVM.

use clap::Parser;
use hloom_loader::{Error, Literal, LoadedExecutable, Shape, milliseconds, npy};
use std::fmt::Display;
use std::io::{self, ErrorKind, Write};
use std::path::PathBuf;
use std::process::ExitCode;
use std::time::Instant;

/// Number of runs before the measured runs. The first runs load code and allocate memory.
const WARM_UPS: usize = 3;

/// Run a serialized executable that hlo-compile has written for cuda, rocm or vulkan.
///
/// Prints the results, or writes them to files. Needs no compiler, only the driver of the device.
#[derive(Debug, Parser)]
#[command(name = "hlo-load", version)]
struct Arguments {
    /// Executable to run
    #[arg(value_name = "EXECUTABLE")]
    executable: PathBuf,

    /// NumPy file with an argument of the program; repeat the option for each argument, in order
    #[arg(long = "input", value_name = "FILE.npy")]
    inputs: Vec<PathBuf>,

    /// Use random elements for every argument without an input
    #[arg(long)]
    random_inputs: bool,

    /// Run three times to warm up, then this many times, and print the run times
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    benchmark: Option<u32>,

    /// Write the results to out0.npy, out1.npy, ... in this folder instead of printing them
    #[arg(long, value_name = "DIR")]
    output_dir: Option<PathBuf>,

    /// Ordinal of the device to run on
    #[arg(long, value_name = "N", default_value_t = 0)]
    device: usize,
}

fn main() -> ExitCode {
    let arguments = match Arguments::try_parse() {
        Ok(arguments) => arguments,
        Err(message) => {
            // A failure to write to standard error cannot be reported anywhere.
            let _ = message.print();
            return if message.use_stderr() { ExitCode::FAILURE } else { ExitCode::SUCCESS };
        }
    };
    match run(&arguments) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            let _ = writeln!(io::stderr(), "error: {error}");
            ExitCode::FAILURE
        }
    }
}

fn run(arguments: &Arguments) -> Result<(), Error> {
    let start = Instant::now();
    let executable = LoadedExecutable::read(&arguments.executable, arguments.device)?;
    let load_ms = milliseconds(start.elapsed());
    let inputs = inputs(arguments, &executable.signature().arguments)?;
    let Some(count) = arguments.benchmark else {
        return write_all(arguments, &executable.run(&inputs)?);
    };
    let (times, results) = executable.benchmark(&inputs, WARM_UPS, count as usize)?;
    let name = arguments.executable.file_stem().unwrap_or_default().display();
    let arena = executable.arena_bytes();
    print(&format_args!("{name}: load {load_ms:.1} ms, run {times}, arena {arena} bytes"))?;
    match arguments.output_dir {
        Some(_) => write_all(arguments, &results),
        None => Ok(()),
    }
}

/// Returns the arguments of the program: from files in the order of the parameters and, on request,
/// random elements for the remaining parameters.
fn inputs(arguments: &Arguments, shapes: &[Shape]) -> Result<Vec<Literal>, Error> {
    let (takes, given) = (shapes.len(), arguments.inputs.len());
    if given > takes || (given < takes && !arguments.random_inputs) {
        return Err(Error::invalid(format!("expected {takes} `--input` options, found {given}")));
    }
    let read = |(path, shape)| npy::read(path, shape);
    let random = |(seed, shape): (usize, &Shape)| Literal::random(shape.clone(), seed as u64);
    let files = arguments.inputs.iter().zip(shapes).map(read);
    let rest = shapes.iter().enumerate().skip(given).map(random);
    files.chain(rest).map(|literal| literal.map_err(Error::from)).collect()
}

fn write_all(arguments: &Arguments, results: &[Literal]) -> Result<(), Error> {
    if let Some(folder) = &arguments.output_dir {
        std::fs::create_dir_all(folder).map_err(|error| Error::file(folder, error))?;
    }
    results.iter().enumerate().try_for_each(|(number, result)| write(arguments, number, result))
}

fn write(arguments: &Arguments, number: usize, result: &Literal) -> Result<(), Error> {
    let Some(folder) = &arguments.output_dir else { return print(result) };
    Ok(npy::write(folder.join(format!("out{number}.npy")), result)?)
}

fn print(line: &dyn Display) -> Result<(), Error> {
    match writeln!(io::stdout(), "{line}") {
        // The reader closed the pipe early, for example `head`.
        Err(error) if error.kind() == ErrorKind::BrokenPipe => Ok(()),
        outcome => outcome.map_err(|error| Error::file("<stdout>", error)),
    }
}
