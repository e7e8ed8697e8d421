// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! `hlo-opt`: MLIR's optimizer driver with this project's dialects, passes, pipelines and
//! backends.
//!
//! MLIR's driver parses the command line itself, except for `--report` and `--explore`. Backends
//! register passes, which become flags, so they are loaded before the driver starts.

use crate::command::report;
use crate::communication;
use crate::explorer;
use hloom_compiler::Error;
use hloom_compiler::interface::{self, Platform};
use hloom_dialects::Context;
use hloom_frontends::Format;
use hloom_lowering::pipeline::Level;
use hloom_lowering::registry;
use melior::ir::operation::{OperationLike, OperationPrintingFlags};
use std::ffi::OsString;
use std::fs;
use std::path::PathBuf;
use std::process::ExitCode;

/// Runs `hlo-opt` with the registered platforms and pipelines.
///
/// Returns failure if MLIR's driver or a plugin fails.
pub fn main(arguments: impl IntoIterator<Item = OsString>) -> ExitCode {
    let arguments: Vec<_> =
        arguments.into_iter().map(|it| it.to_string_lossy().into_owned()).collect();
    // The first access to the global registry registers the passes with MLIR.
    registry();
    if communication::is_requested(&arguments) {
        return communication::main(&arguments);
    }
    let loaded = check_response_files(&arguments)
        .and_then(|()| hloom_plugin::load_all(&backends(&arguments)));
    if let Err(error) = loaded {
        report(&error);
        return ExitCode::FAILURE;
    }
    if explorer::is_requested(&arguments) {
        return explorer::main(&arguments);
    }
    let registry = hloom_dialects::registry();
    let code = hloom_lowering::opt_main(&arguments, &registry, list_backends, read);
    if let Some(error) = hloom_plugin::failure() {
        report(&error);
        return ExitCode::FAILURE;
    }
    if code == 0 { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}

/// Returns the paths in the `--load-backend` flags of a command line.
///
/// MLIR's driver cannot parse these flags, because the passes of the backends are flags of the
/// driver and must be registered first.
fn backends(arguments: &[String]) -> Vec<PathBuf> {
    let flags = arguments.iter().take_while(|argument| *argument != "--").enumerate();
    let paths = flags.filter_map(|(index, argument)| {
        let rest = argument.trim_start_matches('-').strip_prefix("load-backend")?;
        if !argument.starts_with('-') {
            return None;
        }
        if rest.is_empty() {
            arguments.get(index + 1).cloned()
        } else {
            Some(rest.strip_prefix('=')?.to_owned())
        }
    });
    paths.map(PathBuf::from).collect()
}

/// Rejects `--load-backend` in a response file. Backends are loaded before MLIR's driver starts,
/// and only the driver reads response files. By then, it is too late to load a backend.
///
/// # Errors
/// Fails if a response file contains the flag.
fn check_response_files(arguments: &[String]) -> Result<(), Error> {
    for path in arguments.iter().skip(1).filter_map(|argument| argument.strip_prefix('@')) {
        // The driver reports unreadable files.
        let text = fs::read_to_string(path).unwrap_or_default();
        if text.contains("-load-backend") {
            let reason = "--load-backend is not supported in a response file; pass it on the command line or set HLOOM_PLUGINS";
            return Err(Error::file(path, reason));
        }
    }
    Ok(())
}

/// Converts an input file to a format that MLIR's driver can parse.
///
/// MLIR text and bytecode are passed on unchanged. Portable artifacts and HLO are converted to MLIR
/// text with locations. Returns `None` after an error, which is printed to standard error.
fn read(name: &str, content: &[u8]) -> Option<Vec<u8>> {
    if Format::of(content) == Format::Mlir {
        return Some(content.to_vec());
    }
    let context = Context::new();
    let text = hloom_frontends::parse(&context, content, name).map(|module| {
        let flags = OperationPrintingFlags::new().enable_debug_info(true, false);
        module.as_operation().to_string_with_flags(flags)
    });
    let error = match text {
        Ok(Ok(text)) => return Some(text.into_bytes()),
        Ok(Err(error)) => Error::Internal(error.to_string()),
        Err(error) => Error::Program(error.to_string()),
    };
    report(&error);
    None
}

/// Prints the devices, levels, targets and operations of every backend.
extern "C" fn list_backends() {
    for platform in interface::Registry::global().platforms() {
        print!("{}", describe(&*platform));
    }
}

fn describe(platform: &dyn Platform) -> String {
    let name = platform.name();
    let capabilities = platform.compiler().capabilities();
    let levels = match registry().pipeline(name) {
        Ok(pipeline) => Level::ALL
            .into_iter()
            .filter(|level| !pipeline.steps(*level).is_empty())
            .map(Level::name)
            .collect::<Vec<_>>()
            .join(", "),
        Err(_) => "none".to_owned(),
    };
    let targets = match &*capabilities.targets {
        [] => "none".to_owned(),
        targets => targets.join(", "),
    };
    let all = hloom_dialects::op::OPS.into_iter().filter(|op| op.is_hlo());
    let all: Vec<_> = all.map(|op| op.name()).collect();
    let refused: Vec<_> =
        all.iter().copied().filter(|op| capabilities.refused.iter().any(|it| it == op)).collect();
    let operations = match &*refused {
        [] => format!("all {}", all.len()),
        refused => {
            let count = all.len() - refused.len();
            format!("{count} of {}, all except {}", all.len(), refused.join(", "))
        }
    };
    let (description, devices) = (platform.description(), platform.device_count());
    let mut text = format!("{name}: {description}\n");
    for (what, value) in [
        ("devices", devices.to_string()),
        ("levels", levels),
        ("targets", targets),
        ("operations", operations),
    ] {
        text += &wrapped(what, &value);
    }
    text
}

/// Formats one property in the list of backends, and wraps its value at 80 columns.
fn wrapped(what: &str, value: &str) -> String {
    const COLUMN: usize = 14;
    const WIDTH: usize = 80;
    let mut text = format!("  {:<1$}", format!("{what}:"), COLUMN - 2);
    let mut column = COLUMN;
    for word in value.split(' ') {
        if column > COLUMN && column + word.len() + 1 > WIDTH {
            text += &format!("\n{:COLUMN$}", "");
            column = COLUMN;
        } else if column > COLUMN {
            text.push(' ');
            column += 1;
        }
        text += word;
        column += word.len();
    }
    text.push('\n');
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn backends_are_found_in_any_form_of_the_flag() {
        let arguments =
            ["hlo-opt", "-load-backend", "a.so", "--load-backend=b.so", "load-backend=c"]
                .map(str::to_owned);
        assert_eq!(backends(&arguments), ["a.so", "b.so"].map(PathBuf::from));
    }

    #[test]
    fn long_lists_are_wrapped() {
        let text = wrapped("targets", &"x86-64, ".repeat(20));
        assert!(text.lines().all(|line| line.len() <= 80), "{text}");
        assert!(text.starts_with("  targets:    x86-64, x86-64,"), "{text}");
    }
}
