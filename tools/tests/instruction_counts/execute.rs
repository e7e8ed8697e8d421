// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Runs the commands of the test.

use std::error::Error;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

/// Runs a command to its end.
///
/// # Errors
/// Fails if the command cannot be started or exits with an error.
pub fn execute(command: &mut Command) -> Result<Output, Box<dyn Error>> {
    let output = command.output().map_err(|error| {
        let program = command.get_program().display();
        format!("{program}: {error}; `cargo ci setup` installs it")
    })?;
    if output.status.success() {
        return Ok(output);
    }
    Err(format!("{command:?}: {}\n{}", output.status, String::from_utf8_lossy(&output.stderr))
        .into())
}

/// Returns the command of a tool of LLVM.
pub fn llvm(tool: &str) -> Command {
    let llvm = std::env::var("MLIR_SYS_220_PREFIX").unwrap_or_else(|_| "/usr/lib/llvm-22".into());
    Command::new(PathBuf::from(llvm).join("bin").join(tool))
}

/// Returns the command of `hlo-compile` for a function of a program.
pub fn hlo_compile(program: &Path, function: &str, triple: &str) -> Command {
    let mut compile = Command::new(env!("CARGO_BIN_EXE_hlo-compile"));
    compile.arg(program).args(["--name", function, "--target", triple]);
    compile
}
