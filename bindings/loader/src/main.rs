// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! `hlo-load`: runs a serialized executable, without MLIR and LLVM.

use clap::Parser;
use hloom_loader::{Error, Literal, LoadedExecutable, npy};
use std::io::{self, ErrorKind, Write};
use std::path::PathBuf;
use std::process::ExitCode;

/// Run a serialized executable that hlo-compile has written for vulkan.
///
/// Prints the results, or writes them to files. Needs no compiler, only the Vulkan loader.
#[derive(Debug, Parser)]
#[command(name = "hlo-load", version)]
struct Arguments {
    /// Executable to run
    #[arg(value_name = "EXECUTABLE")]
    executable: PathBuf,

    /// NumPy file with the next argument; repeat for each argument in order
    #[arg(long = "input", value_name = "FILE.npy")]
    inputs: Vec<PathBuf>,

    /// Write the results to out0.npy, out1.npy, ... in this folder instead of printing them
    #[arg(long, value_name = "DIR")]
    output_dir: Option<PathBuf>,

    /// Ordinal of the device
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
    let executable = LoadedExecutable::read(&arguments.executable, arguments.device)?;
    let shapes = &executable.signature().arguments;
    if arguments.inputs.len() != shapes.len() {
        let (takes, given) = (shapes.len(), arguments.inputs.len());
        return Err(Error::invalid(format!("expected {takes} `--input` options, found {given}")));
    }
    let read = |(path, shape)| npy::read(path, shape).map_err(Error::from);
    let inputs = arguments.inputs.iter().zip(shapes).map(read).collect::<Result<Vec<_>, _>>()?;
    let results = executable.run(&inputs)?;
    if let Some(folder) = &arguments.output_dir {
        std::fs::create_dir_all(folder).map_err(|error| Error::file(folder, error))?;
    }
    results.iter().enumerate().try_for_each(|(number, result)| write(arguments, number, result))
}

fn write(arguments: &Arguments, number: usize, result: &Literal) -> Result<(), Error> {
    let Some(folder) = &arguments.output_dir else {
        return match writeln!(io::stdout(), "{result}") {
            // The reader closed the pipe early, for example `head`.
            Err(error) if error.kind() == ErrorKind::BrokenPipe => Ok(()),
            outcome => outcome.map_err(|error| Error::file("<stdout>", error)),
        };
    };
    Ok(npy::write(folder.join(format!("out{number}.npy")), result)?)
}
