// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Runs the release builds of hlo-compile and hlo-run to create the files of a pack.

use crate::project::Project;
use anyhow::{Context, Result, bail};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

/// Maximum length of a tool's error message that is shown, in characters.
const LONGEST_ERROR: usize = 300;

/// Runs the release builds of hlo-compile and hlo-run for the platform and the chip of the pack.
pub struct Packer<'a> {
    pub project: &'a Project,
    pub platform: &'a str,
    /// The chip, as `hlo-compile --cpu` accepts it; `None` for a platform whose code does not
    /// depend on the chip.
    pub cpu: Option<&'a str>,
    /// The folder of the pack.
    pub output: PathBuf,
}

impl Packer<'_> {
    /// Compiles a program to a serialized executable. Both paths are absolute. Messages show the
    /// name of the program's file without its folder.
    ///
    /// # Errors
    ///
    /// Fails if the compiler refuses the program, for example because an operation would run on the
    /// host, which `hlo-load` cannot execute.
    pub fn compile(&self, program: &Path, executable: &Path) -> Result<()> {
        let mut command = Command::new(self.project.tool("release", "hlo-compile"));
        command.current_dir(program.parent().unwrap_or(program));
        command.arg(program.file_name().unwrap_or_default());
        command.args(["--platform", self.platform]);
        command.args(["--emit", "executable", "--host-fallback", "off"]);
        if let Some(cpu) = self.cpu {
            command.args(["--cpu", cpu]);
        }
        run(command.arg("--output").arg(executable))
    }

    /// Runs the function `entry` of a program on the interpreter, and writes the results of the
    /// function to a folder.
    ///
    /// # Errors
    ///
    /// Fails if the interpreter fails.
    pub fn interpret(
        &self,
        program: &Path,
        entry: &str,
        inputs: &[PathBuf],
        results: &Path,
    ) -> Result<()> {
        let mut command = Command::new(self.project.tool("release", "hlo-run"));
        command.arg(program).args(["--platform", "interpreter", "--entry", entry]);
        for input in inputs {
            command.arg("--input").arg(input);
        }
        run(command.arg("--output-dir").arg(results))
    }
}

/// Runs a tool. If the tool fails, returns the first line of its standard error that contains
/// `error` or, if there is none, its first line.
fn run(command: &mut Command) -> Result<()> {
    let tool = command.get_program().to_owned();
    let output = command.stdin(Stdio::null()).output();
    let output = output.with_context(|| format!("cannot start {}", tool.display()))?;
    if output.status.success() {
        return Ok(());
    }
    let text = String::from_utf8_lossy(&output.stderr);
    let first = text.lines().find(|line| line.contains("error")).or(text.lines().next());
    let first = first.map_or_else(|| output.status.to_string(), str::to_owned);
    bail!("{}", first.chars().take(LONGEST_ERROR).collect::<String>())
}
